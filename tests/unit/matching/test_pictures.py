"""Icons and pictures by one name, however they are drawn."""

import pytest

from holdfast import parse
from holdfast.matching.pictures import icons_of


def shown(html: str) -> set[str]:
    page = parse(f"<a href=#>{html}</a>")
    link = next(node for node in page.nodes if node.tag == "a")
    return set(icons_of(page, link.index, page.index.ends[link.index]))


class TestIcons:
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("fa fa-facebook", "fab fa-facebook-f"),
            ("fa fa-linkedin fa-stack-1x fa-inverse", "fab fa-linkedin-in"),
            ("glyphicon glyphicon-trash", "bi bi-trash-fill"),
            ("fa fa-times", "fa-solid fa-xmark"),
            ("fa fa-bars", "bi bi-menu"),
            ("ion-ios-home-outline", "fa-house"),
            ("mce-ico mce-i-bold", "jodit-icon_bold"),
            ("anticon anticon-search", "el-icon-search"),
            ("cke_button_icon cke_button__italic_icon", "w-e-icon-italic"),
        ],
    )
    def test_a_sign_keeps_its_name_in_another_font(self, before: str, after: str) -> None:
        assert shown(f"<i class='{before}'></i>") == shown(f"<i class='{after}'></i>") != set()

    def test_which_way_an_arrow_points_is_part_of_its_name(self) -> None:
        up, down = (shown(f"<i class='fa fa-chevron-{way}'></i>") for way in ("up", "down"))
        assert up != down

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            pytest.param("bi bi-box-arrow-in-right", "bi bi-box-arrow-right", id="in and out"),
            pytest.param("fa fa-sign-in", "fa fa-sign", id="to sign in, and a sign"),
            pytest.param("bi bi-type-bold", "bi bi-type", id="bold letters, and letters"),
            pytest.param("fa fa-rotate-left", "fa fa-arrow-left", id="to undo, and to go back"),
        ],
    )
    def test_what_an_icon_does_is_part_of_its_name(self, one: str, other: str) -> None:
        shows = [shown(f"<i class='{name}'></i>") for name in (one, other)]
        assert all(shows)
        assert shows[0] != shows[1]

    def test_how_far_an_icon_is_turned_is_no_sign(self) -> None:
        assert shown("<i class='fa fa-rotate-90 fa-flip-horizontal'></i>") == set()

    def test_the_minus_that_a_font_draws_is_no_cross(self) -> None:
        minus, cross = (
            shown(f"<span class=material-icons>{word}</span>") for word in ("remove", "close")
        )
        assert minus != cross == shown("<i class='glyphicon glyphicon-remove'></i>")

    def test_the_frame_counts_only_if_nothing_is_in_it(self) -> None:
        inside = "<i class='fa fa-circle fa-stack-2x'></i><i class='fa fa-github'></i>"
        assert shown(inside) == {"github"}
        assert shown("<i class='fa fa-circle'></i>") == {"circle"}

    def test_how_an_icon_is_drawn_is_no_sign(self) -> None:
        assert shown("<i class='fa fa-fw fa-lg fa-spin'></i>") == set()

    def test_what_a_class_says_of_the_place_of_an_icon_is_no_sign(self) -> None:
        assert shown("<i class='btn-icon-container vjs-icon-placeholder'></i>") == set()

    @pytest.mark.parametrize(
        "html",
        [
            pytest.param("<span class=material-icons>home</span>", id="the word that a font draws"),
            pytest.param("<i data-icon='mdi:home'></i>", id="an attribute, with the set's name"),
            pytest.param("<x-button src=/icons/home.svg></x-button>", id="an own element's file"),
        ],
    )
    def test_an_icon_is_named_in_many_ways(self, html: str) -> None:
        assert shown(html) == shown("<i class='fa fa-home'></i>") == {"home"}

    def test_words_beside_an_icon_font_are_no_signs(self) -> None:
        assert shown("<span class=material-icons>Go home now</span>") == set()


class TestPictures:
    def test_a_picture_is_its_file_wherever_it_moved(self) -> None:
        moved = shown("<img src='/assets/img/google-play-badge.svg?v=3' alt='...'>")
        assert shown("<img src=img/google-play-badge.svg>") == moved == {"google-play-badge"}

    def test_a_build_mark_and_a_size_are_not_part_of_the_file_name(self) -> None:
        assert shown("<img src='/static/logo.5f3a9c1b.png'>") == {"logo"}
        assert shown("<img src='/static/logo-320x200@2x.png'>") == {"logo"}

    def test_a_sprite_is_known_by_its_part(self) -> None:
        assert shown("<svg><use href='/icons.svg#icon-cart'></use></svg>") == {"icon-cart"}

    def test_a_drawing_is_known_by_how_it_begins(self) -> None:
        one, other = (shown(f"<svg><path d='{d}'></path></svg>") for d in ("M3 3h18", "M9 1l2 2"))
        assert one != other != set()
