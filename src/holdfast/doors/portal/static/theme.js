// Loaded before the page is drawn, so that it never flashes in the wrong colours.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  try {
    const chosen = localStorage.getItem("holdfast-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch {
    // No storage is no reason to show nothing: the system's choice holds.
  }
})();
