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
