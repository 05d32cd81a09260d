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
    r"de ?acceso)|tu ?clave|senha|palavra.?passe|parola ?d.ordine|has[lł][oaue](?![a-z])|hase[lł]|[sş]ifre(?!le)|parola|paswoord|"
    r"phrase.?(?:de )?passe|frase.?(?:de ?)?(?:passe|acceso|acesso)|"
    r"jelsz[oó]|heslo|kata ?sandi|m[aậ]t ?kh[aẩ]u|"
    # Russian, Ukrainian, Greek, Arabic, Persian, Hebrew, Hindi, Japanese, Chinese, Korean, Thai
    r"парол|кодов(?:ое|е) слово|κωδικ[οό]ς ?πρ[οό]σβασης|συνθηματικ|كلمة ?(?:المرور|السر)|"
    r"رمز ?عبور|گذرواژه|کلمه ?عبور|סיסמ|पासवर्ड|パスワード|パスコード|パスフレーズ|パスキー|暗証|合言葉|密码|密碼|口令|비밀번호|암호|รหัสผ่าน|الرقم ?السري"
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


def _any(words: str) -> str:
    return f"(?:{'|'.join(words.split())})"


def _beside(one: str, other: str, gap: int) -> str:
    """Return a pattern for two words near each other, in either order."""
    return rf"{one}.{{0,{gap}}}{other}|{other}.{{0,{gap}}}{one}"


# A label is put together: what is asked for, and a word that makes it a secret one. Stems, so that
# compounds, cases and plurals are known; the languages as above.
_CODE = _any("code codice codici c[oó]digo kod код コード 代码 代碼 码 碼 رمز کد كود")
_KEY = _any(
    r"key(?!board|pad|note|stone) schl[uü]ssel (?<![a-z])cl[eé](?![a-zé]) clave llave chave chiave sleutel"
    r" klucz(?!ow) ключ(?!ев) anahtar キー 鍵 密钥 密鑰 钥 金鑰 키 مفتاح کلید"
)
_ANSWER = _any(
    "answer question antwort frage pregunta respuesta pergunta resposta domanda risposta r[eé]ponse"
    " vraag antwoord pytanie odpowied вопрос ответ soru cevap yan[iı]t 質問 答え 回答 问题 答案 질문 سؤال"
)
_PHRASE = _any(
    "phrase frase fraz фраз ifade kelime zin w[oö]rter woorden wort(?![a-z]) フレーズ 短语 구문"
)
_PROVED = (  # verification, confirmation, authentication, sign-in, access
    r"v[eé]rif comprob pr[uü]f sprawd weryfik провер do[gğ]rula 验证 驗證 confirma conferma"
    r" best[aä]tig bevestig potwierd подтвер onay 確認 确认 authent autenti uwierzyt"
    r" auth?ori[sz](?!ed) autoryz аутентиф авториз kimlik yetki 認証 認可 授权 认证 身份"
    r" log.?in sign.?in anmelde aanmeld inlog ini[cz]\w{0,3}.{0,4}sesi connexion connession логин вход logowan"
    r" giri[sş] ログイン サインイン 登录 登入 entrada acc[eè]s(?!s?o[ri]|sib) acesso zugang zugriff toegang"
    r" dost[eę]p доступ eri[sş]im アクセス 访问"
)
_KEPT = (  # recovery, reserve, activation, security, secret, private
    r"recover r[eé]cup ripristin wiederherstell herstel odzysk przywr восстан kurtarma 回復 復旧 恢复 恢復"
    r" リカバリ back.?up secours respaldo reserve(?=code|sleutel|.cod) zapasow запасн резервн yedek (?<!ver)sicherungs"
    r" バックアップ 备用 备份 備用 備份 sauvegard notfall emerg[eê]n urgence awaryjn activat activaci a[tc]tivazi ativa[cç]"
    r" aktivier aktywac активац etkinle 有効化 激活 unlock freischalt desbloq secur s[eé]curit segurid seguran"
    r" (?<!ver)sicherheits sicurezza beveilig (?<!u)bezpiecz безопас g[uü]venlik セキュリティ 安全 보안"
    r" secret secr[eè]t geheim segret segredo tajn секрет gizli シークレット 秘密 비밀 privat privad priv[eé](?=e|.?sleutel) prywat"
    r" приватн закрыт [oö]zel(?![a-z]) プライベート 私 개인 خصوص"
)
_CODE_OF = _any(
    f"{_PROVED} {_KEPT}"
    r" einmal one.?time eenmalig jednoraz monouso usa.e.getta usage.unique [uú]nico solo.uso identificaci[oó]n одноразов"
    r" tek.(?:kullan|sefer) temporan 一次性 动态 device ger[aä]te dispositivo appareil apparaat urz[aą]dz устройств"
    r" cihaz デバイス 设备 e.?mail courriel correo e.posta メール 邮件 郵件 почт(?!ов) (?<![a-z])app(?![a-z]) aplica(?:ci|tiv|[cç][aã]) aplikac l.application applicazione"
    r" uygulama приложен アプリ 应用 reset zur[uü]cksetz restable r[eé]init reimpost redefini s[iı]f[iı]rla"
    r" сброс リセット 重置"
)
_KEY_OF = _any(
    f"{_PROVED} {_KEPT}"
    r" (?<![a-z])api(?![a-z]) encrypt verschl[uü]ssel cifra chiffrem szyfr шифр 暗号 加密 sign firma podpis"
    r" подпис 署名 签名 master haupt hoofd maestr mestr(?!u) główn マスター 主密"
)
_ASKED_OF = _any(
    "secur s[eé]cur segurid seguran sicherheits geheim sicurezza beveilig bezpiecz pomocnicz безопас"
    " контрольн секрет g[uü]venlik gizli secret secr[eè]t segret segredo 秘密 密保 安全 보안 الأمان امنیتی"
)
_PHRASE_OF = _any(f"{_KEPT} seed semilla semente сид mnemonic mnemon memorable passe acceso acesso")
# A code is known by how many signs it has and by having been sent, too.
_SENT = (
    r"(?:sent|texted|e.?mailed|received|sms|text ?message|gesendet|geschickt|erhalten|"
    r"enviad|enviamos|rec[ei]bi|envoy|reçu|recu|receb|invia|ricevut|verzonden|gestuurd|ontvang|wysłan|"
    r"otrzyma|отправ|прислал|получ|письм|смс|g[oö]nder|gelen|届|送信|短信|المرسل|ارسال)"
)
_COUNTED = (
    r"(?:\d|four|five|six|eight|vier|sechs|четыр[её]х|шести) ?"
    r"(?:digit|stellig|ziffer|d[ií]gito|chiffre|cifr|cijfer|cyfr|значн|цифр(?!ово)|hane|桁|位|자리|أرقام|رقم)"
)
_CARD = _any("card kart cart tarjeta карт カード 卡")
_BACK = _any("dos verso retro reverso tyłu back r[uü]ckseite arkas оборот 裏 背面 achterkant")
_DESCRIBED = (
    rf"{_beside(_CODE, _CODE_OF, 20)}|{_beside(_KEY, _KEY_OF, 16)}|{_beside(_ANSWER, _ASKED_OF, 10)}|"
    rf"{_beside(_PHRASE, _PHRASE_OF, 5)}|{_beside(_CODE, _SENT, 32)}|{_beside(_CODE, _COUNTED, 12)}|"
    rf"{_BACK}.{{0,16}}{_CARD}|{_CARD}.{{0,12}}{_BACK}.{{0,12}}\d|{_beside(_CARD, '(?:v[eé]rif|secur|校验)', 16)}|"
    r"私钥|令牌|トークン|개인 ?키|비밀 ?키|토큰|密钥|秘密鍵|助记词|助記詞|ニーモニック|密保|"
    r"memorable ?(?:word|info|answer)|(?:n[uú]mero) ?secret|認証アプリ|authenticator|autenticador|wachtzin|(?:届|送信).{0,6}番号|"
    r"(?:cifre|digits|ziffern|chiffres|d[ií]gitos) ?(?:sul|on ?the|auf ?der|au|en ?el|no) ?(?:retro|back|r[uü]ckseite|dos|reverso|verso)|"
    r"(?<![a-z])jeton|токен|belirte[cç]|scadenza ?(?:della ?)?carta|رمز ?لمرة|"
    r"(?<![a-z])(?:segret[oa]|segredo|secret[oa]|sekret)(?![a-z])|секрет(?!ар)|シークレット|sırrı|"
    r"(?:enter|type|digite|introdu[cz]\w{1,3}|ingres[ae]|inser\w{2,4}|insira|saisi\w{1,6}|entrez|voer|vul|wpisz|podaj|"
    r"wprowad[zź]|вве(?:дите|сти)|geben ?sie) (?:\w{1,6} ){0,2}(?:code|c[oó]digo|codice|kod|код)(?: ?ein| ?in)? ?[:.…]{0,3} ?$|"
    r"^ ?kodu(?:nuzu)? ?gir\w{0,4} ?$|^ ?コードを?入力|^ ?(?:请?输入|請?輸入)(?:代码|代碼) ?$"
)
_CODES = rf"one.?time|2 ?fa|(?<![a-z])mfa(?![a-z])|totp|two.?factor|{SAID_CODES}|{_DESCRIBED}"
_CARDS = (
    r"(?:tarjeta|carte|cart[aã]o|carta) ?d[ei] ?(?:cr[eé]di|d[eé]bi)|carte ?(?:bancaire|bleue)|"
    r"kart[aą] ?(?:kredytow|p[lł]atnicz)|kredi ?kart|банковск\w{0,3} ?карт|verfalls?dat|"
    r"card ?(?:num|no(?![a-z])|nr|#)|cc ?num|credit ?card|debit ?card|cardnumber|kreditkarte|"
    r"karten ?(?:num|nr)|n[uú]m[eé]ro ?de ?(?:la ?|tu ?|votre ?)?(?:carte|tarjeta)|n[uú]mero ?d[oe] ?cart[aã]o|"
    r"numero ?(?:della ?|di ?)?carta|kaart ?num|numer ?karty|kart ?(?:numara|no)|номер ?(?:банковской ?)?карт|"
    r"カード ?番号|クレジット|卡号|卡號|信用卡|銀行卡|银行卡|카드 ?번호|رقم ?البطاقة|شماره ?کارت|"
    r"cvv|cvc|card ?(?:verif|secur|code)|kartenpr[uü]f|pr[uü]fziffer|criptogram|cryptogram|"
    r"expir(?:y|ation|es?)|exp ?(?:date|month|year|mm|yy)|valid ?(?:thru|until|to)|g[uü]ltig ?bis|ablaufdat|"
    r"caducidad|vencim[ie]{1,2}nto|(?:data|date|fecha) ?(?:d.|de ?|di ?)?(?:expira|scadenza|validade|caduc)|"
    r"validade|vervaldat|data ?wa[zż]no|son ?kullanma|срок\w? ?действ|有効期限|有效期|到期|유효 ?기간|"
    r"g[uü]ltigkeitsdat|date ?de ?validit|geldig ?tot|تاریخ ?انقضا|تاريخ ?(?:ال)?انتهاء|"
    r"^ ?mm ?(?:yy|jj|aa) ?$|^ ?scadenza ?$"
)
_OTHERS = (
    r"(?:api|access|private|secret|encryption|licen[cs]e|signing|ssh|auth) ?(?:key|token)|"
    r"bearer|client ?secret|seed ?phrase|mnemonic|recovery ?phrase|security ?(?:answer|question)|"
    r"(?:mother.?s? )?maiden ?name|social ?security|iban|secret ?(?:word|code|answer|phrase)|"
    r"geheim|секретн\w{0,4} ?(?:вопрос|слово|ответ|ключ)"
)
_WORDS_ALONE = r"token(?![a-z])|" + _ALONE.format(
    r"pin|pins|otp|tan|csc|cvn|ssn|secret|secrets|pin ?code|pin ?nummer|c[oó]digo ?pin|jwt|"
    r"пин|пин ?код|clave"
)
NAME_WORDS = "|".join((_PASSWORDS, _CODES, _CARDS, _OTHERS, _WORDS_ALONE))
# What sounds like one of those and is none: the words around settle it.
HARMLESS_WORDS = (
    # Codes that are no secret.
    r"(?:zip|postal|post|area|country|land|language|sprach|taal|promo\w*|coupon|voucher|discount|rabatt|gutschein|"
    r"kortings?|colou?r|farb|kleur|product?|produkt|item|artikel|source|quell|bron|tax|order|bestell?|bar|qr|bb|embed|status|result|merchant|reference|invite|booking|buchungs|"
    r"reserverings|error|fehler|currency) ?code\w?(?! ?(?:sent|we ))|"
    r"(?:c[oó]digo|code|codice|kod|код) ?(?:d.|de ?|del? ?|de ?la ?|di ?|del? ?|della ?|do ?|da ?)?(?:postal|poczt|promo|cup[oó]n|"
    r"descuento|desconto|sconto|r[eé]duc|rabat|pa[ií]s|pays|paese|kraju|страны|стран|языка|lang|idioma|lingua|[jJ]ęzyk|"
    r"produ|art[ií]c|artic|colou?r|colo|couleur|koloru|цвета|товара|pedido|command|ordine|zam[oó]w|заказа|reserva|r[eé]serv|prenota|rezerw|"
    r"брони|barr|fuente|source|sorgente|źród|fiscal|impost|fattur|error|erreur|errore|błęd|ошибки|региона|r[eé]gion|área|[aá]rea)\w{0,8}|"
    r"(?:(?<!e )posta|kupon|[uü]r[uü]n|renk|[uü]lke|indirim|alan|sipari[sş]|rezervasyon|dil|vergi|hata|kaynak|promosyon|bölge) ?kod\w{0,3}|"
    r"промокод|(?:クーポン|商品|色|国|言語|ソース|エラー|支店|カラー|プロモーション|郵便|予約|地域|バー|QR) ?コード|"
    r"(?:优惠|商品|颜色|国家|源|邀请|区域|语言|邮政|错误|产品|折扣|促销|条|二维) ?(?:代码|编码|码)|"
    # Keys and cards that are none, and what is said of one.
    r"(?:name|nombre|nome?|naam|имя|类型|名称|type|tipo|typ|length|size) ?(?:of ?|de ?|del? ?|do ?|da ?|della ?|d.)?(?:the ?|la ?|el ?)?(?:api ?|ssh ?)?(?:key|clave|chave|chiave|cl[eé]|密钥)(?![a-z])|"
    r"密钥对?(?:类型|名称)|(?:public|[oö]ffentlich\w{0,3}|p[uú]blic[ao]|publique|pubblica|publiczn\w|публичн\w{2}) ?(?:key|schl[uü]ssel|klucz|ключ)|(?:chave|clave|cl[eé]|chiave) ?p[uú]bb?li(?:ca|que)|"
    r"(?:clave|llave|chave) ?(?:de ?)?(?:traducci|ordena|b[uú]squeda|primaria|for[aá]nea|idioma)\w{0,4}|(?:punto|ponto|point|punkt|palabra|pregunta|dato|figura|momento)s? ?(?:clave|chave|chiave)|"
    r"(?<![a-z])(?:name|nombre|nome?|naam) ?(?:on|auf|en|no|su\w{0,3}|sur|op|na|impresso ?no) ?(?:the ?|der ?|la ?|votre ?|de ?)?(?:credit ?|debit ?|credit|kredit|bank)?(?:card|karte|tarjeta|carta|carte|cart[aã]o|kaart)(?: ?d[ei] ?(?:cr[eé]d|d[eé]b)\w{1,4})?|"
    r"(?:una|la|ogni|della|alla|nella|prima|ultima|per|cerca) ?parola(?! ?d.ordine)|parola ?(?:da|di|in|per|chiave)|amigo ?secreto|"
    r"(?:order|pedido|command[ea]|ordine|bestelling|bestellung|sipari[sş]\w{0,3}|注文|заказ\w?).{0,4}(?:expir\w*|caduc\w*|有効期限|son ?kullanma)|"
    r"(?:expir\w*|caduc\w*|scadenza|validade|vervaldatum|ablaufdatum) ?(?:date ?)?(?:de ?la ?|de ?|del? ?|dell.|do ?|van ?|der ?)?(?:pedido|command[ea]|ordine|bestelling|bestellung|order)|"
    r"(?:palabra|palavra)s? ?(?:clave|chave)|parola ?chiave|clave ?(?:de ?|del ?)?(?:producto|pa[ií]s|art[ií]culo)|key ?words?|"
    r"(?:postal|post|zip|area|delivery|shipping) ?pin ?code|pin ?code ?\(?(?:postal|zip|area)|"
    r"pin ?(?:to|on|board|post|map|it|this|drop|colou?r)|(?:drop|map|push) ?pin|"
    r"token ?(?:name|count|limit|symbol|ring|id)|(?:max|number ?of) ?tokens?|secret ?santa|secretar|"
    r"password ?(?:hint|policy|length|rules?|expir\w*)|(?:product|offer|coupon|best ?before|food|domain|"
    r"contract|promo\w*|voucher|batch|licen[cs]e ?plate) ?(?:expir|valid)\w*|"
    r"(?:api|access) ?(?:key|token) ?(?:name|label|title)|passport ?expir\w*|срок\w? ?действия ?(?:акции|предложени)|"
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
