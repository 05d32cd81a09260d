$('#builder').queryBuilder({ lang_code: 'de', filters: [{ id: 'name', label: 'Name', type: 'string' }, { id: 'preis', label: 'Preis', type: 'double' },
  { id: 'lager', label: 'Auf Lager', type: 'integer', input: 'radio', values: { 1: 'ja', 0: 'nein' } }, { id: 'art', label: 'Art', type: 'string', input: 'select', values: { b: 'Buch', f: 'Film', s: 'Spiel' } }],
rules: { condition: 'AND', rules: [{ id: 'name', operator: 'begins_with', value: 'A' }, { id: 'preis', operator: 'less', value: 20 },
  { condition: 'OR', rules: [{ id: 'art', operator: 'equal', value: 'f' }, { id: 'lager', operator: 'equal', value: 1 }] }] } });
