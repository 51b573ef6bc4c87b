// Files may be dropped, and a form that takes a while says so; both work without this.
"use strict";

const dropped = (event) => event.target instanceof Element ? event.target.closest("[data-drop]") : null;
const over = (event, is) => {
  const place = dropped(event);
  if (!place) return null;
  if (event.type !== "dragleave") event.preventDefault();
  place.classList.toggle("over", is);
  return place;
};

document.addEventListener("dragover", (event) => over(event, true));
document.addEventListener("dragleave", (event) => over(event, false));
document.addEventListener("drop", (event) => {
  const place = over(event, false);
  if (!place) return;
  const input = place.querySelector("input[type=file]");
  const together = new DataTransfer();
  const files = [...(input.multiple ? input.files : []), ...event.dataTransfer.files];
  files.slice(0, input.multiple ? files.length : 1).forEach((file) => together.items.add(file));
  input.files = together.files;
});

function busy(form, is) {
  form.toggleAttribute("aria-busy", is);
  if (is) form.setAttribute("aria-busy", "true");
  form.querySelectorAll("button").forEach((button) => button.classList.toggle("busy", is));
}

document.addEventListener("submit", (event) => {
  if (event.target.matches("form[data-slow]")) busy(event.target, true);
});

// A recording is large: show how much of it is sent. Without this the browser shows it in its own way.
const isRecording = (input) => [...(input?.files ?? [])].some((file) =>
  input.dataset.recordings.split(",").some((ending) => file.name.toLowerCase().endsWith(ending)));

function answered(request, form) {
  if (request.responseURL.includes("/bring/recordings/")) {
    window.location.assign(request.responseURL);
    return;
  }
  const answer = new DOMParser().parseFromString(request.responseText, "text/html");
  const main = answer.querySelector("main");
  if (main?.querySelector("form[data-slow]")) {
    document.querySelector("main").replaceWith(document.importNode(main, true));
    return;
  }
  busy(form, false);
  told(form, (answer.querySelector("main p") ?? answer.body).textContent);
}

function told(form, words) {
  const place = form.querySelector("[data-sending]");
  place.replaceChildren(document.createTextNode(words));
  place.className = "said badly";
  place.setAttribute("role", "alert");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!isRecording(form.querySelector("input[data-recordings]"))) return;
  event.preventDefault();
  const place = form.querySelector("[data-sending]");
  const bar = place.querySelector("progress");
  place.hidden = false;
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", (sent) => { bar.max = sent.total; bar.value = sent.loaded; });
  request.addEventListener("load", () => answered(request, form));
  request.addEventListener("error", () => { busy(form, false); told(form, "It could not be sent; try again."); });
  request.open("POST", form.action);
  request.send(new FormData(form));
});
