// Files may be dropped, and a form that takes a while says so; both work without this.
"use strict";

document.querySelectorAll("[data-drop]").forEach((place) => {
  const over = (is) => (event) => { event.preventDefault(); place.classList.toggle("over", is); };
  place.addEventListener("dragover", over(true));
  place.addEventListener("dragleave", over(false));
  place.addEventListener("drop", (event) => {
    over(false)(event);
    place.querySelector("input[type=file]").files = event.dataTransfer.files;
  });
});

document.querySelectorAll("form[data-slow]").forEach((form) => {
  form.addEventListener("submit", () => {
    form.setAttribute("aria-busy", "true");
    form.querySelectorAll("button").forEach((button) => button.classList.add("busy"));
  });
});

// A recording is large: show how much of it is sent. Without this the browser shows it in its own way.
const isRecording = (input) => [...(input?.files ?? [])].some((file) =>
  input.dataset.recordings.split(",").some((ending) => file.name.toLowerCase().endsWith(ending)));

document.querySelectorAll("input[data-recordings]").forEach((input) => {
  const form = input.form;
  form.addEventListener("submit", (event) => {
    if (!isRecording(input)) return;
    event.preventDefault();
    const place = form.querySelector("[data-sending]");
    const bar = place.querySelector("progress");
    place.hidden = false;
    const request = new XMLHttpRequest();
    request.upload.addEventListener("progress", (sent) => { bar.max = sent.total; bar.value = sent.loaded; });
    request.addEventListener("load", () => {
      if (request.responseURL.includes("/bring/recordings/")) {
        window.location.assign(request.responseURL);
        return;
      }
      const answer = new DOMParser().parseFromString(request.responseText, "text/html");
      const told = answer.querySelector("[role=alert]") ?? answer.querySelector("main p") ?? place;
      place.replaceChildren(document.createTextNode(told.textContent));
      place.className = "said badly";
      place.setAttribute("role", "alert");
      form.removeAttribute("aria-busy");
      form.querySelectorAll("button").forEach((button) => button.classList.remove("busy"));
    });
    request.addEventListener("error", () => { place.textContent = "It could not be sent; try again."; });
    request.open("POST", form.action);
    request.send(new FormData(form));
  });
});
