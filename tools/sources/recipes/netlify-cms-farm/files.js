const entry = (title, date, season) => ({ content: `---\ntitle: ${title}\ndate: ${date}\nseason: ${season}\nfront: true\nprice: 4\nshort: Come early\n---\nThe **first** baskets are here.\n\n* potatoes\n* leeks\n` });
window.repoFiles = { news: { 'lambs.md': entry('Lambs are born', '2024-03-02', 'spring'), 'potatoes.md': entry('New potatoes', '2024-03-10', 'summer'), 'market.md': entry('Market on Sunday', '2024-03-12', 'spring') },
  produce: { 'leek.md': entry('Leek', '2024-01-02', 'autumn') }, pictures: {}, 'shop.json': { content: '{"title": "Shop by the barn"}' } };
