"""What labels and names in code are cut into."""

import pytest

from holdfast.matching.words import code_tokens_of, tokens_of


@pytest.mark.parametrize(
    ("label", "tokens"),
    [
        pytest.param("Save changes", ("save", "change"), id="plain-forms"),
        pytest.param("  SAVE   Changes… ", ("save", "change"), id="case-and-space"),
        pytest.param("Inbox (3)", ("inbox",), id="count-in-brackets"),
        pytest.param("Inbox [1,204]", ("inbox",), id="count-with-thousands"),
        pytest.param("(3)", ("3",), id="nothing-but-a-count"),
        pytest.param("Order 4711", ("order", "4711"), id="number"),
        pytest.param("INV2041", ("inv", "2041"), id="letters-apart-from-digits"),
        pytest.param("12:30", ("12:30",), id="time"),
        pytest.param("٤٧", ("47",), id="digits-of-another-script"),
        pytest.param("Sign in to your account", ("login", "account"), id="phrase-and-stop-words"),
        pytest.param("E-Mail", ("email",), id="spelling"),
        pytest.param("Résumé", ("resume",), id="accents"),
        pytest.param("On", ("on",), id="a-stop-word-alone"),
        pytest.param("The user's orders", ("user", "order"), id="genitive"),
        pytest.param("\u00d7", ("close",), id="sign"),
        pytest.param("⚙️", ("setting",), id="sign-with-variation"),
        pytest.param("", (), id="empty"),
        pytest.param("~~~", (), id="no-words"),
        pytest.param("\uff33\uff41\uff56\uff45", ("save",), id="full-width"),
        pytest.param("पासवर्ड", ("पासवर्ड",), id="vowel-signs-stay-in-words"),
        pytest.param("Mot de passe oublié ?", ("mot de passe", "oublie"), id="foreign-phrase"),
        pytest.param("新しい顧客を追加", ("新しい", "顧客", "追加"), id="script-without-spaces"),
        pytest.param("Kundennummer", ("kunden", "nummer"), id="compound"),
    ],
)
def test_a_label_is_read_as_its_words(label: str, tokens: tuple[str, ...]) -> None:
    assert tokens_of(label) == tokens


def test_a_long_label_has_eight_words() -> None:
    assert len(tokens_of(" ".join(f"word{letter}" for letter in "abcdefghijklmnop"))) == 8


@pytest.mark.parametrize(
    ("identifier", "tokens"),
    [
        pytest.param("btnSaveInvoice", ("save", "invoice"), id="camel"),
        pytest.param("save-plan", ("save", "plan"), id="hyphen"),
        pytest.param("/orders/new", ("order", "new"), id="route"),
        pytest.param("HTMLExport", ("export",), id="capitals"),
        pytest.param("fa fa-trash-o", ("trash",), id="icon"),
        pytest.param("mdi-magnify", ("search",), id="icon-by-its-picture"),
        pytest.param("txtusername", ("username",), id="written-together"),
        pytest.param("savebutton", ("save",), id="generic-part"),
        pytest.param("ctl00_MainContent_btnSubmit", ("submit",), id="server-side"),
        pytest.param("signInForm", ("login",), id="phrase"),
        pytest.param("css-1q2w3e", (), id="hash"),
        pytest.param("sc-bdVaJa kZbqWd", (), id="hashed-classes"),
        pytest.param("MuiButton-root", (), id="only-generic"),
        pytest.param("input-12", (), id="numbers-say-nothing"),
        pytest.param("", (), id="empty"),
    ],
)
def test_code_says_what_it_is_for(identifier: str, tokens: tuple[str, ...]) -> None:
    assert code_tokens_of(identifier) == tokens
