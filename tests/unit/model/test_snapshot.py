"""A page as plain immutable data, its nodes, and its frames."""

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from holdfast.adapters.html import parse
from holdfast.model.snapshot import Box, Node, Scope, Snapshot, TextRun
from holdfast.testing import a_framed_page, a_page


class TestImmutable:
    @pytest.mark.parametrize("name", [field.name for field in fields(Snapshot)])
    def test_no_column_can_be_replaced(self, name: str) -> None:
        page = a_page("<p>x</p>")
        with pytest.raises(FrozenInstanceError):
            setattr(page, name, ())

    def test_columns_are_tuples_whatever_they_were_made_of(self) -> None:
        page = parse("<p>x", boxes={"/html": {"x": 0, "y": 0, "w": 1, "h": 1}})
        runs = page.text_runs
        columns = (page.tags, page.parents, page.attributes, page.boxes, page.shown, runs.texts)
        assert {type(column) for column in columns} == {tuple}

    def test_attributes_of_a_node_are_read_only(self) -> None:
        (node,) = a_page("<p id=a>x</p>").select("p")
        with pytest.raises(TypeError):
            node.attributes["id"] = "b"  # type: ignore[index]  # that is the claim

    def test_a_node_cannot_be_moved(self) -> None:
        (node,) = a_page("<p id=a>x</p>").select("p")
        with pytest.raises(FrozenInstanceError):
            node.index = 0  # type: ignore[misc]  # that is the claim


class TestRefused:
    def test_columns_of_different_lengths(self) -> None:
        with pytest.raises(ValueError, match="attributes has 1 entries for 2 elements"):
            Snapshot(tags=("html", "body"), parents=(-1, 0), attributes=({},))

    def test_an_element_before_its_parent(self) -> None:
        with pytest.raises(ValueError, match="before its parent"):
            Snapshot(tags=("html", "body"), parents=(1, -1), attributes=({}, {}))

    @pytest.mark.parametrize(
        ("scope_of", "scopes"),
        [
            pytest.param((0, 2), (("document", -1), ("frame", 0)), id="unknown scope"),
            pytest.param((0, 1), (("document", -1), ("shadow", 1)), id="inside itself"),
            pytest.param((0, 1), (("document", -1), ("frame", 9)), id="owner that is not there"),
            pytest.param((0, 0), (("frame", 0),), id="no document"),
            pytest.param((0, 0), (), id="no scope"),
        ],
    )
    def test_scopes_that_lead_nowhere(
        self, scope_of: tuple[int, ...], scopes: tuple[tuple[str, int], ...]
    ) -> None:
        with pytest.raises(ValueError, match="scope"):
            Snapshot(
                tags=("html", "x-host"),
                parents=(-1, 0),
                attributes=({}, {}),
                scope_of=scope_of,
                scopes=tuple(Scope(kind, owner, "") for kind, owner in scopes),
            )


class TestNodes:
    def test_a_node_knows_its_surroundings(self) -> None:
        page = a_page("<ul class='a b'><li>x<b>y</b></li><li>z</li></ul>")
        (items,) = page.select("ul")
        first, second = items.children
        assert [node.tag for node in first.iter_ancestors()] == ["ul", "body", "html"]
        assert [node.tag for node in items.iter_descendants()] == ["li", "b", "li"]
        assert items.classes == ("a", "b")
        assert (first.depth, second.depth) == (3, 3)
        assert items.contains(second)
        assert not second.contains(items)
        assert page.nodes[0].parent is None

    def test_nodes_are_equal_within_a_page_only(self) -> None:
        page, other = a_page("<p>x</p>"), a_page("<p>x</p>")
        assert page == other
        assert page.nodes[2] == Node(page, 2)
        assert page.nodes[2] != other.nodes[2]
        assert len({page.nodes[2], Node(page, 2), other.nodes[2]}) == 2

    def test_all_nodes_are_a_sequence(self) -> None:
        nodes = a_page("<p>x</p>").nodes
        assert len(nodes) == 4
        assert nodes[-1].tag == "p"
        assert [node.tag for node in nodes[1:]] == ["head", "body", "p"]
        with pytest.raises(IndexError):
            nodes[4]

    def test_a_box_has_a_centre_and_an_area(self) -> None:
        assert Box(10, 20, 30, 40).centre == (25, 40)
        assert Box(10, 20, 30, 40).area == 1200
        assert Box(0, 0, -5, 10).area == 0


class TestFrames:
    PAGE = a_framed_page(
        "<p>outer</p><iframe></iframe><p>outer</p>", {"iframe": "<p>inner</p><div><p>x</p></div>"}
    )

    def test_paths_begin_anew_in_a_frame(self) -> None:
        paths = [node.xpath for node in self.PAGE.nodes if node.tag == "p"]
        assert paths == [
            "/html/body/p[1]",
            "/html/body/p",
            "/html/body/div/p",
            "/html/body/p[2]",
        ]

    def test_a_path_is_looked_for_in_one_frame(self) -> None:
        found = self.PAGE.find_xpath("/html/body/p", frame=1)
        assert found is not None
        assert found.text == "inner"
        assert self.PAGE.find_xpath("/html/body/p") is None, "two outside, so it needs a place"

    def test_every_path_leads_back(self) -> None:
        for node in self.PAGE.nodes:
            assert self.PAGE.find_xpath(node.xpath, frame=node.frame) == node

    def test_the_way_into_a_frame(self) -> None:
        inner = self.PAGE.select("div", frame=1)[0]
        iframe = self.PAGE.select("iframe")[0]
        assert self.PAGE.scope_path(inner.index) == (iframe.index,)
        assert self.PAGE.scope_path(iframe.index) == ()
        assert (inner.frame, iframe.frame) == (1, 0)

    def test_a_frame_that_is_not_there_is_empty(self) -> None:
        assert self.PAGE.find_xpath("/html", frame=7) is None
        assert self.PAGE.select("p", frame=7) == []

    def test_a_shadow_root_belongs_to_the_document_of_its_host(self) -> None:
        page = a_framed_page("<x-host></x-host>", {"x-host": "<p>in</p>"}, kind="shadow")
        (node,) = page.select("p")
        assert node.frame == 0
        assert node.xpath == "/html/body/x-host/html/body/p"
        assert page.find_xpath(node.xpath) == node


@pytest.mark.parametrize(
    "path",
    ["", "/", "html", "//p", "/html/", "/html/body/p[0]", "/html/body/p[3]", "/html/body/p[-1]",
     "/html/body/p[x]", "/html/body/p[1][1]", "/html/body/*", "/html/body/p[99999999999]"],
)  # fmt: skip
def test_what_is_no_path_of_an_element_finds_none(path: str) -> None:
    page = a_page("<p>a</p><p>b</p>")
    assert page.find_xpath(path) is None


def test_a_place_that_is_not_needed_is_understood() -> None:
    page = a_page("<p>a</p>")
    assert page.find_xpath("/html[1]/body[1]/p[1]") == page.nodes[3]


class TestTextRuns:
    PAGE = parse("<body><p>a<b>b</b>c")

    def test_they_say_where_they_stand(self) -> None:
        assert self.PAGE.runs[1] == TextRun(owner=4, at=5, text="b")
        assert self.PAGE.runs[-1].text == "c"
        assert [run.at for run in self.PAGE.runs[:2]] == [4, 5]

    def test_they_read_like_a_tuple(self) -> None:
        seen, runs = self.PAGE.text_runs, tuple(self.PAGE.runs)
        assert len(seen) == len(runs) == 3
        assert seen == runs
        assert hash(seen) == hash(parse("<body><p>a<b>b</b>c").text_runs)
        assert seen != runs[:2]

    def test_a_page_takes_them_one_by_one_as_well(self) -> None:
        assert replace(self.PAGE, runs=tuple(self.PAGE.runs)) == self.PAGE

    def test_those_inside_of_an_element_are_found(self) -> None:
        assert [text for _, _, text in self.PAGE.text_runs.inside(4, 5)] == ["b"]
        assert [text for _, _, text in self.PAGE.text_runs.inside(3, 5)] == ["a", "b", "c"]
