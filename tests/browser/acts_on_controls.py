"""Acts on controls: clicks, boxes, lists, fields, editors and keys."""
# ruff: noqa: E501, RUF001 - markup reads better in one line, and pages have such signs

from tests.browser.act_pages import (
    BUTTON,
    CHAT,
    CHIPS,
    CONTEXT,
    DRAWN_ANEW,
    EDITOR,
    FIELDS,
    FORM,
    LATE_OFFERS,
    LET_GO,
    LISTBOX,
    MARKED,
    MODAL,
    NEXT,
    PARAGRAPHS,
    SHIFT_RANGE,
    SHIFTING,
    SUGGESTING,
    TAGS,
    TODO,
    VANISHING,
)
from tests.browser.acts import Act
from tests.browser.hand import click, clicking, held, keys, leading, shown, spot, then, twice

ON_CONTROLS = (
    Act(
        name="click a button",
        html=BUTTON,
        do=clicking("button"),
        steps=("click 'Save'",),
        saw="saved",
    ),
    Act(
        name="click on a part of a button",
        html="<button onclick=\"see('saved')\"><b>Sa</b><i>ve</i></button>",
        do=clicking("b"),
        steps=("click 'Save'",),
        saw="saved",
    ),
    Act(
        name="pick a day that is drawn anew when pressed",
        html=VANISHING,
        do=clicking("li:nth-child(2)"),
        steps=("click 'Tue'",),
        saw="Tue",
    ),
    Act(
        name="choose a suggestion that acts when pressed",
        html=SUGGESTING,
        do=then(clicking("input"), keys("'Par"), clicking("li:nth-child(2)")),
        steps=("type into 'City' = 'Par' -> value 'Par'", "click 'Parma'"),
        saw="Parma",
    ),
    Act(
        name="choose from a list that goes when the button is let go",
        html=LET_GO,
        do=clicking("li:nth-child(2)"),
        steps=("click 'Parma'",),
        saw="Parma",
    ),
    Act(
        name="press a button that moves away from under the mouse",
        html=SHIFTING,
        do=clicking("#a"),
        steps=("click 'File'",),
        saw="File",
    ),
    Act(
        name="click a button that vanishes with its row",
        html=TODO,
        do=clicking("li button"),
        steps=("click 'Remove milk' -> count -1",),
        saw="gone",
    ),
    Act(
        name="click a button that adds an item to its list",
        html="<ul><li>Milk<li><button onclick='this.parentElement.before("
        'document.createElement("li")); see(document.querySelectorAll("li").length)\'>'
        "More</button></ul>",
        do=clicking("li button"),
        steps=("click 'More' -> count 1",),
        saw="3",
    ),
    Act(
        name="click a button that adds an item to a list elsewhere",
        html="<button onclick='shown.append(document.createElement(\"li\")); see(shown.children.length)'>"
        "Add</button><ul id=shown><li>Milk<li>Bread</ul><ul><li>Home</ul>",
        do=clicking("button"),
        steps=("click 'Add' -> count 1",),
        saw="3",
    ),
    Act(
        name="double click",
        html="<p ondblclick=\"see('twice')\" style='user-select:none'>Word</p>",
        do=twice("p:not(#seen)"),
        steps=("double-click 'Word'",),
        saw="twice",
    ),
    Act(
        name="right click, then choose from the menu",
        html=CONTEXT,
        do=then(clicking("#row", button="right"), clicking("#cut")),
        steps=("right click 'Row'", "click 'Cut'"),
        saw="cut",
    ),
    Act(
        name="middle click",
        html="<button onauxclick=\"see('button ' + event.button)\">Save</button>",
        do=clicking("button", button="middle"),
        steps=("middle click 'Save'",),
        saw="button 1",
    ),
    Act(
        name="click with Shift",
        html='<button onclick="see(event.shiftKey)">Save</button>',
        do=held("Shift", "button"),
        steps=("Shift+click 'Save'",),
        saw="true",
    ),
    Act(
        name="click in a table's row",
        html="<table><tr><td>Ada<td><button onclick=\"see('Ada')\">Edit</button>"
        "<tr><td>Bob<td><button onclick=\"see('Bob')\">Edit</button></table>",
        do=clicking("tr:nth-child(2) button"),
        steps=("click 'Edit'",),
        saw="Bob",
    ),
    Act(
        name="click a picture (SVG)",
        html="<button aria-label=Close onclick=\"see('closed')\"><svg width=20 height=20>"
        "<path d='M2 2 18 18M18 2 2 18' stroke=black /></svg></button>",
        do=clicking("svg"),
        steps=("click 'Close'",),
        saw="closed",
    ),
    Act(
        name="open a summary",
        html='<details ontoggle="see(this.open)"><summary>More</summary>Text</details>',
        do=clicking("summary"),
        steps=("click 'More'",),
        saw="true",
    ),
    Act(
        name="open and answer a modal dialog of the page",
        html=MODAL,
        do=then(clicking("button"), clicking("dialog button")),
        steps=("click 'Open'", "click 'Accept'"),
        saw="closed ok",
    ),
    Act(
        name="tick a box",
        html="<label><input type=checkbox onchange='see(this.checked)'> Gift</label>",
        do=clicking("input"),
        steps=("check 'Gift' -> checked True",),
        saw="true",
    ),
    Act(
        name="tick a box by its label",
        html="<input id=g type=checkbox onchange='see(this.checked)'><label for=g>Gift</label>",
        do=clicking("label"),
        steps=("check 'Gift' -> checked True",),
        saw="true",
    ),
    Act(
        name="tick a box that its label covers",
        html="<style>label {position: relative; display: block; padding-left: 30px}"
        "input {position: absolute; left: 0; opacity: 0} i {position: absolute; left: 0; width: 20px; height: 20px; background: silver}</style>"
        "<label><input type=checkbox onchange=\"see('gift')\"><i></i> Gift wrap</label>",
        do=clicking("i"),
        steps=("check 'Gift wrap' -> checked True",),
        saw="gift",
    ),
    Act(
        name="tick a box that is hidden behind its label",
        html="<style>input {position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)}</style>"
        "<input type=checkbox id=terms onchange=\"see('agreed')\"><label for=terms>I agree to the <a href=/terms>terms</a></label>",
        do=lambda page: click(page, "label", share=(0.1, 0.5)),
        steps=("check 'I agree to the terms' -> checked True",),
        saw="agreed",
    ),
    Act(
        name="tick and choose in a shadow root, by a label in a slot",
        html="<my-box>Gift wrap</my-box><script>customElements.define('my-box', class extends HTMLElement {"
        "constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = "
        "'<label><input type=checkbox><slot></slot></label><select aria-label=Speed><option>Slow<option>Fast</select>';"
        "this.shadowRoot.addEventListener('change', event => see(event.target.value)) } })</script>",
        do=then(
            lambda page: page.mouse.click(*spot(page, "my-box", (0.3, 0.3))),
            lambda page: page.get_by_label("Speed").focus(),
            keys("'Fast"),
        ),
        steps=(
            "check 'Gift wrap' -> checked True",
            "choose in 'Speed' = 'Fast' -> selected ('Fast',)",
        ),
        saw="on Fast",
    ),
    Act(
        name="untick a box",
        html="<label><input type=checkbox checked onchange='see(this.checked)'> Gift</label>",
        do=clicking("input"),
        steps=("uncheck 'Gift' -> checked False",),
        saw="false",
    ),
    Act(
        name="choose a radio button",
        html="<label><input type=radio name=r checked> Slow</label>"
        "<label><input type=radio name=r onchange=\"see('fast')\"> Fast</label>",
        do=clicking("label:nth-of-type(2) input"),
        steps=("check 'Fast' -> checked True",),
        saw="fast",
    ),
    Act(
        name="choose a radio button by arrow keys",
        html="<label><input type=radio name=r checked> Slow</label>"
        "<label><input type=radio name=r> Fast</label>"
        "<label><input type=radio name=r onchange=\"see('faster')\"> Faster</label>",
        do=then(clicking("input"), keys("ArrowDown", "ArrowDown")),
        steps=(
            "click 'Slow' -> checked True",
            "check 'Fast' -> checked True",
            "check 'Faster' -> checked True",
        ),
        saw="faster",
    ),
    Act(
        name="tick all boxes up to one, with Shift",
        html=SHIFT_RANGE,
        do=then(clicking("input"), held("Shift", "label:nth-of-type(3) input")),
        steps=("check 'A' -> checked True", "Shift+click 'C' -> checked True"),
        saw="ABC",
    ),
    Act(
        name="type into a field that is drawn anew with each key",
        html=DRAWN_ANEW,
        do=then(clicking("input"), keys("'shoe")),
        steps=("type into 'Search' = 'shoe' -> value 'shoe'",),
        saw="shoe",
    ),
    Act(
        name="flip a switch that is no input",
        html='<div role=switch aria-checked=false tabindex=0 onclick="const on = this.getAttribute('
        "'aria-checked') !== 'true'; this.setAttribute('aria-checked', on); see(on)\">Dark</div>",
        do=clicking("[role=switch]"),
        steps=("click 'Dark' -> checked True",),
        saw="true",
    ),
    Act(
        name="choose an option by keys",
        html="<label>Size <select onchange='see(this.value)'><option>Small<option>Large</select></label>",
        do=then(keys("Tab", "'Large")),
        steps=("choose in 'Size' = 'Large' -> selected ('Large',)",),
        saw="Large",
    ),
    Act(
        name="choose several options",
        html="<label>Sizes <select multiple size=3 onchange=\"document.getElementById('seen').textContent"
        " = Array.from(this.selectedOptions, one => one.value).join('')\">"
        "<option>A<option>B<option>C</select></label>",
        do=then(clicking("option:nth-child(1)"), held("Control", "option:nth-child(3)")),
        steps=("choose in 'Sizes' = ('A', 'C') -> selected ('A', 'C')",),
        saw="AC",
    ),
    Act(
        name="choose in a list of the page's own",
        html=LISTBOX,
        do=clicking("[role=option]:nth-child(2)"),
        steps=("click 'Blue' -> selected True",),
        saw="picked Blue",
    ),
    Act(
        name="take away one of several chosen things",
        html=CHIPS,
        do=clicking("li:nth-child(1) span"),
        steps=("click '×' -> selected ('Green',)",),
        saw="Green",
    ),
    Act(
        name="choose in a list that stands for a hidden one",
        html=CHIPS,
        do=clicking("#drop p"),
        steps=("click 'Blue' -> selected ('Red', 'Green', 'Blue')",),
        saw="Red+Green+Blue",
    ),
    Act(
        name="a suggestion that is marked late, by Enter",
        html=MARKED,
        do=then(
            clicking("input"),
            keys("'bon"),
            shown("[aria-activedescendant=city-2]"),
            keys("Enter"),
        ),
        steps=(
            "type into 'City' = 'bon' -> value 'bon'",
            "press 'City' = 'Enter' -> selected ('Bonn',)",
        ),
        saw="Bonn",
    ),
    Act(
        name="arrow keys in a list of the page's own",
        html=LISTBOX,
        do=keys("Tab", "ArrowDown"),
        steps=("press 'Colour' = 'ArrowDown'",),
        saw="Blue",
    ),
    Act(
        name="type into fields, several lines in one",
        html=FIELDS,
        do=then(
            clicking("input"),
            keys("'Ada"),
            clicking("textarea"),
            keys("'one", "Enter", "'two"),
            clicking("button"),
        ),
        steps=(
            "type into 'Name' = 'Ada' -> value 'Ada'",
            "type into 'Note' = 'one\\ntwo' -> value 'one\\ntwo'",
            "click 'Tell'",
        ),
        saw="Ada/one+two",
    ),
    Act(
        name="replace and correct what is in a field",
        html="<label>Name <input value=Bob oninput=\"document.getElementById('seen').textContent"
        ' = this.value"></label>',
        do=then(clicking("input"), keys("Control+a", "'Adaa", "Backspace")),
        steps=("type into 'Name' = 'Ada' -> value 'Ada'",),
        saw="Ada",
    ),
    Act(
        name="type what the page takes away at once",
        html=TAGS,
        do=then(clicking("input"), keys("'red,")),
        steps=("type into 'Tags' = 'red,' -> value ''",),
        saw="red,",
    ),
    Act(
        name="type a password",
        html="<label>Password <input type=password onchange=\"see('length ' + this.value.length)\"></label>"
        "<button>Sign in</button>",
        do=then(clicking("input"), keys("'hunter22"), clicking("button")),
        steps=("type into 'Password' = '${PASSWORD}' -> value '${PASSWORD}'", "click 'Sign in'"),
        saw="length 8",
        secrets={"PASSWORD": "hunter22"},
    ),
    Act(
        name="write in an editor",
        html=EDITOR,
        do=then(clicking("[role=textbox]"), keys("'one")),
        steps=("type into 'Text' = 'one' -> value 'one'",),
        saw="one",
    ),
    Act(
        name="write two paragraphs in an editor",
        html=EDITOR.replace("text.innerText", "text.innerText.replace(/\\n+/g, '+')"),
        do=then(clicking("[role=textbox]"), keys("'one", "Enter", "'two")),
        steps=("type into 'Text' = 'one\\ntwo' -> value 'one\\ntwo'",),
        saw="one+two",
    ),
    Act(
        name="write bold words in an editor of paragraphs",
        html=PARAGRAPHS,
        do=then(clicking("[role=textbox]"), keys("'one", "Enter", "'two", "Control+b", "' big")),
        steps=(
            "click 'Text'",
            "type into 'Text' = 'one\\ntwo' -> value 'one\\ntwo'",
            "press 'Text' = 'Control+b'",
            "type into 'Text' = 'one\\ntwo big' -> value 'one\\ntwo big'",
        ),
        saw="one|two<b> big</b>",
    ),
    Act(
        name="copy and paste",
        html="<label>From <input value=shoes></label><label>Into <input id=into oninput='see(this.value)'>"
        "</label>",
        do=then(
            clicking("input"), keys("Control+a", "Control+c"), clicking("#into"), keys("Control+v")
        ),
        steps=("click 'From'", "type into 'Into' = 'shoes' -> value 'shoes'"),
        saw="shoes",
    ),
    Act(
        name="cut",
        html="<label>From <input value=shoes oninput=\"see('left: ' + this.value)\"></label>",
        do=then(clicking("input"), keys("Control+a", "Control+x")),
        steps=("type into 'From' = '' -> value ''",),
        saw="left:",
    ),
    Act(
        name="Enter that sends a form",
        html=FORM,
        do=then(clicking("input"), keys("'a@b.c", "Enter")),
        steps=("type into 'Mail' = 'a@b.c' -> value 'a@b.c'", "press 'Mail' = 'Enter'"),
        saw="sent a@b.c",
    ),
    Act(
        name="Enter that sends a number",
        html=FORM.replace("name=mail", "name=mail type=number"),
        do=then(clicking("input"), keys("'42", "Enter")),
        steps=("type into 'Mail' = '42' -> value '42'", "press 'Mail' = 'Enter'"),
        saw="sent 42",
    ),
    Act(
        name="Enter that sends a message",
        html=CHAT,
        do=then(clicking("textarea"), keys("'Hello", "Enter")),
        steps=(
            "type into 'Message' = 'Hello' -> value 'Hello'",
            "press 'Message' = 'Enter' -> value ''",
        ),
        saw="sent Hello",
    ),
    Act(
        name="a message of two lines",
        html=CHAT,
        do=then(clicking("textarea"), keys("'one", "Shift+Enter", "'two", "Enter")),
        steps=(
            "type into 'Message' = 'one\\ntwo' -> value 'one\\ntwo'",
            "press 'Message' = 'Enter' -> value ''",
        ),
        saw="sent one\ntwo",
    ),
    Act(
        name="a suggestion that comes late, by keys",
        html=LATE_OFFERS,
        do=then(
            clicking("input"), keys("'Par"), shown("li"), keys("ArrowDown", "ArrowDown", "Enter")
        ),
        steps=(
            "type into 'City' = 'Par' -> value 'Par'",
            "press 'City' = 'ArrowDown'",
            "press 'City' = 'ArrowDown'",
            "press 'City' = 'Enter' -> value 'Parma'",
        ),
        saw="Parma",
    ),
    Act(
        name="a button that sends a form",
        html=FORM,
        do=then(clicking("input"), keys("'a@b.c"), clicking("button")),
        steps=("type into 'Mail' = 'a@b.c' -> value 'a@b.c'", "click 'Send'"),
        saw="sent a@b.c",
    ),
    Act(
        name="press a button with the space bar",
        html=BUTTON,
        do=keys("Tab", "Space"),
        steps=("click 'Save'",),
        saw="saved",
    ),
    Act(
        name="follow a link with Enter",
        html="<a href=next>Onwards</a>",
        pages={"/next": NEXT},
        do=leading(keys("Tab", "Enter"), "/next"),
        steps=("click 'Onwards' -> url '/next'",),
        saw="next",
    ),
    Act(
        name="Escape",
        html="<script>onkeydown = event => { if (event.key === 'Escape') see('escaped') }</script>",
        do=keys("Escape"),
        steps=("press Escape",),
        saw="escaped",
    ),
    Act(
        name="a shortcut of the page",
        html="<script>onkeydown = event => { if (event.ctrlKey && event.key === 'k') {"
        " event.preventDefault(); see('search') } }</script>",
        do=keys("Control+k"),
        steps=("press Control+k",),
        saw="search",
    ),
    Act(
        name="arrow keys of a game, pressed on the page",
        html="<script>onkeydown = event => see(event.key)</script>",
        do=keys("ArrowRight", "ArrowRight"),
        steps=("press ArrowRight", "press ArrowRight"),
        saw="ArrowRight ArrowRight",
    ),
)
