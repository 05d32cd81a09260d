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
    r"passw|pass ?phrase|pass ?(?:code|key)|pwd|passwd|kennwort|losungswort|wachtwoord|adgangskode|"
    r"lösenord|losenord|salasana|mot ?de ?passe|motdepasse|contrase[nñ]|(?:palabra|clave) ?(?:secreta|"
    r"de ?acceso)|tu ?clave|senha|palavra.?passe|parola ?d.ordine|has[lł]o|[sş]ifre|parola ?(?:gir|n[iı])|"
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
# A code is known by how many signs it has and by having been sent; "code" in the languages above.
_CODE = r"(?:code|c[oó]digo|codice|kod|код|コード|番号|رمز|کد|كود)"
_SENT = (
    r"(?:sent|texted|e.?mailed|received|authenticat|sms|text ?message|gesendet|geschickt|erhalten|"
    r"enviad|enviamos|rec[ei]bi|envoy|reçu|recu|invia|ricevut|verzonden|gestuurd|ontvang|wysłan|"
    r"otrzyman|отправ|прислал|получ|письм|смс|g[oö]nder|gelen|届|送信|المرسل|ارسال)"
)
_COUNTED = (
    r"(?:\d|four|five|six|eight|vier|sechs|четыр[её]х|шести) ?"
    r"(?:digit|stellig|ziffer|d[ií]gito|chiffre|cifr|cijfer|cyfr|значн|цифр|hane|桁|位|자리|أرقام|رقم)"
)
_KEY = r"(?:key|schl[uü]ssel|cl[eé]|clave|chave|chiave|sleutel|klucz|ключ|anahtar|キー|密钥|키|مفتاح|کلید)"
_DESCRIBED = (
    rf"{_CODE}.{{0,24}}{_SENT}|{_SENT}.{{0,16}}{_CODE}|{_CODE}.{{0,12}}{_COUNTED}|{_COUNTED}.{{0,8}}{_CODE}|"
    rf"api.{{0,3}}{_KEY}|{_KEY}.{{0,7}}(?<![a-z])api(?![a-z])|(?:privat|geheim|secret|segret).{{0,6}}{_KEY}|"
    rf"{_KEY} ?(?:d.|de ?|di ?)?(?:priv|prywat|secr[eè]t|segret|acc|доступ)|"
    r"(?:приватн|закрыт)\w{0,3} ?ключ|私钥|密钥|秘密鍵|秘密キー|令牌|アクセス ?トークン|개인 ?키|비밀 ?키|토큰|"
    r"(?:question|pregunta|pergunta|domanda|soru\w{0,2}|vraag|pytanie|phrase|frase|n[uú]mero|respuesta|r[eé]ponse|"
    r"risposta|resposta) ?(?:d.)?(?:secr[eè]t|segret|de ?seguri|de ?s[eé]cur|pomocnicz)|"
    r"gizli ?(?:soru|cevap|kelime|yan[iı]t)|sicherheitsfrage|beveiligingsvraag|pytanie ?(?:pomocnicze|zabezp)|"
    r"秘密の(?:質問|答え)|密保|安全问题|보안 ?질문|контрольн\w{0,4} ?вопрос|سؤال ?(?:الأمان|امنیتی|سري)|"
    r"memorable ?(?:word|info|answer)|(?:recovery|backup|security) ?key|(?:unlock|activation) ?(?:code|key)|"
    r"(?:phrase|frase|fraz\w|фраз\w) ?(?:de ?|di ?)?(?:r[eé]cup|odzysk|восстан|semente|semilla|seed)|сид ?фраз|"
    r"(?:wiederherstellungs|herstel|seed|kurtarma|リカバリー) ?(?:phrase|zin|w[oö]rter|woorden|ifade|フレーズ)|"
    r"助记词|助記詞|ニーモニック|복구 ?구문|(?:domanda|pergunta|pregunta) ?d[ei] ?(?:sicurezza|seguran|seguri)|g[uü]venlik ?soru|"
    r"(?:dos|verso|retro|reverso|tyłu|back|r[uü]ckseite|arkas|оборот|裏|背面|achterkant).{0,16}(?:card|kart|cart|tarjeta|карт|カード|卡)|"
    r"(?:card|kart|cart|tarjeta|карт|カード|卡).{0,12}(?:dos|verso|retro|reverso|tyłu|back|r[uü]ckseite|arkas|оборот|裏|背面|achterkant)"
    r".{0,12}\d|(?:cifre|digits|ziffern|chiffres|d[ií]gitos) ?(?:sul|on ?the|auf ?der|au|en ?el|no) ?(?:retro|back|r[uü]ckseite|dos|reverso|verso)|"
    r"jeton ?d|токен|シークレット.{0,6}キー|gizli ?anahtar|(?:yeni|eski|mevcut) ?parola|"
    r"codice ?temporaneo|scadenza ?(?:della ?)?carta|kod ?autoryz|認証アプリ|کلید ?خصوصی|رمز ?لمرة|"
    r"autenticador|(?:resposta|respuesta|risposta|antwoord) ?d[ei] ?(?:seguran|seguri|sicurezza)|"
    r"code ?d.activation|code.{0,24}authenticator|authenticator.{0,12}code|wachtzin|"
    r"(?:enter|type|digite|introdu[cz]\w{1,3}|ingres[ae]|inserisci|inserire|saisi\w{1,6}|entrez|voer|wpisz|podaj|"
    r"введите|geben ?sie) ?(?:the ?|your ?|o ?|el ?|tu ?|su ?|le ?|votre ?|il ?|seu ?|de ?|den ?)?"
    r"(?:code|c[oó]digo|codice|kod|код)(?: ?ein| ?in)? ?[:.…]{0,3} ?$"
)
_CODES = rf"one.?time|2 ?fa|mfa|totp|two.?factor|{SAID_CODES}|{_DESCRIBED}"
_CARDS = (
    r"(?:tarjeta|carte|cart[aã]o|carta) ?d[ei] ?(?:cr[eé]di|d[eé]bi)|carte ?(?:bancaire|bleue)|"
    r"kart[aą] ?(?:kredytow|p[lł]atnicz)|kredi ?kart|банковск\w{0,3} ?карт|verfalls?dat|"
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
    r"pin ?(?:to|on|board|post|map|it|this|drop|colou?r)|(?:drop|map|push) ?pin|"
    r"token ?(?:name|count|limit|symbol|ring|id)|(?:max|number ?of) ?tokens?|secret ?santa|secretar|"
    r"password ?(?:hint|policy|length|rules?|expir\w*)|(?:product|offer|coupon|best ?before|food|domain|"
    r"contract|promo\w*|voucher|batch|licen[cs]e ?plate) ?(?:expir|valid)\w*|"
    r"(?:api|access) ?(?:key|token) ?(?:name|label|title)|passport ?expir\w*|срок ?действия ?(?:акции|предложени)|"
    r"aanbieding ?geldig ?tot|has[lł]o ?reklam|优惠.{0,6}有效期|"
    r"(?:angebot|gutschein|aktion|vertrag|rabatt)\w{0,3} ?g[uü]ltig ?(?:bis|ab|f[uü]r)|"
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
