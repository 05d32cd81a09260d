"""Everything that the API's description allows is asked, and nothing of it breaks the server."""

from dataclasses import replace
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from tests.doors.portal.conftest import World

from holdfast.doors.portal.application import create_app

SEED = 20260301
EXAMPLES = 8  # for each operation; bounded, so that the test takes seconds


def test_no_request_that_the_description_allows_breaks_the_server(world: World) -> None:
    # It calls the app by a name of its own.
    app = create_app(replace(world.app.state.settings, hosts=frozenset()))
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", app)
    token = {"Authorization": world.program().headers["Authorization"]}
    statuses: list[int] = []

    def ask(case: Case[Any]) -> None:
        response = case.call(headers=token)
        statuses.append(response.status_code)
        case.validate_response(response, checks=[not_a_server_error])

    calmly = settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    for operation in operations:
        seed(SEED)(calmly(given(case=operation.as_strategy())(ask)))()
    assert len(operations) >= 20
    assert 401 not in statuses, "the token is sent with each"
    assert statuses.count(200) > len(operations), "most of the description is meant to work"
