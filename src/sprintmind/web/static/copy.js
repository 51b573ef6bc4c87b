// A text can be copied at a press; without this it can still be selected.
const show = () => document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = !navigator.clipboard; });

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
  button.textContent = "Copied";
});
document.addEventListener("parts-anew", show);
document.addEventListener("htmx:afterSwap", show);
show();
