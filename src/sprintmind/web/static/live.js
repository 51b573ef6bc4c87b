// Parts of a page come anew when something is recorded; without this they stay as they were made, and say when that was.
// Only what differs is put in place, so that what somebody has opened, begun to write or stands at stays as it is.
const SETTLED = 500; // milliseconds until several changes count as one
const REST = 2000; // milliseconds between two looks
const SHARE = 10; // times as long as a look took, until the next
const parts = () => [...document.querySelectorAll("[data-live][id]")];
const main = () => document.getElementById("main");
let source = null;
let waiting = null;
let next = 0;

const fields = "input:not([type=hidden]), select, textarea";
const changed = (field) => field.value !== field.defaultValue && field.tagName !== "SELECT"
  || field.checked !== field.defaultChecked
  || [...(field.options ?? [])].some((each, n) => each.selected !== each.defaultSelected && (n || field.multiple));
const all = (node, what) => node instanceof Element ? [...(node.matches(what) ? [node] : []), ...node.querySelectorAll(what)] : [];
const chosen = () => { const found = document.getSelection(); return found && !found.isCollapsed ? found : null; };

// Somebody is at it: it would be noticed if it went away.
const held = (node) => node.contains(document.activeElement) || Boolean(chosen()?.containsNode(node, true))
  || all(node, fields).some(changed) || all(node, "details[open]").length > 0;

function calm(node) {
  const copy = node.cloneNode(true);
  all(copy, "details").forEach((each) => each.removeAttribute("open"));
  all(copy, ".at").forEach((each) => each.classList.remove("at"));
  return copy;
}

const called = (node) => node.id || node.dataset?.of || "";
const kin = (one, other) => one.nodeName === other.nodeName && called(one) === called(other);
const alike = (one, other) => kin(one, other) && (called(one) !== "" || calm(one).isEqualNode(calm(other)));

function dress(old, anew) {
  const at = old.classList.contains("at");
  const kept = (name) => name === "open" && old.tagName === "DETAILS";
  [...old.attributes].filter((each) => !anew.hasAttribute(each.name) && !kept(each.name)).forEach((each) => old.removeAttribute(each.name));
  [...anew.attributes].filter((each) => !kept(each.name) && old.getAttribute(each.name) !== each.value).forEach((each) => old.setAttribute(each.name, each.value));
  if (at) old.classList.add("at"); // keys stand at it
}

// Puts the content of one node into another; false where something that is held stands in the way, which then stays.
function merge(old, anew) {
  if (calm(old).isEqualNode(calm(anew))) return true;
  if (!(old instanceof Element)) {
    old.nodeValue = anew.nodeValue;
    return true;
  }
  if (old.matches(fields) && held(old)) return false;
  dress(old, anew);
  const [olds, news] = [[...old.childNodes], [...anew.childNodes]];
  if (olds.length === news.length && olds.every((each, n) => kin(each, news[n]))) {
    return olds.map((each, n) => merge(each, news[n])).every(Boolean);
  }
  let [head, tail] = [0, 0];
  const least = Math.min(olds.length, news.length);
  while (head < least && alike(olds[head], news[head])) head += 1;
  while (tail < least - head && alike(olds.at(-1 - tail), news.at(-1 - tail))) tail += 1;
  const around = [...Array(head).keys(), ...[...Array(tail).keys()].map((n) => -1 - n)];
  const well = around.map((n) => merge(olds.at(n), news.at(n))).every(Boolean);
  const [away, into] = [olds.slice(head, olds.length - tail), news.slice(head, news.length - tail)];
  if (away.some(held)) return false;
  const before = olds[olds.length - tail] ?? null;
  away.forEach((each) => each.remove());
  into.forEach((each) => old.insertBefore(document.importNode(each, true), before));
  return well;
}

async function look() {
  waiting = null;
  const began = Date.now();
  const answer = await fetch(window.location.href, { headers: { Accept: "text/html", "X-Live": "1" }, credentials: "same-origin" });
  next = Date.now() + Math.max(REST, SHARE * (Date.now() - began));
  if (!answer.ok || answer.redirected) return;
  const anew = new DOMParser().parseFromString(await answer.text(), "text/html");
  main().dataset.position = anew.getElementById("main").dataset.position;
  const known = parts();
  const came = known.map((part) => {
    const found = anew.getElementById(part.id);
    return Boolean(found) && part.nodeName === found.nodeName && merge(part, found);
  });
  came.push([...anew.querySelectorAll("[data-live][id]")].every((each) => document.getElementById(each.id)));
  document.querySelector("[data-changed]").hidden = came.every(Boolean);
  known.forEach((part) => window.htmx?.process(part));
  document.dispatchEvent(new CustomEvent("parts-anew"));
}

function soon() {
  waiting ??= window.setTimeout(() => look().catch(() => {}), Math.max(SETTLED, next - Date.now()));
}

function listen() {
  source?.close();
  const knows = encodeURIComponent(main().dataset.position);
  source = document.hidden ? null : new EventSource(`/api/events?knows=${knows}`);
  source?.addEventListener("recorded", soon);
}

// A browser keeps few connections to one server: only the tab that is looked at listens; what it missed it is told at once.
if (parts().length) {
  window.setTimeout(listen, 1000);
  document.addEventListener("visibilitychange", listen);
}
