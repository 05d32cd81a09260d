"""What is deployed: the files can be read, call what there is, and hold no secret."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.test_named_commands import EVERYWHERE, KNOWN

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
LOCKED = re.compile(r"^([a-z0-9._-]+)==(\S+)", re.MULTILINE | re.IGNORECASE)


def load(path: str) -> Any:
    return yaml.safe_load((DEPLOY / path).read_text(encoding="utf-8"))


def scripts() -> dict[str, str]:
    """Return the shell scripts of the templates, by a name."""
    steps = load("github/action.yml")["runs"]["steps"]
    found = {step["name"]: step["run"] for step in steps if "run" in step}
    for name, job in load("gitlab/holdfast.gitlab-ci.yml").items():
        found[name] = "\n".join([*job["script"], *job.get("after_script", ())])
    return found


def test_the_services_are_those_that_the_documents_promise() -> None:
    services = load("compose.yaml")["services"]
    assert set(services) == {"db", "portal", "worker", "proxy"}
    assert "ports" not in services["portal"]
    assert "ports" not in services["db"]
    assert services["proxy"]["ports"] == ["80:80", "443:443"]
    assert all(services[name]["init"] for name in ("portal", "worker"))
    assert load("compose.yaml")["networks"]["inside"]["internal"] is True


@pytest.mark.parametrize("service", ["portal", "worker"])
def test_a_service_calls_a_command_with_options_that_there_are(service: str) -> None:
    command, *options = load("compose.yaml")["services"][service]["command"]
    assert {one.partition("=")[0] for one in options} <= KNOWN[command,]


def test_no_file_holds_a_password() -> None:
    for path in (path for path in DEPLOY.rglob("*") if path.is_file()):
        for name, value in re.findall(
            r"(\w*PASSWORD\w*)[:=] *(\S*)", path.read_text(encoding="utf-8")
        ):
            assert not value or value.startswith("${"), (path.name, name)


@pytest.mark.parametrize("name", list(scripts()))
def test_a_script_is_one_and_calls_what_there_is(name: str) -> None:
    script = scripts()[name]
    subprocess.run(["bash", "-n"], input=script, text=True, check=True, capture_output=True)
    for command in re.findall(r"holdfast (replay|patch)\b", script):
        given = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", script))
        foreign = {"--with-deps", "--holdfast", "--junitxml"}
        known = KNOWN[command,] | KNOWN["replay",] | KNOWN["patch",] | EVERYWHERE
        assert given - foreign <= known


def test_the_image_is_made_of_files_that_there_are_and_of_locked_packages() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    copied = [line.split()[1:-1] for line in text.splitlines() if line.startswith("COPY ")]
    assert all((ROOT / source).exists() for sources in copied for source in sources)
    assert "--require-hashes -r /build/requirements/deploy.txt" in text
    assert "libatomic1" in text, "Playwright's driver does not start without it"
    assert "\nUSER holdfast" in text


def test_what_is_deployed_is_what_is_tested() -> None:
    tested = dict(LOCKED.findall((ROOT / "requirements/dev.txt").read_text(encoding="utf-8")))
    deployed = dict(LOCKED.findall((ROOT / "requirements/deploy.txt").read_text(encoding="utf-8")))
    assert {"procrastinate", "uvicorn", "playwright", "psycopg"} <= set(deployed)
    assert {name: tested.get(name) for name in deployed} == deployed, "next: make lock"
