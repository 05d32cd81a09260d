"""The recorder's script and Python know the same fields as secret."""

import pytest
from playwright.sync_api import Page
from tests.security.test_secret_fields import HARMLESS, SECRET

from holdfast.adapters.browser.observer import FIELDS_SOURCE
from holdfast.model.secret_fields import is_secret_field

pytestmark = pytest.mark.browser

ASK = f"""labels => {{
  const {{ isSecret }} = ({FIELDS_SOURCE})([]);
  return labels.map(label => {{
    const field = document.createElement('input');
    field.setAttribute('aria-label', label);
    return isSecret(field);
  }});
}}"""


def test_every_label_of_the_corpus_is_read_alike(page: Page) -> None:
    labels = [label for label, _, _ in (*SECRET, *HARMLESS)]
    told = page.evaluate(ASK, labels)
    assert dict(zip(labels, told, strict=True)) == {
        label: is_secret_field({}, label) for label in labels
    }
