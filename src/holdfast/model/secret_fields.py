"""Secret fields: tells by its words which field holds a secret, and what stands for its value.

One table of words for saved pages, imported recordings and the recorder's script, which is given
the same patterns (``fields.js``); they read alike in Python and in JavaScript. When in doubt it is
a secret: a field too many is asked for again, a password too few is on somebody's disk.
"""

import re
from collections.abc import Iterable, Mapping

AUTOCOMPLETE_WORDS = (
    r"(?:^|\s)(?:one-time-code|(?:current|new)-password|cc-(?:number|csc|exp|exp-month|exp-year))"
    r"(?:\s|$)"
)
# A word alone: no letter right before or after it.
_ALONE = r"(?<![a-z])(?:{})(?![a-z])"
_PASSWORDS = (
    # English, German, Dutch, Scandinavian, French, Spanish, Portuguese, Italian, Polish, Turkish
    r"passw|passphrase|pass ?(?:code|key)|pwd|passwd|kennwort|losungswort|wachtwoord|adgangskode|"
    r"lösenord|losenord|salasana|mot ?de ?passe|motdepasse|contrase[nñ]|(?:palabra|clave) ?(?:secreta|"
    r"de ?acceso)|tu ?clave|senha|palavra.?passe|parola ?d.ordine|has[lł]o|[sş]ifre|parola ?(?:gir|ni)|"
    r"jelsz[oó]|heslo|kata ?sandi|m[aậ]t ?kh[aẩ]u|"
    # Russian, Ukrainian, Greek, Arabic, Persian, Hebrew, Hindi, Japanese, Chinese, Korean, Thai
    r"парол|кодов(?:ое|е) слово|κωδικ[οό]ς ?πρ[οό]σβασης|συνθηματικ|كلمة ?(?:المرور|السر)|"
    r"رمز ?عبور|گذرواژه|کلمه ?عبور|סיסמ|पासवर्ड|パスワード|暗証|合言葉|密码|密碼|口令|비밀번호|암호|รหัสผ่าน|الرقم ?السري|^ ?parola ?$"
)
# Words beside which a number is a one-time code, in a text as in a label.
SAID_CODES = (
    r"einmal.?(?:code|kennwort|passwort|pin)|"
    r"(?:verif\w{0,12}|security|auth\w{0,16}|sms|login|log ?in|sign ?in|access|confirmation|backup|"
    r"recovery|approval) ?(?:code|pin|token)|"
    r"code ?(?:from|in|sent|we|by) ?(?:your|the|you|to|sms|text|app|sent)|code ?(?:aus|uit) ?(?:der ?|de ?)?sms|"
    r"(?:best[aä]tigungs|freischalt|sicherheits|verifizierungs|freigabe|zugangs|pr[uü]f|wiederherstellungs)"
    r" ?(?:code|nummer|ziffer)|(?:sms|push|mobile|photo|chip|m) ?tan|tan ?(?:nummer|code|eingabe)|"
    r"c[oó]digo ?(?:de ?|por ?|que ?)?(?:verifica|rec[ei]bid|te ?(?:hemos|enviamos)|seguri|seguran|confirma|acceso|acesso|sms|autentica|[uú]nico)|"
    r"code ?(?:de ?|à ?|d.)?(?:v[eé]rif|validation|authent|confidentiel|s[eé]cur|confirm|usage ?unique|acc[eè]s)|code ?(?:reçu|recu) ?par|"
    r"codice ?(?:di ?)?(?:verifi|autentica|segreto|ricevut|sicurezza|conferma|accesso|otp|monouso)|"
    r"(?:verificatie|inlog|eenmalige|beveiligings|bevestigings|toegangs|controle) ?code|"
    r"kod ?(?:weryfik|uwierz|bezpiecze|potwierdz|z ?sms|sms|jednoraz|dost[eę]p)|"
    r"(?:do[gğ]rulama|g[uü]venlik|onay|sms|tek ?kullan) ?\w{0,12} ?(?:kod|[sş]ifre)|"
    r"код ?(?:подтвержд|из|безопас|проверк|доступа|авториз|с ?смс)|проверочн\w{0,3} ?код|одноразов|"
    r"(?:رمز|كود) ?(?:التحقق|الأمان|الامان|یکبار|دوم|پویا)|کد ?(?:تایید|تأیید|امنیتی)|"
    r"確認コード|認証コード|認証番号|セキュリティ ?コード|ワンタイム|验证码|驗證碼|校验码|安全码|安全碼|动态码|인증 ?번호|인증 ?코드|보안 ?코드|段階認証"
)
_CODES = rf"one.?time|2 ?fa|mfa|totp|two.?factor|\d ?digit ?code|{SAID_CODES}"
_CARDS = (
    r"card ?(?:num|no(?![a-z])|nr|#)|cc ?num|credit ?card|debit ?card|cardnumber|kreditkarte|"
    r"karten ?(?:num|nr)|n[uú]m[eé]ro ?de ?(?:la ?|tu ?|votre ?)?(?:carte|tarjeta)|n[uú]mero ?d[oe] ?cart[aã]o|"
    r"numero ?(?:della ?|di ?)?carta|kaart ?num|numer ?karty|kart ?(?:numara|no)|номер ?(?:банковской ?)?карт|"
    r"カード ?番号|クレジット|卡号|卡號|信用卡|銀行卡|银行卡|카드 ?번호|رقم ?البطاقة|شماره ?کارت|"
    r"cvv|cvc|card ?(?:verif|secur|code)|kartenpr[uü]f|pr[uü]fziffer|criptogram|cryptogram|"
    r"expir(?:y|ation|es?)|exp ?(?:date|month|year|mm|yy)|valid ?(?:thru|until|to)|g[uü]ltig ?bis|ablaufdat|"
    r"caducidad|vencimiento|(?:data|date|fecha) ?(?:d.|de ?|di ?)?(?:expira|scadenza|validade|caduc)|"
    r"validade|vervaldat|data ?wa[zż]no|son ?kullanma|срок ?действ|有効期限|有效期|유효 ?기간|"
    r"g[uü]ltigkeitsdat|date ?de ?validit|geldig ?tot|تاریخ ?انقضا|تاريخ ?(?:ال)?انتهاء|"
    r"^ ?mm ?(?:yy|jj|aa) ?$|^ ?scadenza ?$"
)
_OTHERS = (
    r"(?:api|access|private|secret|encryption|licen[cs]e|signing|ssh|auth) ?(?:key|token)|"
    r"bearer|client ?secret|seed ?phrase|mnemonic|recovery ?phrase|security ?(?:answer|question)|"
    r"(?:mother.?s? )?maiden ?name|social ?security|iban|secret ?(?:word|code|answer|phrase)|"
    r"geheim|секретн\w{0,4} ?(?:вопрос|слово|ответ|ключ)"
)
_WORDS_ALONE = _ALONE.format(
    r"pin|pins|otp|tan|csc|cvn|ssn|secret|secrets|pin ?code|pin ?nummer|c[oó]digo ?pin|jwt|"
    r"пин|пин ?код|clave|token"
)
NAME_WORDS = "|".join((_PASSWORDS, _CODES, _CARDS, _OTHERS, _WORDS_ALONE))
# What sounds like one of those and is none: the words around settle it.
HARMLESS_WORDS = (
    r"(?:palabra|palavra)s? ?(?:clave|chave)|parola ?chiave|clave ?(?:de ?|del ?)?(?:producto|pa[ií]s|art[ií]culo)|key ?words?|"
    r"(?:postal|post|zip|area|delivery|shipping) ?pin ?code|pin ?code ?\(?(?:postal|zip|area)|"
    r"pin ?(?:board|post|map|it|this|drop|colou?r)|(?:drop|map|push) ?pin|"
    r"token ?(?:name|count|limit|symbol|ring|id)|(?:max|number ?of) ?tokens?|secret ?santa|secretar|"
    r"password ?(?:hint|policy|length|rules?|expir\w*)|(?:product|offer|coupon|best ?before|food|domain|"
    r"contract|promo\w*|voucher|batch|licen[cs]e ?plate) ?(?:expir|valid)\w*|"
    r"(?:gift|business|greeting|id|member|loyalty|library|score|report|sd|post|graphics|"
    r"membership|time|bonus) ?card ?(?:name|title|colou?r|text|message|design|holder)"
)
_TOKENS = re.compile(AUTOCOMPLETE_WORDS, re.IGNORECASE)
_NAMES = re.compile(NAME_WORDS, re.IGNORECASE)
_HARMLESS = re.compile(HARMLESS_WORDS, re.IGNORECASE)
_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_SEPARATORS = re.compile(r"[_\-.\[\]:/\s\u00a0]+")
_UNNAMEABLE = re.compile(r"\W+", re.ASCII)
_NAMING = ("name", "id", "aria-label", "placeholder", "title", "data-label")
LONGEST_LOOK = 200  # characters of a name or label; more is prose
LONGEST_NAME = 40  # of a secret


def names_a_secret(text: str) -> bool:
    """Return whether a name, a label or a selector speaks of something secret."""
    words = _SEPARATORS.sub(" ", _CAMEL.sub(r"\1 \2", text[:LONGEST_LOOK]))
    return _NAMES.search(_HARMLESS.sub(" ", words)) is not None


def is_secret_field(attributes: Mapping[str, str], label: str = "") -> bool:
    """Return whether what is typed into a field is a secret."""
    if attributes.get("type", "").lower() == "password":
        return True
    if _TOKENS.search(attributes.get("autocomplete", "")):
        return True
    called: Iterable[str] = (*(attributes.get(key, "") for key in _NAMING), label)
    return any(map(names_a_secret, called))


def variable_name(field: str) -> str:
    """Return the name that stands for a secret field's value in a recording."""
    name = _UNNAMEABLE.sub("_", field).strip("_").upper()[:LONGEST_NAME].strip("_")
    if not name:
        return "SECRET"
    return name if name[0].isalpha() else f"SECRET_{name}"
