"""Accessible names, worked out by hand from accname 1.2 and HTML-AAM 1.0, section 4."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.adapters.html import parse
from holdfast.page.names import LONGEST_NAME
from holdfast.testing import a_framed_page, a_page

# The element asked for has the id "t".
CASES = {
    # content
    "text": ("<button id=t>Save</button>", "Save"),
    "white space is collapsed": ("<button id=t>\n Save \n  all </button>", "Save all"),
    "inline tags do not part words": ("<a href=/ id=t>re<b>do</b></a>", "redo"),
    "blocks part words": ("<a href=/ id=t><div>one</div><div>two</div></a>", "one two"),
    "a line break parts words": ("<h1 id=t>one<br>two</h1>", "one two"),
    "heading": ("<h2 id=t>About <em>us</em></h2>", "About us"),
    "cell": ("<table><tr><td id=t>4</table>", "4"),
    "row": ("<table><tr id=t><td>4<td>5</table>", "4 5"),
    "option": ("<select><option id=t>Red</select>", "Red"),
    "summary": ("<details><summary id=t>More</summary>text</details>", "More"),
    "role from the author": ("<div role=tab id=t>Mail</div>", "Mail"),
    "list: not named by content": ("<ul id=t><li>x</ul>", ""),
    "main: not named by content": ("<main id=t>x</main>", ""),
    "paragraph: may have no name": ("<p aria-label=x id=t>y</p>", ""),
    "generic: may have no name": ("<div aria-label=x id=t>y</div>", ""),
    "hidden parts say nothing": ("<button id=t>Save<b hidden> now</b></button>", "Save"),
    "display none says nothing": (
        '<button id=t>Save<b style="display: none"> now</b></button>',
        "Save",
    ),
    "aria-hidden says nothing": ("<button id=t>Save<i aria-hidden=true>x</i></button>", "Save"),
    "aria-hidden=false says it": ("<button id=t>Save<i aria-hidden=false>x</i></button>", "Savex"),
    "scripts say nothing": ("<button id=t>Save<script>x()</script></button>", "Save"),
    "an image says its alt": ("<a href=/ id=t><img alt=Home></a>", "Home"),
    "text and image": ("<a href=/ id=t>Go <img alt=home> now</a>", "Go home now"),
    "an image without alt says its title": ("<a href=/ id=t><img title=Home></a>", "Home"),
    "an image that decorates says nothing": ('<a href=/ id=t><img alt="">Home</a>', "Home"),
    # what stands elsewhere
    "what it owns": ("<a href=/ id=t aria-owns=x>Read</a><p id=x>more</p>", "Read more"),
    "what it owns is said even if hidden from readers": (
        "<button id=t aria-owns=x><b aria-hidden=true><i id=x>Play</i><i>Pause</i></b></button>",
        "Play",
    ),
    "what another one owns": (
        "<h2 id=t>Fast <b id=x>car</b></h2><button aria-owns=x>Red</button>",
        "Fast",
    ),
    "it cannot own what is around it": (
        "<div id=x><button id=t aria-owns=x>Go</button></div>",
        "Go",
    ),
    "a hidden one cannot be owned": ("<button id=t aria-owns=x>Go</button><p hidden id=x>on", "Go"),
    "what was referred to is said once": (
        "<h2 id=t><a href=/ aria-labelledby=i><img id=i alt=Cat></a> "
        "<a href=/ aria-labelledby='i b'>x</a></h2><b id=b>and dog</b>",
        "Cat and dog",
    ),
    "a label that points nowhere": ("<button id=t aria-labelledby=gone>Go</button>", "Go"),
    "a label that points to itself": (
        "<button id=t aria-label=Delete aria-labelledby='t f'>x</button><a id=f href=/>file</a>",
        "Delete file",
    ),
    "labels are not followed twice": (
        "<a href=/ id=t aria-labelledby=x>a</a><b id=x aria-labelledby=y>b</b><i id=y>c</i>",
        "b",
    ),
    # drawings
    "titled shape": ("<svg><circle id=t><title>Sun</title></circle></svg>", "Sun"),
    "titled group": ("<svg><g id=t><title>Sky</title><path/></g></svg>", "Sky"),
    "link of a drawing": ("<svg><a id=t xlink:href=/ xlink:title=Sun><path/></a></svg>", "Sun"),
    "titled abbreviation": ("<abbr id=t title='World Wide Web'>WWW</abbr>", "World Wide Web"),
    "abbreviations say what is written": (
        "<a href=/ id=t><abbr title='World Wide Web'>WWW</abbr></a>",
        "WWW",
    ),
    "no-break spaces are spaces": ("<button id=t>Sign&nbsp;&nbsp;in</button>", "Sign in"),
    "a hidden image says nothing": ("<a href=/ id=t><img hidden alt=x>Home</a>", "Home"),
    "svg says its title": (
        "<button id=t><svg><title>Close</title><path/></svg></button>",
        "Close",
    ),
    "a label inside counts instead of text": (
        "<button id=t>Add <span aria-label='to cart'>+</span></button>",
        "Add to cart",
    ),
    "a title inside counts if there is no text": (
        "<button id=t><i title=Close></i></button>",
        "Close",
    ),
    "a title inside does not count beside text": (
        "<button id=t><i title=Close>x</i></button>",
        "x",
    ),
    "a title inside counts if the icon is hidden": (
        "<h3 id=t>Pets <button title=Close><svg aria-hidden=true></svg></button></h3>",
        "Pets Close",
    ),
    "an image does not part words": ("<a href=/ id=t><img alt=Ann>Lee</a>", "AnnLee"),
    "a button parts words": (
        "<table><tr><td id=t>Ann<button>x</button>Lee</table>",
        "Ann x Lee",
    ),
    "a reference inside is followed": (
        "<button id=t>Delete <i aria-labelledby=n></i></button><b id=n>Ann</b>",
        "Delete Ann",
    ),
    "a progress bar inside says its value": (
        "<a href=/ id=t>Task <div role=progressbar aria-valuenow=40>40% done</div></a>",
        "Task 40",
    ),
    "a frame inside says its title": (
        "<a href=/ id=t>Map <iframe title=Rome></iframe></a>",
        "Map Rome",
    ),
    "an input button inside says its value": (
        "<table><tr><td id=t><input type=submit value=Go></table>",
        "Go",
    ),
    "a field inside says nothing of what was typed": (
        "<table><tr><td id=t>Age <input value=42></table>",
        "Age",
    ),
    # aria-label, aria-labelledby
    "aria-label": ("<button aria-label=Close id=t>x</button>", "Close"),
    "aria-label of white space does not count": ('<button aria-label=" " id=t>x</button>', "x"),
    "aria-labelledby": ("<b id=a>First</b><input aria-labelledby=a id=t>", "First"),
    "several references, in the order written": (
        "<b id=a>A</b><b id=b>B</b><input aria-labelledby='b a' id=t>",
        "B A",
    ),
    "a reference wins over a label": (
        "<b id=a>A</b><button aria-label=L aria-labelledby=a id=t>x</button>",
        "A",
    ),
    "a reference that leads nowhere is passed over": (
        "<button aria-label=L aria-labelledby=gone id=t>x</button>",
        "L",
    ),
    "one that refers to itself as well": (
        "<b id=a>file</b><button aria-label=Delete aria-labelledby='t a' id=t>x</button>",
        "Delete file",
    ),
    "a reference to a hidden element counts": (
        "<p hidden id=a>Your <b>full</b> name</p><input aria-labelledby=a id=t>",
        "Your full name",
    ),
    "hidden parts of a hidden reference count": (
        "<p hidden id=a>Your <b hidden>full</b> name</p><input aria-labelledby=a id=t>",
        "Your full name",
    ),
    "hidden parts of a shown reference do not": (
        "<p id=a>Your <b hidden>full</b> name</p><input aria-labelledby=a id=t>",
        "Your name",
    ),
    "references are followed once": (
        "<b id=a aria-labelledby=b>A</b><b id=b>B</b><input aria-labelledby=a id=t>",
        "A",
    ),
    "references in a circle end": (
        "<div role=button id=t><i aria-labelledby=u>x</i></div>"
        "<div role=button id=u>y<i aria-labelledby=t>z</i></div>",
        "yz",
    ),
    "the first element of an id counts": (
        "<b id=a>one</b><b id=a>two</b><input aria-labelledby=a id=t>",
        "one",
    ),
    # fields
    "label for": ("<label for=t>Name</label><input id=t>", "Name"),
    "label around": ("<label>Name <input id=t></label>", "Name"),
    "label around and for": (
        "<label for=t>Your</label><label>name<input id=t></label>",
        "Your name",
    ),
    "two labels": ("<label for=t>A</label><input id=t><label for=t>B</label>", "A B"),
    "label around, text on both sides": ("<label>In <input id=t> days</label>", "In days"),
    "only the first field is labelled by the label around": (
        "<label>Size <input><select id=t></select></label>",
        "",
    ),
    "a hidden field is not the first": (
        "<label>Size <input type=hidden><input id=t></label>",
        "Size",
    ),
    "a label for another is not for the one inside": ("<label for=x>A <input id=t></label>", ""),
    "a hidden label counts": ("<label for=t hidden>Name</label><input id=t>", "Name"),
    "a label is for the first of two equal ids": (
        "<label for=t>A</label><select id=t></select>",
        "A",
    ),
    "label of a button": ("<label for=t>Colour</label><button id=t>red</button>", "Colour"),
    "label of a select": ("<label>Size <select id=t><option>S</select></label>", "Size"),
    "label of a textarea": ("<label>Text <textarea id=t>typed</textarea></label>", "Text"),
    "label of a checkbox": ("<label><input type=checkbox id=t> I agree</label>", "I agree"),
    "label of a meter": ("<label>Fuel <meter id=t></meter></label>", "Fuel"),
    "title of a field": ("<input title=Name id=t>", "Name"),
    "placeholder": ("<input placeholder=Name id=t>", "Name"),
    "title before placeholder": ("<input placeholder=P title=T id=t>", "T"),
    "label before title": ("<label for=t>L</label><input title=T id=t>", "L"),
    "a checkbox has no placeholder": ("<input type=checkbox placeholder=P id=t>", ""),
    "placeholder of a textarea": ("<textarea placeholder=Text id=t></textarea>", "Text"),
    "aria-placeholder": ("<div role=textbox aria-placeholder=Text id=t></div>", "Text"),
    "no name": ("<input id=t>", ""),
    "what was typed is no name": ("<input value=secret id=t>", ""),
    # buttons made of inputs
    "value of a button": ("<input type=button value=Go id=t>", "Go"),
    "submit without value": ("<input type=submit id=t>", "Submit"),
    "submit with an empty value": ('<input type=submit value="" id=t>', "Submit"),
    "reset without value": ("<input type=reset id=t>", "Reset"),
    "button without value": ("<input type=button title=Go id=t>", "Go"),
    "label of an input button": ("<label for=t>L</label><input type=submit value=V id=t>", "L"),
    "image button": ("<input type=image alt=Search id=t>", "Search"),
    "image button with title": ("<input type=image title=Search id=t>", "Search"),
    "image button without anything": ("<input type=image value=V id=t>", "Submit"),
    # elements that HTML names
    "img": ("<img alt='The  logo' id=t>", "The logo"),
    "img with title": ("<img title=Logo id=t>", "Logo"),
    "area": ("<map><area href=/ alt=Rome id=t></map>", "Rome"),
    "fieldset": ("<fieldset id=t><legend>Address</legend><input></fieldset>", "Address"),
    "fieldset with title": ("<fieldset title=Address id=t><input></fieldset>", "Address"),
    "table": ("<table id=t><caption>Prices</caption><tr><td>1</table>", "Prices"),
    "figure": ("<figure id=t><img alt=x><figcaption>A cat</figcaption></figure>", "A cat"),
    "a list of choices in another's label": (
        "<label><input type=checkbox id=t> Flash <select><option>1<option selected>3</select> times"
        "</label>",
        "Flash 3 times",
    ),
    "a list without a choice": (
        "<label><input type=checkbox id=t> Flash <select><option>1<option>3</select> times</label>",
        "Flash 1 times",
    ),
    "a list of several rows without a choice": (
        "<label><input type=checkbox id=t> Go <select size=2><option>1</select> on</label>",
        "Go on",
    ),
    "a combobox shows its value": (
        "<label><input type=checkbox id=t> Flash <b role=combobox aria-label=n>3</b> times</label>",
        "Flash 3 times",
    ),
    "a listbox says what is selected": (
        "<label><input type=checkbox id=t> Flash <b role=listbox aria-label=n><i role=option>1</i>"
        "<i role=option aria-selected=true>3</i></b> times</label>",
        "Flash 3 times",
    ),
    "each element speaks once": (
        "<h3 id=t><a href=/ aria-labelledby=i>one</a> <a href=/>two <img id=i alt=image></a></h3>",
        "image two",
    ),
    "an item that lost its list": ("<li id=t aria-label=label>x</li>", "label"),
    "optgroup": ("<select><optgroup label=Warm id=t></select>", "Warm"),
    "option with label": ("<select><option label=Red id=t>r</select>", "Red"),
    "svg": ("<svg id=t><title>Chart</title></svg>", "Chart"),
    "a caption further in is not the table's": (
        "<table id=t><tr><td><table><caption>x</caption></table></table>",
        "",
    ),
    "details: the summary names itself only": ("<details id=t><summary>S</summary></details>", ""),
    "iframe": ("<iframe title=Map id=t></iframe>", "Map"),
    "video": ("<video aria-label=Film id=t></video>", "Film"),
    "title of a landmark": ("<nav title=Site id=t></nav>", "Site"),
    # not told
    "hidden": ("<button hidden id=t>x</button>", ""),
    "inside aria-hidden": ("<div aria-hidden=true><button id=t>x</button></div>", ""),
    "inside a closed dialog": ("<dialog><button id=t>x</button></dialog>", ""),
    "a note of a book": ('<p>x<span id=t role="doc-noteref">1</span></p>', "1"),
}


@pytest.mark.parametrize(("body", "name"), CASES.values(), ids=CASES)
def test_the_name_is_as_the_w3c_says(body: str, name: str) -> None:
    (node,) = a_page(body).select("#t")
    assert node.name == name, "asked alone"
    assert node.snapshot.names[node.index] == name, "asked for all"


def test_ids_lead_to_elements_of_the_same_frame_only() -> None:
    body = "<b id=a>outer</b><label for=t>outer</label><iframe></iframe>"
    page = a_framed_page(body, {"iframe": "<input id=t><input aria-labelledby=a id=u>"})
    assert [node.name for node in page.select("input", frame=1)] == ["", ""]
    assert {page.names[node.index] for node in page.select("input", frame=1)} == {""}


def test_a_frame_labels_its_own_fields() -> None:
    page = a_framed_page(
        "<input id=t><iframe></iframe>", {"iframe": "<label for=t>In</label><input id=t>"}
    )
    assert [node.name for node in page.select("input")] == [""]
    assert [node.name for node in page.select("input", frame=1)] == ["In"]


def test_a_name_ends_somewhere() -> None:
    page = a_page(f"<div role=button>{'word ' * 10_000}</div>")
    assert len(page.names[-1]) == LONGEST_NAME
    assert page.names[-1].startswith("word word")


def test_nested_names_do_not_cost_the_square_of_the_page() -> None:
    many = 3_000
    page = a_page("<div role=button title=x>" * many + "word " * 1000 + "</div>" * many)
    assert sum(map(len, page.names)) <= LONGEST_NAME * (many + 2)


TAGS = (
    "a b button div fieldset i img input label legend p select svg table td th title tr details "
    "summary header section li ul template textarea".split()
)
ATTRIBUTES = (
    "id=a id=b for=a for=b aria-label=L aria-labelledby=a aria-labelledby=b title=T alt=A hidden "
    "aria-hidden=true href=/ role=button role=none role=list type=submit open scope=row".split()
)
openings = st.builds(
    lambda tag, given: f"<{' '.join([tag, *given])}>",
    st.sampled_from(TAGS),
    st.lists(st.sampled_from(ATTRIBUTES), max_size=3),
)
pieces = st.one_of(
    openings,
    st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
    st.sampled_from([" ", "word", " two words ", "\n"]),
)


@given(st.lists(pieces, min_size=1, max_size=40).map("".join))
def test_asked_alone_and_asked_for_all_the_answer_is_the_same(soup: str) -> None:
    html = f"<body>{soup}"
    page, again = parse(html), parse(html)
    for index in range(min(len(page), 30)):
        alone = page.role_of(index), page.name_of(index), page.text_of(index)
        assert alone == (again.roles[index], again.names[index], again.index.text.of(index))


@given(st.lists(pieces, min_size=1, max_size=40).map("".join))
def test_that_also_holds_with_everything_laid_open(soup: str) -> None:
    html = f"<body>{soup}"
    shared, alone, shown = parse(html).index, parse(html).index.laid_open, parse(html)
    assert shared.names == parse(html).names  # worked out before: it may be shared
    page = replace(shown, shown=(True,) * len(shown)).index
    for index in range(min(len(page), 30)):
        assert alone.name_of(index) == shared.laid_open.names[index] == page.names[index]
        assert alone.text_of(index) == shared.laid_open.text.of(index) == page.text.of(index)


def test_who_asks_for_many_gets_the_columns() -> None:
    page = a_page("<button>x</button>" * 100)
    assert [node.name for node in page.select("button")] == ["x"] * 100
    assert "names" in vars(page.index)
