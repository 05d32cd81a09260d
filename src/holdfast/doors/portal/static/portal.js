// Times in the reader's zone, keys, light and dark. Every page works without this file.

const FORMATS = {
  full: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "medium" },
};
const STEPS = [["second", 60], ["minute", 60], ["hour", 24], ["day", 30]];

function ago(then, now) {
  let amount = (then - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) {
      return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(amount), unit);
    }
    amount /= size;
  }
  return null;
}

function tellTimes(root) {
  const now = Date.now();
  for (const element of root.querySelectorAll("time[datetime]")) {
    const then = new Date(element.dateTime);
    if (Number.isNaN(then.getTime())) continue;
    const words = new Intl.DateTimeFormat("en-GB", FORMATS[element.dataset.format] ?? FORMATS.full).format(then);
    element.textContent = (element.dataset.format === "ago" && ago(then, now)) || words;
    element.title = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" }).format(then);
  }
}

function isWriting(target) {
  return target instanceof Element && target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");
}

// An element with data-key is pressed by that key: what the mouse can do, the keyboard can.
function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isWriting(event.target)) return;
  const key = event.key.toLowerCase();
  const target = [...document.querySelectorAll("[data-key]")].find(
    (element) => element.dataset.key.split(" ").includes(key) && !element.disabled && element.getClientRects().length > 0,
  );
  if (!target) return;
  event.preventDefault();
  if (target.matches("input, select")) target.focus();
  else target.click();
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function nameToggle() {
  const toggle = document.querySelector("[data-toggle-theme]");
  if (!toggle) return;
  const words = isDark() ? "Use light colours" : "Use dark colours";
  toggle.setAttribute("aria-label", words);
  toggle.title = words;
}

function toggleTheme() {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("holdfast-theme", theme);
  } catch {
    // It holds until the page is left.
  }
  nameToggle();
  document.dispatchEvent(new Event("holdfast:theme"));
}

function keepChosenInView() {
  document.querySelector(".nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  document.querySelector(".queue [aria-current]")?.scrollIntoView({ block: "nearest" });
}

// One tick for all: the boxes of a form that says so.
function tickAll(event) {
  const all = event.target;
  if (!(all instanceof HTMLInputElement) || !all.dataset.ticks) return;
  for (const box of document.querySelectorAll(`input[name="${all.dataset.ticks}"]`)) box.checked = all.checked;
}

// One page over the other: the upper one is seen up to where the slider stands.
function slide(event) {
  const slider = event.target;
  if (!(slider instanceof HTMLInputElement) || !slider.dataset.slides) return;
  const upper = document.getElementById(slider.dataset.slides)?.querySelector(".upper");
  if (upper) upper.style.clipPath = `inset(0 ${100 - Number(slider.value)}% 0 0)`;
}

document.addEventListener("input", slide);
document.addEventListener("keydown", pressKey);
document.addEventListener("change", tickAll);
document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-toggle-theme]")) toggleTheme();
});
document.addEventListener("htmx:afterSettle", () => {
  tellTimes(document);
  keepChosenInView();
});
tellTimes(document);
nameToggle();
keepChosenInView();
