"""The plugin as pytest sees it: options, settings, markers, what it costs when it is not used."""

import pytest

pytest_plugins = ["pytester"]

NO_OTHERS = ("-p", "no:playwright", "-p", "no:asyncio", "-p", "no:rerunfailures", "-p", "no:xdist")
EXTENT = """
    import pytest
    from holdfast.doors.pytest_plugin import settings_of

    def told(request):
        settings = settings_of(request.node)
        return "off" if settings is None else f"{settings.extent} {settings.heal_after_ms:.0f}"

    def test_plain(request):
        print("plain:", told(request))

    @pytest.mark.holdfast("suggest")
    def test_careful(request):
        print("careful:", told(request))

    @pytest.mark.holdfast("heal", heal_after_ms=50, mode="conservative")
    def test_bold(request):
        settings = settings_of(request.node)
        print("bold:", told(request), settings.mode, settings.thresholds)
"""


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOLDFAST_EXTENT", raising=False)


def run(pytester: pytest.Pytester, *options: str) -> list[str]:
    """Return what the tests printed."""
    result = pytester.runpytest_inprocess("-q", "-s", *NO_OTHERS, *options)
    return [line.lstrip(".") for line in result.outlines if ":" in line]


def test_the_options_stand_in_a_group_of_their_own(pytester: pytest.Pytester) -> None:
    shown = pytester.runpytest_inprocess("--help", *NO_OTHERS).stdout.str()
    group = shown[shown.index("Holdfast: locators") :]
    for option in (
        "--holdfast={off,observe,suggest,heal}",
        "--holdfast-mode",
        "--holdfast-auto-apply=N",
        "--holdfast-after",
    ):
        assert option in group


def test_the_marker_is_registered(pytester: pytest.Pytester) -> None:
    shown = pytester.runpytest_inprocess("--markers", *NO_OTHERS).stdout.str()
    assert "@pytest.mark.holdfast(extent," in shown


def test_observing_is_the_default_and_a_marker_only_lowers(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(EXTENT)
    assert run(pytester) == [
        "plain: observe 2000",
        "careful: suggest 2000",
        "bold: observe 50 conservative {}",
    ]
    assert run(pytester, "--holdfast-auto-apply=95")[2].endswith("conservative {'autoApply': 95}")


def test_the_command_line_goes_before_environment_and_ini(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(EXTENT)
    pytester.makeini("[pytest]\nholdfast = suggest\nholdfast_after = 700\n")
    assert run(pytester)[0] == "plain: suggest 700"
    monkeypatch.setenv("HOLDFAST_EXTENT", "heal")
    assert run(pytester)[0] == "plain: heal 700"
    assert run(pytester, "--holdfast", "off", "--holdfast-after", "9")[0] == "plain: off"


def test_a_wrong_word_names_what_is_allowed(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(EXTENT)
    monkeypatch.setenv("HOLDFAST_EXTENT", "sometimes")
    shown = pytester.runpytest_inprocess(*NO_OTHERS, "-k", "plain").stdout.str()
    assert "holdfast must be one of off, observe, suggest, heal, got sometimes" in shown


def test_off_returns_the_very_page(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.fixture
        def page():
            return object()

        def test_same(page, healing_page, holdfast_heal):
            assert healing_page is page
            assert holdfast_heal(page) is page
        """
    )
    pytester.runpytest_inprocess("--holdfast", "off", *NO_OTHERS).assert_outcomes(passed=1)


def test_a_run_that_does_not_use_it_imports_nothing_and_prints_nothing(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_nothing_is_imported():
            assert not {"playwright", "numpy", "lxml", "sqlalchemy"} & set(sys.modules)
            assert "holdfast.doors.pytest_plugin" in sys.modules
        """
    )
    others = ("-W", "error", "-p", "no:hypothesispytest", "-p", "no:schemathesis")
    result = pytester.runpytest_subprocess(*NO_OTHERS, *others)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*= holdfast =*")


# ------------------------------------------------------------------------------ with a real browser

MINI = """
    import os
    import pytest
    from playwright.sync_api import sync_playwright
    from holdfast.adapters.browser.launch import launch_options

    PAGES = {
        "old": "<h1>Account</h1><button id='save'>Save changes</button><button>Cancel</button>",
        "new": "<h1>Account</h1><button>Cancel</button><p><button>Save changes</button></p>",
    }

    @pytest.fixture(scope="session")
    def browser():
        with sync_playwright() as playwright:
            yield playwright.chromium.launch(**launch_options())

    @pytest.fixture
    def page(browser):
        page = browser.new_page()
        page.set_default_timeout(10000)
        page.set_content(PAGES[os.environ["SHOP"]])
        return page

    def test_saving(healing_page):
        healing_page.locator("#save").click()

    def test_failing(healing_page):
        healing_page.locator("#save").click()
        assert not "this test"
"""


@pytest.mark.browser
@pytest.mark.slow
def test_warnings_retries_and_red_tests(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(test_mini=MINI)
    (pytester.path / "holdfast.toml").write_text("", encoding="utf-8")
    others = ("-p", "no:playwright", "-p", "no:asyncio")
    monkeypatch.setenv("SHOP", "old")
    red = pytester.runpytest_subprocess(*others, "-k", "failing", "--reruns", "1")
    red.assert_outcomes(failed=1)
    assert not (pytester.path / ".holdfast" / "fingerprints").exists()  # it teaches nothing
    green = pytester.runpytest_subprocess(*others, "-k", "saving")
    green.stdout.fnmatch_lines(["fingerprinted: 1 element in .holdfast, to be committed"])
    monkeypatch.setenv("SHOP", "new")
    heal = ("--holdfast", "heal", "--holdfast-after", "200", "--junitxml=junit.xml")
    healed = pytester.runpytest_subprocess(*others, *heal)
    healed.assert_outcomes(passed=1, failed=1, warnings=2)
    healed.stdout.fnmatch_lines(["healed: 2 locators in 2 tests", "*test_mini.py:*#save*"])
    junit = (pytester.path / "junit.xml").read_text(encoding="utf-8")
    assert 'name="holdfast_healed"' in junit
    kept = [file.read_text() for file in (pytester.path / ".holdfast" / "healed").iterdir()]
    assert sorted('"succeeded": true' in one for one in kept) == [False, True]
    fail_on = ("--holdfast-fail-on", "healed", "-k", "saving")
    asked = pytester.runpytest_subprocess(*others, *heal, *fail_on)
    assert asked.ret == 1
    asked.assert_outcomes(passed=1, warnings=1)
    asked.stdout.fnmatch_lines(["failed: --holdfast-fail-on healed"])
    strict = ("-W", "error::holdfast.HealedWarning", "-k", "saving")
    assert pytester.runpytest_subprocess(*others, *heal, *strict).ret == 1
    observed = pytester.runpytest_subprocess(*others, "-k", "saving", "--tb=short")
    observed.assert_outcomes(failed=1)
    observed.stdout.fnmatch_lines(["suggested: 1 locator; nothing of this was used"])
    observed.stdout.fnmatch_lines(["*-> page.get_by_role(*Save changes*"])


OWN_PAGE = """
    import pytest

    @pytest.fixture
    def page():
        return None
"""
USES_IT = """
    def test_one(page): ...
    def test_two(page): ...
    def test_three(): ...
"""


@pytest.mark.parametrize("options", [NO_OTHERS, ("-n", "1", *NO_OTHERS[:-2])], ids=["one", "many"])
def test_a_page_that_nobody_wraps_is_said(
    options: tuple[str, ...], pytester: pytest.Pytester
) -> None:
    pytester.makeconftest(OWN_PAGE)
    pytester.makepyfile(USES_IT)
    shown = pytester.runpytest_inprocess("--holdfast", "heal", *options).stdout.str()
    assert "not seen: 2 tests use the fixture page of conftest.py:3, which nobody wraps" in shown
    assert "next: a fixture of that name, nearer to the tests, that returns holdfast_heal" in shown


def test_who_wraps_the_page_or_did_not_ask_hears_nothing(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(OWN_PAGE)
    pytester.makepyfile(USES_IT)
    assert "not seen" not in pytester.runpytest_inprocess(*NO_OTHERS).stdout.str()
    wrapping = """
        import pytest

        @pytest.fixture
        def page(page, holdfast_heal):
            return page
    """
    pytester.makepyfile(USES_IT + wrapping)
    shown = pytester.runpytest_inprocess("--holdfast", "heal", *NO_OTHERS).stdout.str()
    assert "not seen" not in shown
