// Draws the numbers of a table as curves over time; without this file the table itself is shown.

const TONES = { confidence: "--accent", success: "--fair" };

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

function colour(name) {
  // Tokens are light-dark() pairs: only an element knows which of the two holds.
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const seen = getComputedStyle(probe).color;
  probe.remove();
  return seen;
}

function columnsOf(table) {
  const rows = [...table.tBodies[0].rows];
  const times = rows.map((row) => Date.parse(row.cells[0].querySelector("time").dateTime) / 1000);
  const heads = [...table.tHead.rows[0].cells].slice(1);
  const series = heads.map((_, at) =>
    rows.map((row) => {
      const value = Number.parseFloat(row.cells[at + 1].dataset.value);
      return Number.isNaN(value) ? null : value;
    }),
  );
  return { times, heads, series };
}

function draw(place) {
  const table = document.getElementById(place.dataset.table);
  const { times, heads, series } = columnsOf(table);
  const soft = colour("--soft");
  const line = colour("--line");
  const axis = { stroke: soft, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "12px system-ui" };
  const options = {
    width: place.clientWidth,
    height: 220,
    scales: { y: { range: [0, 100] } },
    axes: [{ ...axis, values: (_, times) => times.map((at) => DAY.format(at * 1000)) }, { ...axis, values: (_, ticks) => ticks.map((tick) => `${tick}`), size: 42 }],
    series: [
      { value: (_, at) => (at === null ? "–" : new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" }).format(at * 1000)), label: "day" },
      ...heads.map((head) => ({
        label: head.textContent.trim(),
        stroke: colour(TONES[head.dataset.tone] ?? "--ink"),
        width: 2,
        spanGaps: true,
        points: { size: 6 },
        value: (_, value) => (value === null ? "–" : value.toFixed(0)),
      })),
    ],
  };
  place.replaceChildren();
  return new uPlot(options, [times, ...series], place);
}

const drawn = new Map();

function drawAll() {
  for (const place of document.querySelectorAll(".curve[data-table]")) {
    drawn.get(place)?.destroy();
    drawn.set(place, draw(place));
  }
}

addEventListener("resize", () => {
  for (const [place, plot] of drawn) plot.setSize({ width: place.clientWidth, height: 220 });
});
document.addEventListener("holdfast:theme", drawAll);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
drawAll();
