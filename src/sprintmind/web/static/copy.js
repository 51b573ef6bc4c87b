// A text can be copied at a press; without this it can still be selected.
"use strict";

document.querySelectorAll("[data-copy]").forEach((button) => {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
    button.textContent = "Copied";
  });
});
