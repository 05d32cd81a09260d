"""Pages to act on: each says in ``#seen`` what it saw."""
# ruff: noqa: E501, RUF001 - markup reads better in one line, and pages have such signs

SEEN = "document.getElementById('seen').textContent.trim()"
HEAD = """<!doctype html><meta charset=utf-8><title>Act</title><style>
#seen {position: fixed; bottom: 0; margin: 0} body {font: 16px sans-serif} li, .item {height: 30px}
</style><p id=seen></p><script>
window.see = text => document.getElementById('seen').append(text + ' ');
window.order = css => Array.from(document.querySelectorAll(css), one => one.textContent).join('');
</script>"""
VANISHING = """<ul id=days></ul><script>
const days = document.getElementById('days');
const draw = picked => { days.innerHTML = '';
  for (const day of ['Mon', 'Tue', 'Wed']) { const one = document.createElement('li');
    one.textContent = day; one.className = day === picked ? 'on' : '';
    one.onmousedown = () => { see(day); draw(day) }; days.append(one) } };
draw(null)</script>"""
SUGGESTING = """<input aria-label=City><ul id=offers></ul><script>
const field = document.querySelector('input'), offers = document.getElementById('offers');
field.oninput = () => { offers.innerHTML = '<li>Paris<li>Parma';
  for (const one of offers.children) one.onmousedown = event => { event.preventDefault();
    field.value = one.textContent; see(one.textContent); offers.innerHTML = '' } };
field.onblur = () => { offers.innerHTML = '' }</script>"""
SHIFTING = """<div id=menu><button id=a>File</button><div id=room></div><button id=b>Edit</button></div>
<script>document.getElementById('a').onmousedown = () => { see('File');
  document.getElementById('a').style.marginLeft = '200px' }</script>"""
TODO = """<ul><li>Milk <button onclick="this.parentNode.remove(); see('gone')">Remove milk</button>
<li>Bread <button>Remove bread</button></ul>"""
BOARD = """<ul id=todo><li draggable=true>A<li draggable=true>B</ul>
<ul id=done style='min-height:90px;background:#def' aria-label=Done><li draggable=true>C</ul><script>
let held; for (const list of document.querySelectorAll('ul')) {
  list.ondragstart = event => { held = event.target; event.dataTransfer.setData('text', 'x') };
  list.ondragover = event => event.preventDefault();
  list.ondrop = event => { event.preventDefault(); const onto = event.target.closest('li');
    if (onto && onto !== held) onto.before(held); else list.append(held);
    see(order('#todo li') + '|' + order('#done li')) } }</script>"""
SORTED = """<div id=list style='width:200px;touch-action:none'></div><script>
const list = document.getElementById('list');
list.innerHTML = ['Ape', 'Bee', 'Cat', 'Dog'].map(
  text => `<div class=item style='user-select:none;border:1px solid'>${text}</div>`).join('');
let held = null;
list.onpointerdown = event => { held = event.target.closest('.item');
  list.setPointerCapture(event.pointerId) };
list.onpointermove = event => { if (!held) return;
  const over = [...list.children].find(one => { const box = one.getBoundingClientRect();
    return one !== held && event.clientY > box.top && event.clientY < box.bottom });
  if (over) { const places = [...list.children];
    places.indexOf(over) > places.indexOf(held) ? over.after(held) : over.before(held) } };
list.onpointerup = () => { held = null; see(order('.item')) }</script>"""
# Boxes without a name make room while something is held over them, each in its own time.
GLIDING = """<style>#lists > div {float: left; width: 200px; margin: 20px} #lists > div > div {height: 40px;
border: 1px solid; user-select: none}</style><div id=lists><div><div>Ape</div><div>Bee</div><div>Cat</div></div>
<div><div>Xen</div><div>Yak</div></div></div><script>
const lists = document.getElementById('lists'); let held = null, busy = 0;
const over = event => { const one = document.elementsFromPoint(event.clientX, event.clientY).find(
    found => found !== held && found.parentNode.parentNode === lists);
  if (!one || !held || performance.now() < busy) return;
  const box = one.getBoundingClientRect(), isBelow = event.clientY > box.top + box.height / 2;
  const there = isBelow ? one.nextSibling : one; if (there === held || held.nextSibling === there &&
    held.parentNode === one.parentNode) return;
  busy = performance.now() + 150; one.parentNode.insertBefore(held, there) };
const said = () => [...lists.children].map(one => order.call(0, '#' + one.id + ' > div')).join('|');
[...lists.children].forEach((one, i) => { one.id = 'l' + i });</script>"""
GLIDING_HTML = (
    GLIDING
    + """<script>for (const one of lists.querySelectorAll('div > div > div')) one.draggable = true;
lists.ondragstart = event => { held = event.target; event.dataTransfer.setData('text', 'x') };
lists.ondragover = event => { event.preventDefault(); over(event) };
lists.ondrop = event => { event.preventDefault(); see(said()) }</script>"""
)
GLIDING_POINTER = (
    GLIDING
    + """<script>let ghost;
lists.onpointerdown = event => { held = event.target; let moves = 0;
  onpointermove = event => { if (++moves < 4) return; if (!ghost) { ghost = held.cloneNode(true);
      ghost.style.cssText = 'position: fixed; width: 100px; pointer-events: none'; document.body.append(ghost) }
    ghost.style.left = event.clientX + 'px'; ghost.style.top = event.clientY + 'px'; over(event) };
  onpointerup = () => { onpointermove = onpointerup = null; if (ghost) ghost.remove(); see(said()) } }</script>"""
)
CHIPS = """<select id=colours multiple style='position:absolute;width:1px'><option>Red<option>Green<option>Blue</select>
<span role=combobox tabindex=0 style='display:block;width:400px;border:1px solid'><ul></ul></span><div id=drop></div><script>
const real = document.getElementById('colours'), options = [...real.options];
options[0].selected = options[1].selected = true;
const draw = () => { document.querySelector('ul').innerHTML = [...real.selectedOptions].map(one =>
  `<li title=${one.text}><span role=presentation style='padding: 0 9px'>×</span>${one.text}</li>`).join('') };
const put = (one, on) => { one.selected = on; draw(); see([...real.selectedOptions].map(one => one.text).join('+')) };
document.querySelector('ul').onclick = event => { const item = event.target.closest('li');
  if (event.target.matches('span')) put(options.find(one => one.text === item.title), false) };
const drop = document.getElementById('drop'); drop.innerHTML = '<p style="width:200px">Blue';
drop.onmouseup = event => { drop.innerHTML = ''; put(options[2], true) }; draw()</script>"""
MARKED = """<select name=city style='position:absolute;width:1px'><option>Oslo<option>Rome<option>Bonn</select>
<input aria-label=City><ul role=listbox></ul><script>
const real = document.querySelector('select'), field = document.querySelector('input'), list = document.querySelector('ul');
const fill = words => { const fit = [...real.options].filter(one => one.text.toLowerCase().includes(words));
  list.innerHTML = fit.map(one => `<li role=option id=city-${one.index}>${one.text}`).join('');
  field.setAttribute('aria-activedescendant', fit[0] ? 'city-' + fit[0].index : '') };
field.onfocus = () => fill(''); field.oninput = () => setTimeout(() => fill(field.value), 300);
field.onkeydown = event => { if (event.key !== 'Enter') return; event.preventDefault();
  real.selectedIndex = field.getAttribute('aria-activedescendant').slice(5); field.value = ''; see(real.value) }</script>"""
# As code editors and terminals do: a field that nobody sees takes the keys, and is emptied at once.
RELAYED = """<div id=editor style='position:relative;width:300px;height:60px;border:1px solid'>
<div style='position:absolute;overflow:hidden;width:3px;height:0'><textarea style='position:absolute;width:900px'></textarea></div>
<pre style='margin:0;height:40px'>old</pre></div><script>
const field = document.querySelector('textarea'), drawn = document.querySelector('pre'); let text = 'old', isAll = false;
const put = (kept, added) => { text = (isAll ? '' : kept) + added; isAll = false; drawn.textContent = text;
  document.getElementById('seen').textContent = JSON.stringify(text) };
document.getElementById('editor').onmousedown = event => { event.preventDefault(); field.focus() };
field.oninput = () => { put(text, field.value); field.value = '' };
field.onkeydown = event => { if (event.key === 'a' && event.ctrlKey) isAll = true;
  else if (event.key === 'Backspace') put(text.slice(0, -1), ''); else if (event.key === 'Enter') put(text, '\\n'); else return;
  event.preventDefault() }</script>"""
# As some editors do: it keeps the browser from writing, and writes itself.
SELF_EDITED = """<div contenteditable role=textbox aria-label=Text style='width:300px'>one <b>two</b> three</div><script>
const box = document.querySelector('div'); box.addEventListener('beforeinput', event => { event.preventDefault();
  const [there] = event.getTargetRanges(), range = document.createRange(); range.setStart(there.startContainer, there.startOffset);
  range.setEnd(there.endContainer, there.endOffset); range.deleteContents();
  if (event.data) { const put = document.createTextNode(event.data); range.insertNode(put); getSelection().collapse(put, 1) }
  box.normalize(); document.getElementById('seen').textContent = box.innerHTML })</script>"""
# As some editors do: what is written in it is drawn with the next frame.
DRAWN_LATER = """<div contenteditable role=textbox aria-label=Text style='width:300px'><p><br></p></div><script>
const box = document.querySelector('div'), tell = () => {
  document.getElementById('seen').textContent = [...box.children].map(one => one.textContent).join('|') };
box.oninput = tell; box.addEventListener('beforeinput', event => { if (event.inputType !== 'insertParagraph') return;
  event.preventDefault(); requestAnimationFrame(() => { const line = document.createElement('p');
    line.innerHTML = '<br>'; box.append(line); getSelection().collapse(line, 0); tell() }) })</script>"""
# As some editors do: it stops a key on its way, and gives bold words room with signs that nobody sees.
STOPPED = """<div contenteditable role=textbox aria-label=Text style='width:300px;white-space:pre-wrap'></div><script>
const box = document.querySelector('div'); const tell = () => {
  document.getElementById('seen').textContent = box.innerHTML.replaceAll('\\u2060', '') };
const put = one => { getSelection().getRangeAt(0).insertNode(one); getSelection().collapse(one, one.data?.length ?? 1); tell() };
box.oninput = tell; box.onkeydown = event => { if (event.key !== 'b' || !event.ctrlKey) return; event.preventDefault();
  const bold = document.createElement('b'); bold.append('\\u2060\\u2060\\u2060'); put(bold) };
box.onkeypress = event => { if (event.key !== ' ') return; event.preventDefault(); put(document.createTextNode(' ')) }</script>"""
SHIFT_RANGE = """<label>A<input type=checkbox></label><label>B<input type=checkbox></label><label>C<input type=checkbox></label>
<script>let last = 0; onclick = event => { const all = [...document.querySelectorAll('input')], at = all.indexOf(event.target);
  if (at < 0) return; if (event.shiftKey) all.slice(last, at).forEach(one => { one.checked = true }); last = at;
  document.getElementById('seen').textContent = all.filter(one => one.checked).map(one => one.parentNode.innerText).join('') }</script>"""
DRAWN_ANEW = """<form></form><script>let text = ''; const draw = () => {
  document.querySelector('form').innerHTML = '<input aria-label=Search>'; const field = document.querySelector('input');
  field.value = text; field.oninput = () => { text = field.value; document.getElementById('seen').textContent = text; draw();
    document.querySelector('input').focus() } }; draw()</script>"""
LETTER = """<input aria-label=Search oninput="document.getElementById('seen').textContent = this.value"><script>
onkeydown = event => { const field = document.querySelector('input');
  if (event.key !== '/' || event.target === field) return; event.preventDefault(); field.focus();
  // Busy for a while: what is typed next is heard before any timer.
  const draw = () => { const at = performance.now(); while (performance.now() - at < 200); };
  scheduler.postTask(draw, {priority: 'user-blocking'}) }</script>"""
FRAME_EDITOR = """<iframe src='{inner}' title=Editor></iframe>"""
# As editors in frames do, it puts in what the document around it has made.
FRAME_EDITED = """<body contenteditable><p><br></p><script>
const tell = () => { parent.document.getElementById('seen').textContent = document.querySelector('p').innerHTML
  .replace(/<span>|<\\/span>|\\ufeff|&nbsp;/g, one => one === '&nbsp;' ? ' ' : '') };
document.body.oninput = tell;
document.body.onkeydown = event => { if (event.key !== 'b' || !event.ctrlKey) return; event.preventDefault();
  const kind = document.querySelector('b') ? 'span' : 'b', one = parent.document.createElement(kind);
  one.append('\\ufeff'); document.querySelector('p').append(one);
  getSelection().setBaseAndExtent(one.firstChild, 1, one.firstChild, 1) }</script>"""
KNOB = """<div style='position:relative;height:60px'><div id=knob role=slider aria-label=Volume tabindex=0
style='position:absolute;left:0;top:10px;width:40px;height:40px;background:#fc9;user-select:none'></div>
</div><script>const knob = document.getElementById('knob'); let from = null;
knob.onpointerdown = e => { knob.setPointerCapture(e.pointerId); from = e.clientX };
knob.onpointermove = e => { if (from !== null) knob.style.left = e.clientX - from + 'px' };
knob.onpointerup = e => { from = null; see(knob.style.left) }</script>"""
CANVAS = """<canvas width=300 height=200 style='border:1px solid'></canvas><script>
const canvas = document.querySelector('canvas'), points = [];
const place = event => [event.offsetX, event.offsetY].map(one => Math.round(one / 10)).join();
canvas.onclick = event => { if (points.length < 3) see('at ' + place(event)) };
canvas.onpointerdown = event => { points.length = 0; points.push(place(event)) };
canvas.onpointermove = event => { if (event.buttons) points.push(place(event)) };
canvas.onpointerup = () => { const turns = ['15,2', '15,12'].filter(one => points.includes(one));
  if (points.length > 2) see(points[0] + ' ' + turns.join(' ') + ' ' + points.at(-1)) };
</script>"""
MENU = """<style>.sub {display: none} nav li:hover .sub {display: block}</style>
<nav><ul><li>Goods<ul class=sub><li><a href='#shoes' onclick="see('shoes')">Shoes</a></ul>
<li>Help</ul></nav>"""
FLYOUT = """<button id=b>More</button><script>const b = document.getElementById('b');
b.onmouseenter = () => { if (!document.getElementById('fly')) b.insertAdjacentHTML('afterend',
  "<div id=fly><button onclick=see('extra')>Extra</button></div>") }</script>"""
ENDLESS = """<ul id=list></ul><div style='height:3000px'></div><script>
let more = 0; const list = document.getElementById('list');
list.innerHTML = '<li>First';
onscroll = () => { if (scrollY > 500 && !more) { more = 1;
  const late = document.createElement('button'); late.textContent = 'Late'; late.id = 'late';
  late.onclick = () => see('late'); late.style.cssText = 'position:fixed;top:200px;left:50px';
  document.body.append(late) } }</script>"""
BOX_SCROLL = """<div id=box style='height:120px;overflow:auto' tabindex=0 aria-label=Feed role=feed>
<div style='height:600px'>Top</div></div><script>const box = document.getElementById('box');
box.onscroll = () => { if (box.scrollTop > 50 && !document.getElementById('late')) {
  const late = document.createElement('button'); late.textContent = 'Late'; late.id = 'late';
  late.onclick = () => see('late'); document.body.append(late) } }</script>"""
SHADOW = """<shop-card></shop-card><script>customElements.define('shop-card', class extends HTMLElement {
  connectedCallback() { const root = this.attachShadow({mode: 'open'});
    root.innerHTML = '<label>Name <input></label><button>Pay</button>';
    root.querySelector('button').onclick = () => see('paid ' + root.querySelector('input').value) }
})</script>"""
FORM = """<form onsubmit="event.preventDefault(); see('sent ' + this.mail.value)">
<label>Mail <input name=mail></label><button>Send</button></form>"""
FIELDS = """<label>Name <input></label><label>Note <textarea></textarea></label>
<button onclick="see(document.querySelector('input').value + '/' +
document.querySelector('textarea').value.replace('\\n', '+'))">Tell</button>"""
EDITOR = """<div contenteditable role=textbox aria-label=Text style='min-height:60px'></div>
<script>const text = document.querySelector('[role=textbox]');
text.oninput = () => { document.getElementById('seen').textContent = text.innerText.trim() }</script>"""
PARAGRAPHS = """<div contenteditable role=textbox aria-label=Text><p><br></p></div><script>
const text = document.querySelector('[role=textbox]');
text.oninput = () => { document.getElementById('seen').textContent = [...text.children].map(
  one => one.innerHTML.replace(/&nbsp;/g, ' ')).join('|') }</script>"""
CHAT = """<textarea aria-label=Message></textarea><script>
const field = document.querySelector('textarea');
field.onkeydown = event => { if (event.key !== 'Enter' || event.shiftKey) return;
  event.preventDefault(); see('sent ' + field.value); field.value = '' }</script>"""
LET_GO = """<ul><li>Paris<li>Parma</ul><script>document.querySelector('ul').onmouseup = event => {
  see(event.target.textContent); event.currentTarget.remove() }</script>"""
LATE_OFFERS = """<input aria-label=City><ul></ul><script>
const field = document.querySelector('input'), list = document.querySelector('ul'); let at = -1;
field.oninput = () => setTimeout(() => { list.innerHTML = '<li>Paris<li>Parma<li>Prague' }, 600);
field.onkeydown = event => {
  if (event.key === 'ArrowDown' && list.children.length) at++;
  if (event.key === 'Enter' && at >= 0) {
    field.value = list.children[at].textContent; list.innerHTML = ''; see(field.value) } }</script>"""
LISTBOX = """<div role=listbox tabindex=0 aria-label=Colour><div role=option aria-selected=true>Red</div>
<div role=option aria-selected=false>Blue</div></div><script>
const box = document.querySelector('[role=listbox]'), options = [...box.children];
const pick = at => options.forEach((one, i) => one.setAttribute('aria-selected', i === at));
box.onkeydown = event => { if (event.key === 'ArrowDown') { event.preventDefault(); pick(1); see('Blue') } };
options.forEach((one, i) => { one.onclick = () => { pick(i); see('picked ' + one.textContent) } })</script>"""
RANGE = """<label>Price <input type=range min=0 max=100 step=10 value=20 style='width:300px'></label><script>
const range = document.querySelector('input');
range.onchange = () => { document.getElementById('seen').textContent = range.value }</script>"""
CONTEXT = """<div id=row style='width:200px;height:40px;background:#def'>Row</div><script>
document.getElementById('row').oncontextmenu = event => { event.preventDefault();
  if (!document.getElementById('cut')) event.target.insertAdjacentHTML('afterend',
    "<button id=cut onclick=see('cut')>Cut</button>") }</script>"""
MODAL = """<button onclick="d.showModal()">Open</button>
<dialog id=d onclose="see('closed ' + this.returnValue)"><form method=dialog>
<button value=ok>Accept</button></form></dialog>"""
TAGS = """<input aria-label=Tags><ul></ul><script>const field = document.querySelector('input');
field.oninput = () => { if (field.value.endsWith(',')) { see(field.value); field.value = '' } }</script>"""
UPLOAD = """<label>Photo <input type=file multiple></label><script>
document.querySelector('input').onchange = async event => see((await Promise.all(
  [...event.target.files].map(one => one.text()))).join('+'))</script>"""
DROPZONE = """<button onclick='f.click()'>Choose</button><input id=f type=file hidden onchange=
"this.files[0].text().then(see)">"""
FRAMED = """<button>Pay</button><iframe src='{inner}' title=Card></iframe>
<script>onmessage = event => see(event.data)</script>"""
INNER = """<label>Owner <input></label><button onclick="parent.postMessage(
document.querySelector('input').value, '*')">Pay</button>"""
NEXT = HEAD + "<h1>Next</h1><script>see('next')</script>"

BUTTON = "<button onclick=\"see('saved')\">Save</button><button>Other</button>"
SHADOWED = """<x-editor></x-editor><script>
const root = document.querySelector("x-editor").attachShadow({mode: "open"})
root.innerHTML = "<div contenteditable role=textbox aria-label=Text style=width:300px>old</div>"
root.firstChild.oninput = () => { seen.textContent = root.firstChild.innerText }
</script>"""
