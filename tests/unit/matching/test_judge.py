"""The matcher as the engine's judge: rank, policies, reasons, and what it does without the page."""

import subprocess
import sys

import pytest
from tests.unit.matching.pages import SHOP, a_match, a_page, a_stored_page, index_of

from holdfast.engine import locate
from holdfast.matching.columns import read_columns
from holdfast.matching.judge import judge, shortlist_for
from holdfast.matching.matcher import Matcher, matcher_for
from holdfast.matching.reasons import tell_absence
from holdfast.matching.unit_words import UnitReader
from holdfast.model.candidate import Location, Refusal
from holdfast.model.fingerprint import Fingerprint, IdentityMeaning
from holdfast.model.snapshot import Snapshot
from holdfast.page.nearby import nearby


def a_fingerprint(
    page: Snapshot, css: str, which: int = 0, *, meaning: IdentityMeaning = IdentityMeaning.CONTENT
) -> Fingerprint:
    return Fingerprint(page=page, target=index_of(page, css, which), strategies=(), meaning=meaning)


def located(old: str, new: str, css: str, which: int = 0) -> Location:
    return locate(a_fingerprint(a_stored_page(old), css, which), a_page(new))


class TestRank:
    def test_every_element_is_first_on_its_own_page(self) -> None:
        matcher = a_match(SHOP, SHOP)
        asked = [i for i in range(len(matcher.old)) if matcher.old.depth[i] > 2]
        assert [shortlist_for(matcher, i).ranked[0][0] for i in asked] == asked
        assert len(asked) > 20

    def test_probabilities_fall_and_leave_room_for_its_being_gone(self) -> None:
        found = shortlist_for(a_match(SHOP, SHOP), index_of(a_page(SHOP), "button.go"))
        probabilities = [probability for _, probability in found.ranked]
        assert probabilities[0] == max(probabilities)
        assert all(0.0 <= p <= 1.0 for p in (*probabilities, found.p_gone))

    def test_a_page_without_anything_means_it_is_gone(self) -> None:
        location = located(SHOP, "", "button.go")
        assert location.refusal is Refusal.GONE
        assert location.p_gone == 1.0
        assert location.candidates == ()

    def test_pages_in_use_share_one_matcher(self) -> None:
        old, new = a_stored_page(SHOP), a_page(SHOP)
        assert matcher_for(old, new) is matcher_for(old, new)
        assert matcher_for(old, new) is not matcher_for(old, new, whole_page=False)
        assert matcher_for(old, new) is not matcher_for(old, a_page(SHOP))


class TestSmallPages:
    """Where few stand around an element, its place alone is no reason to believe."""

    NOTE = "<h1>Note</h1><button>Edit it</button><button class=go>{}</button>"
    FORM = (
        "<a href=/>Home</a><form><label>Email <input name=email></label><label>City "
        "<input name=city></label><button class=go>{}</button><a href=/terms>Terms</a></form>"
    )

    @pytest.mark.parametrize("page", [NOTE, FORM])
    @pytest.mark.parametrize(
        ("was", "now"),
        [
            ("Delete", "Share"),
            ("Pay now", "Cancel"),
            ("Tidy up", "Add one note"),
            ("Like", "Report"),
        ],
    )
    def test_another_word_in_the_same_place_is_refused(self, page: str, was: str, now: str) -> None:
        location = located(page.format(was), page.format(now), ".go")
        assert location.node is None
        assert location.probability <= 0.8

    @pytest.mark.parametrize("page", [NOTE, FORM])
    @pytest.mark.parametrize(
        ("was", "now"),
        [
            ("Sign in", "Log in"),
            ("Delete", "Remove"),
            ("Save", "Save changes"),
            ("Help", "Get help"),
        ],
    )
    def test_another_word_for_the_same_is_found(self, page: str, was: str, now: str) -> None:
        location = located(page.format(was), page.format(now).replace("class=go", ""), ".go")
        assert location.node is not None
        assert location.node.tag == "button"


class TestReworded:
    """Where the words stay and the place vouches for it, little pages need no more."""

    FORM = (
        "<h1>Account</h1><form><label>Email <input name=email></label>"
        "<button id=save>Save changes</button><button id=cancel>Cancel</button></form>"
    )

    @pytest.mark.parametrize(
        "now",
        [
            pytest.param("<button>Save all changes</button><button>Cancel</button>", id="more"),
            pytest.param("<button>Save</button><button>Cancel</button>", id="less"),
            pytest.param("<button>Cancel</button><button>Save your changes</button>", id="swapped"),
        ],
    )
    def test_what_says_as_much_in_its_place_is_found(self, now: str) -> None:
        new = self.FORM[: self.FORM.index("<button")] + now + "</form>"
        location = located(self.FORM, new, "#save")
        assert location.node is not None
        assert "Save" in location.node.text
        assert location.probability >= 0.9

    def test_the_opposite_in_its_place_is_not(self) -> None:
        new = self.FORM.replace("<button id=save>Save changes", "<button>Discard changes")
        assert located(self.FORM, new, "#save").node is None

    def test_what_says_not_to_is_not_lifted(self) -> None:
        new = self.FORM.replace("<button id=save>Save changes", "<button>Don't save changes")
        location = located(self.FORM, new, "#save")
        assert location.best is None or not (location.best.probability >= 0.97)

    @pytest.mark.parametrize(
        ("before", "now"),
        [
            pytest.param("Shared with me", "Shared by me", id="small words that tell"),
            pytest.param("Archive", "Archived", id="an act and what it left"),
            pytest.param("Load more", "Learn more", id="two phrases of one word"),
        ],
    )
    def test_what_only_sounds_alike_elsewhere_is_not(self, before: str, now: str) -> None:
        def menu(*entries: str) -> str:
            listed = "".join(f"<li><a href=#>{entry}</a></li>" for entry in entries)
            return f"<h1>Files</h1><ul>{listed}</ul>"

        old = menu("Home", before, "Recent", "Trash", "Settings")
        new = menu("Home", "Recent", "Favourites", "Team", "Trash", now, "Settings", "Help")
        assert located(old, new, "li:nth-of-type(2) a").node is None

    def test_two_that_say_as_much_are_told_by_more_than_their_words(self) -> None:
        new = self.FORM.replace(
            "<button id=save>Save changes</button>",
            "<button>Save changes now</button><button>Save changes later</button>",
        )
        assert located(self.FORM, new, "#save").node is None


def _rows(*names: str, button: str) -> str:
    rows = "".join(f"<tr><td>{n}</td><td>{button}</td></tr>" for n in names)
    return f"<button>Refresh</button><table>{rows}</table><button>Contact</button>"


class TestRowsOfOthers:
    """A row's control is nobody else's, whatever all rows have in common."""

    @pytest.mark.parametrize(
        "button",
        [
            pytest.param("<button>Delete</button>", id="label"),
            pytest.param("<button data-testid=delete-button>Delete</button>", id="test id"),
            pytest.param("<button><i class='fa fa-trash'></i></button>", id="icon alone"),
        ],
    )
    def test_what_every_row_has_does_not_name_another_row(self, button: str) -> None:
        old = _rows("Ann Berg", "Bob Clay", "Cid Dorn", button=button)
        new = old.replace("Bob Clay", "Zed Quill")
        assert located(old, new, "td button", 1).node is None

    def test_what_every_row_says_does_not_tell_whose_it_is(self) -> None:
        names = ("Alice Smith", "Zoe King", "Yan Li")
        old = _rows(
            *(f"{name}</td><td>Editor</td><td>active</td><td>Berlin" for name in names),
            button="<button>Delete</button>",
        )
        assert located(old, old.replace("Alice Smith", "Bob Jones"), "td button").node is None
        moved = located(old, old.replace("Alice Smith</td><td>Editor", "Alice Smith</td><td>Boss"),
                        "td button").node  # fmt: skip
        assert moved is not None
        assert moved.index == index_of(a_page(old), "td button")

    def test_no_button_of_the_page_stands_in_for_a_rows(self) -> None:
        old = _rows("Ann", "Bob", "Cid", button="<button>Delete</button>")
        new = _rows("Ann", "Bob", "Cid", button="").replace(
            "<button>Contact", "<button>Delete all</button><button>Contact"
        )
        assert located(old, new, "td button", 2).node is None


class TestNotTheSame:
    def test_a_sign_is_no_name_where_the_words_are_others(self) -> None:
        page = "<button>Open</button><button><i class='anticon anticon-plus'></i>{}</button>"
        old, new = page.format("Add user"), page.format("New invoice")
        assert located(old, new, "button", 1).node is None

    def test_who_counts_the_clicks_names_nothing(self) -> None:
        page = "<button>Open</button><button data-track=cta-click>{}</button><button>Print</button>"
        assert located(page.format("Checkout"), page.format("About us"), "button", 1).node is None

    def test_the_name_of_a_submit_button_is_no_fields(self) -> None:
        old = "<form><input type=submit name=submit value=Search></form><button>Open</button>"
        new = "<button>Open</button><form><input type=submit name=submit value='Delete it'></form>"
        assert located(old, new, "input").node is None

    def test_an_id_that_was_given_to_the_opposite_elsewhere_is_no_reason(self) -> None:
        old = "<form><input name=mail><button id=save>Save it</button><a href=/x>Back</a></form>"
        new = "<form><input name=mail><a href=/x>Back</a></form><button id=save>Delete it</button>"
        location = located(old, new, "#save")
        assert location.refusal is Refusal.GONE

    def test_another_choice_of_the_same_name_is_no_reason(self) -> None:
        def choices(*kinds: str) -> str:
            each = "<p><label><input type=radio name=scm value={0}> {0}</label></p>"
            return "<h2>Source</h2>" + "".join(each.format(kind) for kind in kinds)

        assert located(choices("Cvs", "Git"), choices("Git", "Mercurial"), "input").node is None

    def test_a_name_that_went_to_another_field_is_no_reason(self) -> None:
        field = "<label>{} <input name={}></label>"
        old = field.format("Street", "line1") + field.format("Town", "line2")
        new = field.format("Country", "line1") + field.format("Street", "street")
        found = located(f"<form>{old}</form>", f"<form>{new}</form>", "input").node
        assert found is None or found.get("name") == "street"

    @pytest.mark.parametrize(("was", "now"), [("保存", "删除"), ("on", "no"), ("S", "XL")])
    def test_a_short_word_in_a_menu_is_no_key(self, was: str, now: str) -> None:
        entry = "<li role=menuitem><b>{}</b><b>{}</b></li>"
        menus = [
            f"<ul role=menu>{entry.format('Open', '')}{entry.format('Notify', last)}</ul>"
            for last in (was, now)
        ]
        pages = [a_page(menu) for menu in menus]
        one, other = (UnitReader(read_columns(p)).read(index_of(p, "li", 1)) for p in pages)
        assert one.words != other.words


class TestNames:
    def test_two_keys_met_once_are_not_outvoted_by_everything_else(self) -> None:
        old = "<ul><li><a href=/x>Extra</a><li><a href=/cal>Calendar</a><li><a href=/y>Why</a></ul>"
        new = (
            "<ul><li><a href=/x>Extra</a><li><a href=/t>Tables</a><li><a href=/y>Why</a></ul>"
            "<aside><p><b>Now</b><a class='nav big' href=/cal>Calendar</a></p></aside>"
        )
        location = located(old, new, "a", 1)
        assert location.node is not None
        assert location.node.get("href") == "/cal"
        assert location.candidates[0].probability >= 0.98

    def test_icons_that_changed_places_keep_their_signs(self) -> None:
        old = "".join(
            f"<li><a href='#'><i class='fa fa-{sign}'></i></a></li>"
            for sign in ("facebook", "twitter", "linkedin", "github")
        )
        new = "".join(
            f"<a class=social href='#!'><i class='fab fa-{sign}'></i></a>"
            for sign in ("linkedin-in", "github", "twitter", "facebook-f")
        )
        heading = "<h1>About me</h1><p>What I do.</p>"
        matcher = a_match(f"{heading}<ul>{old}</ul>", f"{heading}<div>{new}</div>")
        found = [
            shortlist_for(matcher, index_of(matcher.old.snapshot, "a", which)).ranked[0][0]
            for which in range(4)
        ]
        links = [index_of(matcher.new.snapshot, "a", which) for which in (3, 2, 0, 1)]
        assert found == links

    @pytest.mark.parametrize("before", ["Newer →", "Marián:", "Next »"])
    def test_arrows_colons_and_accents_are_not_part_of_a_name(self, before: str) -> None:
        after = before.rstrip(" →:»").replace("á", "a").upper()
        matcher = a_match(f"<button>{before}</button>", f"<div><button>{after}</button></div>")
        assert (
            matcher.old.label[index_of(matcher.old.snapshot, "button")]
            == (matcher.new.label[index_of(matcher.new.snapshot, "button")])
        )

    @pytest.mark.parametrize("name", ["_.map", ".zip", "$"])
    def test_signs_that_begin_a_name_stay(self, name: str) -> None:
        matcher = a_match(f"<button>{name}</button>", f"<button>{name[-3:]}</button>")
        assert matcher.old.labels[index_of(matcher.old.snapshot, "button")] == name


class TestRows:
    OLD = "".join(
        f"<tr><td>Stove, {n}</td><td>{price} EUR</td><td><button>Add</button></td></tr>"
        for n, price in (("1 burner", 39), ("2 burners", 69), ("3 burners", 99))
    )
    NEW = "".join(
        f"<li><span>Stove, {n}</span><b>{price} EUR</b><button>Add</button></li>"
        for n, price in (("3 burners", 99), ("1 burner", 39), ("2 burners", 69))
    )

    @pytest.mark.parametrize(("was", "now"), [(0, 1), (1, 2), (2, 0)])
    def test_the_row_that_says_the_same_to_the_letter_is_meant(self, was: int, now: int) -> None:
        matcher = a_match(f"<table>{self.OLD}</table>", f"<ul>{self.NEW}</ul>")
        found = shortlist_for(matcher, index_of(matcher.old.snapshot, "button", was))
        assert found.ranked[0][0] == index_of(matcher.new.snapshot, "button", now)
        assert found.ranked[0][1] >= 0.75

    def test_a_field_and_its_button_are_no_rows_of_each_other(self) -> None:
        old = "<form><label>Search <input name=q></label><button>Search</button></form><p>Hi</p>"
        new = "<form><label>Search <input name=term></label><button>Search</button></form><p>Ho</p>"
        location = located(old, new, "input")
        assert location.node is not None
        assert location.node.tag == "input"


class TestPolicies:
    TWINS = (
        "<nav><a href=/help>Help</a></nav><main><h1>Hi</h1></main>"
        "<footer><a href=/help>Help</a></footer>"
    )

    def test_a_twin_is_reported_as_equivalent_and_not_as_the_element(self) -> None:
        location = located(self.TWINS, self.TWINS.replace("<main>", "<main class=new>"), "nav a")
        assert location.best is not None
        assert location.best.node.parent is not None
        assert location.best.node.parent.tag == "nav"
        assert [node.parent.tag for node in location.equivalents if node.parent] == ["footer"]

    def test_the_same_words_elsewhere_lead_elsewhere_and_are_no_twin(self) -> None:
        new = self.TWINS.replace("<footer><a href=/help>", "<footer><a href=/faq>")
        assert located(self.TWINS, new, "nav a").equivalents == ()

    ROWS = (
        "<h1>Orders</h1><ul><li><a id=order-one href=/o/1>Stove</a></li>"
        "<li><a id=order-two href=/o/2>Kettle</a></li></ul><p>That is all</p>"
    )
    OTHERS = (
        "<h1>Orders</h1><ul><li><a id=order-five href=/o/5>Lantern</a></li>"
        "<li><a id=order-two href=/o/2>Kettle</a></li></ul><p>That is all</p>"
    )

    def test_content_is_refused_when_another_thing_stands_in_its_place(self) -> None:
        location = located(self.ROWS, self.OTHERS, "#order-one")
        assert location.refusal is not None
        assert location.node is None

    def test_a_slot_is_not_refused_for_holding_another_thing(self) -> None:
        fingerprint = a_fingerprint(
            a_stored_page(self.ROWS), "#order-one", meaning=IdentityMeaning.SLOT
        )
        location = locate(fingerprint, a_page(self.OTHERS))
        assert location.node is not None
        assert location.node.get("id") == "order-five"


class TestRowsAndShells:
    """What every row has, and what is left of a control that is gone."""

    ROW = "<tr><td>{}<td>{}<td><a href='#' class=edit>Edit</a> <a href='#' class=del>Delete</a>"

    def table(self, *rows: tuple[str, str]) -> str:
        body = "".join(self.ROW.format(*row) for row in rows)
        return f"<h1>Orders</h1><table><tr><th>No.<th>Customer<th>Actions{body}</table>"

    OLD = (("4718", "Farid Haddad Tunis"), ("4720", "Hugo Lopes Braga"), ("4716", "Ida Berg Oslo"))
    NEW = (("4711", "Aiko Tanaka Sendai"), ("4712", "Mateo Ruiz Sevilla"), ("4713", "Ann Fry Bath"))

    def test_no_row_deletes_for_a_row_that_is_gone(self) -> None:
        location = located(self.table(*self.OLD), self.table(*self.NEW), ".del", 1)
        assert location.node is None
        assert location.probability <= 0.45

    def test_a_row_that_moved_keeps_its_controls(self) -> None:
        location = located(self.table(*self.OLD), self.table(self.OLD[1], *self.NEW), ".del", 1)
        assert location.node is not None
        assert location.node.get("class") == "del"

    CELLS = (
        "<div role=row><div role=gridcell class=c>{}</div><div role=gridcell class=c>{}</div>"
        "<div role=gridcell class='c rating' {}></div></div>"
    )

    def grid(self, *stars: str) -> str:
        rows = zip(("4718", "4720", "4716"), ("Haddad", "Lopes", "Berg"), stars, strict=True)
        return f"<h1>Orders</h1><div role=grid>{''.join(self.CELLS.format(*r) for r in rows)}</div>"

    def test_the_empty_shell_of_something_that_is_gone_is_not_it(self) -> None:
        full = ("aria-label='two stars'", "aria-label='four stars'", "aria-label='one star'")
        location = located(self.grid(*full), self.grid(full[0], "", full[2]), ".rating", 1)
        assert location.refusal is Refusal.GONE
        assert location.probability <= 0.4


class TestWithoutThePage:
    def test_the_result_says_that_more_is_asked(self) -> None:
        page, target = nearby(a_stored_page(SHOP), index_of(a_page(SHOP), "button.go"))
        fingerprint = Fingerprint(page=page, target=target, strategies=(), has_page=False)
        location = locate(fingerprint, a_page(SHOP))
        assert location.best is not None
        assert location.best.node.get("class") == "go"
        assert "the page around it was not kept, so more is asked of a candidate" in location.reason

    def test_with_the_page_it_does_not(self) -> None:
        assert "not kept" not in located(SHOP, SHOP, "button.go").reason


class TestReasons:
    def reasons(self, old: str, new: str, css: str) -> list[str]:
        best = located(old, new, css).best
        assert best is not None
        return [evidence.reason for evidence in best.evidence]

    def test_keys_that_agree_and_contradict_are_told_with_their_values(self) -> None:
        told = self.reasons(SHOP, SHOP.replace("href=/sale", "href=/outlet"), "nav a:nth-child(2)")
        assert "same label 'Sale'" in told
        assert "different address: '/outlet', was '/sale'" in told

    def test_what_stands_next_to_it_is_told(self) -> None:
        told = self.reasons(SHOP, SHOP.replace("href=/sale", "href=/outlet"), "nav a:nth-child(2)")
        assert "stands next to the same elements" in told

    def test_who_took_the_candidate_is_told(self) -> None:
        gone = SHOP.replace("<a href=/sale>Sale</a>", "")
        shortlist = judge(a_fingerprint(a_stored_page(SHOP), "nav a", 1), a_page(gone))
        told = {said.reason for index, _ in shortlist.ranked for said in shortlist.explain(index)}
        assert any(reason.startswith("it is what became of") for reason in told)

    def test_neighbours_that_closed_up_are_told(self) -> None:
        matcher = a_match(SHOP, SHOP.replace("<a href=/sale>Sale</a>", ""))
        found = shortlist_for(matcher, index_of(matcher.old.snapshot, "nav a", 1))
        told = tell_absence(found.best)
        assert "its neighbours were found again, with nothing left between them" in told
        assert "nothing on the page has its address or label any more" in told

    def test_an_element_that_is_there_has_no_reason_to_be_gone(self) -> None:
        matcher = a_match(SHOP, SHOP)
        found = shortlist_for(matcher, index_of(matcher.old.snapshot, "nav a", 1))
        assert all("any more" not in reason for reason in tell_absence(found.best))


PROGRAM = """
import sys
sys.path.insert(0, {root!r})
from holdfast.adapters.html import parse
from holdfast.bench import relocate
from holdfast.matching.judge import shortlist_for
from tests.unit.matching.pages import SHOP, a_match
new = SHOP.replace("card", "tile").replace("<main>", "<main><section>").replace("Sale", "Offers")
matcher = a_match(SHOP, new)
for target in range(len(matcher.old)):
    found = shortlist_for(matcher, target)
    print(target, found.ranked, found.p_gone, found.reasons)
page = parse(SHOP)
for node in page.nodes:
    print(relocate(SHOP, new, node.xpath, None, None))
"""


def test_the_same_question_has_the_same_answer_whatever_python_hashes_to(
    pytestconfig: pytest.Config,
) -> None:
    assert answers("0", pytestconfig) == answers("4242", pytestconfig)


def answers(seed: str, config: pytest.Config) -> bytes:
    program = PROGRAM.format(root=str(config.rootpath))
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": seed},
        capture_output=True,
        check=True,
    )
    assert len(done.stdout.splitlines()) > 60
    return done.stdout


def test_a_matcher_without_shared_keys_still_answers() -> None:
    matcher = Matcher(a_stored_page("<a href=/a>One</a>"), a_page("<button>Two</button>"))
    assert len(shortlist_for(matcher, index_of(matcher.old.snapshot, "a")).ranked) == 1
