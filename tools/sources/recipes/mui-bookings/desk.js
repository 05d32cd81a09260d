const h = React.createElement;
const desk = (M, first) => function Desk() {
  const [tab, setTab] = React.useState(0), [at, setAt] = React.useState(null), [open, setOpen] = React.useState(false);
  const rows = [['Hollis', 'Blue room', 2], ['Imani', 'Attic', 1], ['Joost', 'Garden room', 4], ['Keiko', 'Loft', 2]];
  const field = (label, more = {}) => h(M.TextField, { label, margin: 'dense', ...first, ...more });
  return h(M.Container, null, h(M.AppBar, { position: 'static' }, h(M.Toolbar, null, h(M.Typography, { variant: 'h6', style: { flexGrow: 1 } }, 'Guest house'), h(M.Button, { color: 'inherit', href: '/rooms' }, 'Rooms'), h(M.Button, { color: 'inherit', id: 'more', onClick: (e) => setAt(e.currentTarget) }, 'More'),
    h(M.Menu, { anchorEl: at, open: Boolean(at), onClose: () => setAt(null) }, ['Prices', 'Staff', 'Log out'].map((one) => h(M.MenuItem, { key: one }, one))))),
  h(M.Tabs, { value: tab, onChange: (e, to) => setTab(to) }, ['Today', 'This week', 'All'].map((one) => h(M.Tab, { key: one, label: one }))),
  field('Find a guest'), h(M.FormControlLabel, { control: h(M.Switch, { defaultChecked: true }), label: 'Only paid' }), h(M.Button, { variant: 'contained', color: 'primary', id: 'add', onClick: () => setOpen(true) }, 'Add booking'), h(M.Chip, { label: 'March', onDelete: () => 0 }),
  h(M.Table, null, h(M.TableHead, null, h(M.TableRow, null, ['Guest', 'Room', 'Nights'].map((one) => h(M.TableCell, { key: one }, h(M.TableSortLabel, { active: one === 'Guest' }, one))), h(M.TableCell))),
    h(M.TableBody, null, rows.map(([who, room, n]) => h(M.TableRow, { key: who }, h(M.TableCell, null, h(M.Checkbox, { inputProps: { 'aria-label': who } }), h(M.Link, { href: '/guests/' + who }, who)), h(M.TableCell, null, room), h(M.TableCell, null, n), h(M.TableCell, null, h(M.Button, { size: 'small' }, 'Check in'), h(M.IconButton, { size: 'small', 'aria-label': 'Remove' }, '✕')))))),
  h(M.TablePagination, { component: 'div', count: 31, page: 0, rowsPerPage: 10, onPageChange: () => 0, onRowsPerPageChange: () => 0 }),
  h(M.Dialog, { open, onClose: () => setOpen(false) }, h(M.DialogTitle, null, 'Add booking'), h(M.DialogContent, null, field('Name', { autoFocus: true, fullWidth: true }), field('Nights', { type: 'number' }), field('Room', { select: true, defaultValue: 'Attic', fullWidth: true, children: ['Attic', 'Loft'].map((one) => h(M.MenuItem, { key: one, value: one }, one)) }), h(M.FormControlLabel, { control: h(M.Checkbox), label: 'Breakfast' }), h(M.RadioGroup, { row: true, defaultValue: 'card' }, ['card', 'cash'].map((one) => h(M.FormControlLabel, { key: one, value: one, label: 'Pays by ' + one, control: h(M.Radio) })))),
    h(M.DialogActions, null, h(M.Button, { onClick: () => setOpen(false) }, 'Cancel'), h(M.Button, { color: 'primary' }, 'Save'))));
};
