// Parts of a page come anew when a risk changes; without this they stay as they were made, and say when that was.
const SETTLED = 500; // milliseconds until several changes count as one
const REST = 2000; // milliseconds between two looks
const parts = () => [...document.querySelectorAll("[data-live][id]")];
let source = null;
let waiting = null;
let last = 0;

const begun = (part) => part.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")
  || [...part.querySelectorAll("input:not([type=hidden]), textarea")].some((field) => field.value !== field.defaultValue);
const opened = (part) => [...part.querySelectorAll("details")].map((each) => each.open);

function put(part, anew) {
  if (part.isEqualNode(anew)) return;
  if (begun(part)) {
    document.querySelector("[data-changed]").hidden = false;
    return;
  }
  const open = opened(part);
  const place = document.importNode(anew, true);
  if (open.length === place.querySelectorAll("details").length) {
    place.querySelectorAll("details").forEach((each, n) => { each.open = open[n]; });
  }
  part.replaceWith(place);
  window.htmx?.process(place);
  document.dispatchEvent(new CustomEvent("parts-anew"));
}

async function look() {
  waiting = null;
  last = Date.now();
  const answer = await fetch(window.location.href, { headers: { Accept: "text/html" }, credentials: "same-origin" });
  if (!answer.ok || answer.redirected) return;
  const anew = new DOMParser().parseFromString(await answer.text(), "text/html");
  parts().forEach((part) => {
    const found = anew.getElementById(part.id);
    if (found) put(part, found);
  });
}

function soon() {
  waiting ??= window.setTimeout(() => look().catch(() => {}), Math.max(SETTLED, last + REST - Date.now()));
}

function listen() {
  source?.close();
  source = document.hidden ? null : new EventSource("/api/events");
  source?.addEventListener("transition", soon);
}

// A browser keeps few connections to one server: only the tab that is looked at listens, and looks once when it comes back.
if (parts().length) {
  window.setTimeout(listen, 1000);
  document.addEventListener("visibilitychange", () => { listen(); if (!document.hidden) soon(); });
}
