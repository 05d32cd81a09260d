"""Acts: what a person can do in a browser, each on a page of its own that says what it saw.

``saw`` is what the page says afterwards, ``steps`` what is to be recorded. Everything is done with
the mouse and the keyboard, as a hand does it, never through an element's own methods.
"""
# ruff: noqa: E501 - markup reads better in one line

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from playwright.sync_api import Page
from tests.browser.act_pages import (
    BOARD,
    BOX_SCROLL,
    BUTTON,
    CANVAS,
    CONTEXT,
    DROPZONE,
    EDITOR,
    ENDLESS,
    FIELDS,
    FLYOUT,
    FORM,
    FRAMED,
    INNER,
    KNOB,
    LISTBOX,
    MENU,
    MODAL,
    NEXT,
    RANGE,
    SHADOW,
    SHIFTING,
    SORTED,
    SUGGESTING,
    TAGS,
    TODO,
    UPLOAD,
    VANISHING,
)
from tests.browser.hand import (
    answering,
    back,
    choosing,
    click,
    clicking,
    downloading,
    drag,
    held,
    in_popup,
    keys,
    leading,
    move,
    reload,
    rest,
    shown,
    stroke,
    then,
    twice,
)

FILES = ("cat.txt", "dog.txt")


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something a person does: on which page, how, and what must come of it."""

    name: str
    html: str
    do: Callable[[Page], object]
    steps: tuple[str, ...]
    saw: str
    pages: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)


ACTS = (
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
        steps=("click 'Remove milk'",),
        saw="gone",
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
    Act(
        name="pull a range slider",
        html=RANGE,
        do=drag("input", "input", (0.8, 0.5), start=(0.21, 0.5)),
        steps=("type into 'Price' = '80' -> value '80'",),
        saw="80",
    ),
    Act(
        name="a range slider by keys",
        html=RANGE,
        do=keys("Tab", "ArrowRight", "ArrowRight"),
        steps=("type into 'Price' = '40' -> value '40'",),
        saw="40",
    ),
    Act(
        name="a number by its arrows",
        html="<label>Count <input type=number value=1 oninput='see(this.value)'></label>",
        do=then(clicking("input"), keys("ArrowUp")),
        steps=("type into 'Count' = '2' -> value '2'",),
        saw="2",
    ),
    Act(
        name="a date by keys",
        html="<label>Day <input type=date onchange=\"document.getElementById('seen').textContent"
        ' = this.value"></label>',
        do=keys("Tab", "'11152026"),
        steps=("type into 'Day' = '2026-11-15' -> value '2026-11-15'",),
        saw="2026-11-15",
    ),
    Act(
        name="choose a file",
        html=UPLOAD,
        do=choosing("input", "cat.txt"),
        steps=("upload to 'Photo' = 'cat.txt'",),
        saw="content of cat.txt",
    ),
    Act(
        name="choose several files",
        html=UPLOAD,
        do=choosing("input", *FILES),
        steps=("upload to 'Photo' = ('cat.txt', 'dog.txt')",),
        saw="content of cat.txt+content of dog.txt",
    ),
    Act(
        name="a button that opens the file chooser",
        html=DROPZONE,
        do=choosing("button", "cat.txt"),
        steps=("upload to <input> = 'cat.txt'",),
        saw="content of cat.txt",
    ),
    Act(
        name="drag between lists (HTML)",
        html=BOARD,
        do=drag("#todo li:nth-child(1)", "#done", (0.5, 0.9)),
        steps=("drag 'A' -> order ('C', 'A')",),
        saw="B|CA",
    ),
    Act(
        name="drag within a list (HTML)",
        html=BOARD,
        do=drag("#todo li:nth-child(2)", "#todo li:nth-child(1)"),
        steps=("drag 'B' -> order ('B', 'A')",),
        saw="BA|C",
    ),
    Act(
        name="drag within a list (pointer events)",
        html=SORTED,
        do=drag(".item:nth-child(1)", ".item:nth-child(3)"),
        steps=("drag 'Ape' -> order ('Bee', 'Cat', 'Ape', 'Dog')",),
        saw="BeeCatApeDog",
    ),
    Act(
        name="drag upwards within a list (pointer events)",
        html=SORTED,
        do=drag(".item:nth-child(4)", ".item:nth-child(2)"),
        steps=("drag 'Dog' -> order ('Ape', 'Dog', 'Bee', 'Cat')",),
        saw="ApeDogBeeCat",
    ),
    Act(
        name="pull a knob",
        html=KNOB,
        do=drag("#knob", "#knob", (3.5, 0.5), start=(0.25, 0.5)),
        steps=("drag 'Volume'",),
        saw="130px",
    ),
    Act(
        name="click a place on a canvas",
        html=CANVAS,
        do=lambda page: click(page, "canvas", share=(0.2, 0.3)),
        steps=("click <canvas>",),
        saw="at 6,6",
    ),
    Act(
        name="draw on a canvas",
        html=CANVAS,
        do=stroke,
        steps=("drag <canvas>",),
        saw="3,2 15,2 15,12 27,12",
    ),
    Act(
        name="a menu that opens under the mouse (CSS)",
        html=MENU,
        do=then(rest, move("nav li"), move("nav li"), clicking("a")),
        steps=("hover 'Goods'", "click 'Shoes'"),
        saw="shoes",
    ),
    Act(
        name="a menu that opens under the mouse (script)",
        html=FLYOUT,
        do=then(rest, move("#b"), shown("#fly"), clicking("#fly button")),
        steps=("hover 'More'", "click 'Extra'"),
        saw="extra",
    ),
    Act(
        name="the wheel, where it loads more",
        html=ENDLESS,
        do=then(
            lambda page: page.mouse.move(300, 300),
            lambda page: page.mouse.wheel(0, 900),
            shown("#late"),
            clicking("#late"),
        ),
        steps=("scroll", "click 'Late'"),
        saw="late",
    ),
    Act(
        name="the wheel in a part of the page, where it loads more",
        html=BOX_SCROLL,
        do=then(
            move("#box"), lambda page: page.mouse.wheel(0, 200), shown("#late"), clicking("#late")
        ),
        steps=("scroll 'Feed'", "click 'Late'"),
        saw="late",
    ),
    Act(
        name="an alert",
        html="<button onclick=\"alert('Saved'); see('after')\">Save</button>",
        do=answering(True, None, clicking("button")),
        steps=("click 'Save'", "dialog -> dialog 'Saved'"),
        saw="after",
    ),
    Act(
        name="a question, agreed to",
        html="<button onclick=\"see(confirm('Sure?'))\">Ask</button>",
        do=answering(True, None, clicking("button")),
        steps=("click 'Ask'", "dialog -> dialog 'Sure?'"),
        saw="true",
    ),
    Act(
        name="a question, declined",
        html="<button onclick=\"see(confirm('Sure?'))\">Ask</button>",
        do=answering(False, None, clicking("button")),
        steps=("click 'Ask'", "dialog -> dialog 'Sure?'"),
        saw="false",
    ),
    Act(
        name="a prompt",
        html="<button onclick=\"see(prompt('Your name?'))\">Ask</button>",
        do=answering(True, "Ada", clicking("button")),
        steps=("click 'Ask'", "dialog = 'Ada' -> dialog 'Your name?'"),
        saw="Ada",
    ),
    Act(
        name="a download",
        html="<a href=file.csv download onclick=\"see('asked')\">Export</a>",
        pages={"/file.csv": "a,b"},
        do=downloading,
        steps=("click 'Export' -> download 'file.csv'",),
        saw="asked",
    ),
    Act(
        name="follow a link",
        html="<a href=next>Onwards</a>",
        pages={"/next": NEXT},
        do=leading(clicking("a"), "/next"),
        steps=("click 'Onwards' -> url '/next'",),
        saw="next",
    ),
    Act(
        name="go back with the keyboard",
        html="<a href=next>Onwards</a><script>see('start')</script>",
        pages={"/next": NEXT},
        do=back,
        steps=("click 'Onwards' -> url '/next'", "open /"),
        saw="start",
    ),
    Act(
        name="load the page again with F5",
        html="<button onclick=\"sessionStorage.pressed = 'yes'\">Save</button>"
        "<script>if (sessionStorage.pressed) see('again')</script>",
        do=reload,
        steps=("click 'Save'", "open /"),
        saw="again",
    ),
    Act(
        name="a link that opens a tab, used there",
        html="<a href=pop target=_blank rel=opener>Open</a>",
        pages={"/pop": "<button onclick=\"opener.see('inside')\">Inside</button>"},
        do=in_popup("a", clicking("button")),
        steps=("click 'Open'", "new tab", "click 'Inside'"),
        saw="inside",
    ),
    Act(
        name="a popup that is closed with Ctrl+W",
        html="<button onclick=\"open('pop', '', 'width=300,height=200')\">Open</button>",
        pages={"/pop": "<button onclick=\"opener.see('inside')\">Inside</button>"},
        do=in_popup("button", clicking("button"), close=True),
        steps=("click 'Open'", "new tab", "click 'Inside'", "close tab"),
        saw="inside",
    ),
    Act(
        name="in a frame",
        html=FRAMED.format(inner="inner"),
        pages={"/inner": INNER},
        do=then(clicking("iframe >> input"), keys("'Ada"), clicking("iframe >> button")),
        steps=("type into 'Owner' = 'Ada' -> value 'Ada'", "click 'Pay'"),
        saw="Ada",
    ),
    Act(
        name="in a shadow root",
        html=SHADOW,
        do=then(clicking("input"), keys("'Ada"), clicking("button")),
        steps=("type into 'Name' = 'Ada' -> value 'Ada'", "click 'Pay'"),
        saw="paid Ada",
    ),
    Act(
        name="a click that only marks words is nothing",
        html="<p>some words</p>" + BUTTON,
        do=then(
            drag("p:not(#seen)", "p:not(#seen)", (0.9, 0.5), start=(0.01, 0.5)), clicking("button")
        ),
        steps=("click 'Save'",),
        saw="saved",
    ),
)
