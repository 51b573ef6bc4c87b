// Keys for those who like them: everything they do can be done without them.
"use strict";

const typing = (target) => target.closest("input, select, textarea, dialog[open]");
const entries = () => [...document.querySelectorAll("[data-entry]")];
const keys = () => document.getElementById("keys");
let waiting = false;

function step(by) {
  const all = entries();
  const at = all.findIndex((entry) => entry.classList.contains("at"));
  const next = all[Math.min(all.length - 1, Math.max(0, at + by))];
  all.forEach((entry) => entry.classList.toggle("at", entry === next));
  next?.scrollIntoView({ block: "nearest" });
}

function go(letter) {
  const link = document.querySelector(`nav [data-key="${CSS.escape(letter)}"]`);
  if (link) window.location.assign(link.href);
}

const pressed = {
  "?": () => keys().showModal(),
  "/": () => document.querySelector("[data-search]")?.focus(),
  j: () => step(1),
  k: () => step(-1),
  g: () => { waiting = true; window.setTimeout(() => { waiting = false; }, 3000); },
  Enter: () => document.querySelector("[data-entry].at a")?.click(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
  if (waiting) {
    waiting = false;
    go(event.key);
    return;
  }
  const act = pressed[event.key];
  if (!act) return;
  if (event.key !== "Enter") event.preventDefault();
  act();
});

document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

document.addEventListener("click", (event) => {
  if (event.target.closest('[data-shows="keys"]')) keys().showModal();
});
