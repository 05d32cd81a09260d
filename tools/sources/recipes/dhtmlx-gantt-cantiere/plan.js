const site = { data: [{ id: 1, text: 'Casa Rossi', start_date: '04-03-2024', duration: 30, progress: 0.4, open: true }, { id: 2, text: 'Scavo', start_date: '04-03-2024', duration: 6, progress: 1, parent: 1 },
  { id: 3, text: 'Fondamenta', start_date: '12-03-2024', duration: 8, progress: 0.5, parent: 1 }, { id: 4, text: 'Muri', start_date: '22-03-2024', duration: 12, progress: 0, parent: 1 },
  { id: 5, text: 'Garage', start_date: '11-03-2024', duration: 10, progress: 0.1, open: true }, { id: 6, text: 'Tetto del garage', start_date: '18-03-2024', duration: 5, progress: 0, parent: 5 }],
links: [{ id: 1, source: 2, target: 3, type: '0' }, { id: 2, source: 3, target: 4, type: '0' }] };
