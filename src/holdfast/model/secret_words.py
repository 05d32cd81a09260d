"""Secret words: what fields for passwords, codes, cards and keys are called, by language.

Stems and how they are put together, not labels; they read alike in Python and in JavaScript
(``fields.js`` is given the same patterns), so they say nothing that one of the two lacks.
"""

AUTOCOMPLETE_WORDS = (
    r"(?:^|\s)(?:one-time-code|(?:current|new)-password|cc-(?:number|csc|exp|exp-month|exp-year))"
    r"(?:\s|$)"
)
# A word alone: no letter right before or after it.
_ALONE = r"(?<![a-zà-žа-яё'’])(?:{})(?![a-zà-žа-яё])"
_PASSWORDS = (
    # English, German, Dutch, Scandinavian, French, Spanish, Portuguese, Italian, Polish, Turkish
    r"passw|^ ?pass ?\d? ?$|(?<![a-z])(?:pw|psw|pswd|mdp|upass)\d?(?![a-z])|user ?pw(?![a-z])|(?:log ?in|user|confirm|new|old|my|db|admin|ftp|smtp|mail|repeat|retype|current|pwd) ?pass(?![a-z])|(?<![a-z])pass ?(?:confirm|again|new|old|repeat|verify|check)|(?<![a-z])parol(?![a-z])|pass ?phrase|pass ?(?:code|key)|pwd|passwd|kennwort|losungswort|wachtwoord|adgangskode|"
    r"lösenord|losenord|salasana|mot ?de ?passe|motdepasse|contrase[nñ]|(?:palabra|clave) ?(?:secreta|"
    r"de ?acceso)|tu ?clave|palabra ?de ?paso|(?<!re)(?<!de)senha(?!or)|palavra.?passe|parola ?d.ordine|has[lł][oaue](?![a-z])|hase[lł]|[sş]ifre(?!le)|(?<![a-z])parola(?!cc)|paswoord|"
    r"phrase.?(?:de )?passe|frase.?(?:de ?)?(?:passe|acceso|acesso)|"
    r"jelsz[oó]|heslo|(?<![a-z])sandi(?![a-z])|m[aậ]t ?(?:kh[aẩ]u|mã)|safe ?word|"
    # Russian, Ukrainian, Greek, Arabic, Persian, Hebrew, Hindi, Japanese, Chinese, Korean, Thai
    r"парол|кодов(?:ое|е) слово|κωδικ[οό]ς ?πρ[οό]σβασης|συνθηματικ|كلمة ?(?:ال)?(?:مرور|عبور|سر)|"
    r"رمز ?(?:ال)?(?:عبور|مرور)|گذرواژه|کلمه ?عبور|סיסמ|पासवर्ड|パスワード|パスコード|パスフレーズ|パスキー|暗証|合言葉|密码|密碼|口令|비밀 ?번호|암호(?!화)|패스(?:워드|코드|키)|รหัสผ่าน|الرقم ?السري"
)
# Words beside which a number is a one-time code, in a text as in a label.
SAID_CODES = (
    r"einmal.?(?:code|kennwort|passwort|pin)|"
    r"(?:verif\w{0,12}|security|auth\w{0,16}|sms|login|log ?in|sign ?in|access|confirmation|backup|"
    r"recovery|approval) ?(?:code|pin|token)|"
    r"code ?(?:from|in|sent|we|by) ?(?:your|the|you|to|sms|text|app|sent)|code ?(?:aus|uit) ?(?:der ?|de ?)?sms|"
    r"(?:best[aä]tigungs|freischalt|sicherheits|verifizierungs|freigabe|zugangs|pr[uü]f|wiederherstellungs)"
    r" ?(?:code|nummer|ziffer)|(?<![a-z])(?:sms|push|mobile|photo|chip|m) ?tan(?![a-z])|tan ?(?:nummer|code|eingabe)|"
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
_CODE = _any(
    r"(?<!uni)code codice codici c[oó]digo kod (?<!юни)код コード 代码 代碼 (?<!号)码 (?<!號)碼 코드 (?<!\w)mã(?!\w) رم?و?ز کد [كک]ود"
)
_ANSWER = _any(
    "answer question antwort frage pregunta respuesta pergunta resposta domanda risposta r[eé]ponse"
    " vraag antwoord pytanie odpowied вопрос ответ soru cevap yan[iı]t 質問 答え 回答 问题 問題 答案 질문 답변 سؤال إجابة جواب jawab tanya tr[aả].l[oờ]i"
)
_PHRASE = _any(
    "phrase frase fraz фраз слов ifade kelime zin palabra palavra parola woord s[lł]ow w[oö]rter woorden wort(?![a-z]) フレーズ 短语 短語 片語 구문 문구 عبارة frasa cụm.từ"
)
_PROVED = (  # verification, confirmation, authentication, sign-in, access
    r"v[eé]rif comprob pr[uü]f sprawd weryfik провер do[gğ]rula 验证 驗證 confirma conferma"
    r" best[aä]tig bevestig potwierd подтвер onay 確認 确认 核[验對] 校[验驗] konfirm x[aá]c.(?:minh|nh[aậ]n|th[uự]c) 인증 인가 승인 확인 검증 تحقق تفويض ت[أا]كيد authent autenti uwierzyt"
    r" auth?ori[sz](?!ed) autoryz аутентиф авториз kimlik yetki 認証 認可 授权 授權 认证 認證 身份 [ao]u?tentik otoris مصادق المصدق"
    r" log.?in sign.?in anmelde aanmeld inlog ini[cz]\w{0,3}.{0,4}sesi connexion connession логин вход logowan"
    r" giri[sş] ログイン サインイン 登[录入錄] đ[aă]ng.nh[aậ]p 로그인 접속 دخول masuk(?![a-z]) entrada acc[eè]s(?!s?o[ri]|sib) acesso zugang zugriff toegang"
    r" dost[eę]p доступ eri[sş]im アクセス 访问 訪問 存取 akses truy.c[aậ]p 액세스 وصول"
)
_KEPT = (  # recovery, reserve, activation, security, secret, private
    r"recover r[eé]cup ripristin wiederherstell herstel odzysk przywr восстан kurtarma 回復 復旧 復元 復原 恢复 恢復 还原 pemulihan kh[oô]i.ph[uụ]c 복구 استرداد استعادة"
    r" リカバリ back.?up secours respaldo reserve(?=code|sleutel|.cod) zapasow ersatz запасн резервн yedek (?<!ver)sicherungs"
    r" バックアップ 备用 备份 備用 備份 cadangan d[uự].ph[oò]ng 백업 احتياط sauvegard notfall emerg[eê]n urgence awaryjn activat activaci a[tc]tivazi a[ck]?tiva[cçs] kích.hoạt 활성화 تفعيل تنشيط"
    r" aktivier aktywac активац etkinle 有効化 アクティベ 激活 启用 啟用 unlock freischalt entsperr desbloq d[eé]verrouill d[eé]blo[cq] sblocc ontgrendel odblok разблок kilit(?=.?a[cç]) 解锁 解鎖 ロック解除 secur s[eé]curit segurid seguran"
    r" (?<!ver)sicherheits sicurezza beveilig (?<!u)bezpiecz безопас g[uü]venlik セキュリティ 安全 보안 keamanan b[aả]o.m[aậ]t أمان امان"
    r" secret secr[eè]t geheim segret segredo tajn секрет gizli シークレット 秘密 비밀 시크릿 rahasia b[ií].m[aậ]t سر[يّ]?(?!\w) privat privad priv[eé](?=e|.?sleutel) prywat"
    r" приватн закрыт [oö]zel(?![a-z]) プライベート 私 개인 خصوص خاص pribadi"
)
_CODE_OF = _any(
    f"{_PROVED} {_KEPT}"
    r" freigabe pairing kopplung jumelage emparej pareamento associazion koppel parowan сопряж e[sş]le[sş]tir emparelh ペアリング 配[对對] 페어링 ghép verschl[uü]ssel (?<![a-z])banking"
    r" (?<![a-z])(?:door|gate|alarm|transfer|transaction|panel) t[uü]r(?:code|.cod) alarm transac[cç] transazion transacti transakc транзак 交易"
    r" push notifica benachrichtig powiadom уведомл bildirim 通知 valida(?:[tcçsz]|$) validier валид 検証 fa[ck]tor fa[ct]?teur fatt?or фактор 要素 因[素子] 인증 nhân.tố (?:two|2).?step [两兩二2]步 [绑綁]定"
    r" einmal one.?time eenmalig jednoraz monouso usa.e.getta usage.unique [uú]nico solo.uso identificaci[oó]n одноразов"
    r" tek.(?:kullan|sefer) tempor[aáä] vorl[aä]ufig tijdelijk tymczas времен ge[cç]ici 一時 临时 臨時 magic one.?off 一次性 动态 動態 일회용 sekali.pakai m[oộ]t.l[aầ]n device ger[aä]te dispositivo appareil apparaat urz[aą]dz устройств"
    r" cihaz デバイス 设备 設備 裝置 디바이스 perangkat الجهاز e.?mail courriel correo e.posta メール 邮件 郵件 почт(?!ов) (?<![a-z])app(?![a-z]) aplica(?:ci|tiv|[cç][aã]) aplikac aplikasi 앱 ứng.dụng l.application applicazione"
    r" uygulama приложен アプリ 应用 reset zur[uü]cksetz restable r[eé]init reimpost redefini s[iı]f[iı]rla"
    r" сброс リセット 重置"
)
# A key is a secret where it is the thing itself ("network key", "clé du réseau"), none where it says
# what matters ("key contact", "points clés") or what sorts and opens (_NO_KEYS, taken out before).
_KEYS = (
    r"(?<=\w )key(?= ?(?:$|[^a-zà-ž ]| (?:for|of|from|in|to|\d)))|(?:bind|crypt) ?key(?![a-z])|(?<![a-z])key d[eio]l? |"
    r"(?:\w| )schl[uü]ssel(?:s|n)?(?![a-zäöüß])|^ ?(?:ihr |dein |neuer )?schl[uü]ssel (?:de[rs]|f[uü]r|vom|zu[rm])|"
    r"(?:\w| )sleutel(?![a-z])|^ ?sleutel (?:van|voor)|"
    r"(?:^|(?:votre|nouvelle|sua|nova|tua|nuova|tu|su|nueva|la|a) )(?:cl[eé]|chave|chiave|llave) (?:\w|\()|"
    r"(?<![a-z])(?:cl[eé]|chave|chiave|llave) (?:(?:de |di |d.)?(?:secr|segret|priv|api(?![a-z])|acc[eè]s|acesso|s[eé]cur|segu|sicur|cr[iy]p|critt|chiff|cifr))|"
    r"(?<!\w)ключа? (?:\w|\()|\w ключа?(?!\w)|(?<!\w)klucza? (?:\w|\()|\w klucza?(?!\w)|\w anahtar(?! ?(?:kelime|s[oö]z|l))|"
    r"(?:\w| )キー(?![ァ-ヺー])|\w키 ?$|(?:\w|\)) 키(?![가-힣])|(?<!\w)kunci (?:\w|\()|(?<!\w)kh(?:óa|oá) \w|مفتاح \w|کلید \w|"
    r"[密金私]钥|[密金私]鑰|(?:秘密|共有|暗号|認証)鍵|개인키"
)
_ASKED_OF = _any(
    "secur s[eé]cur segurid seguran sicherheits geheim sicurezza beveilig bezpiecz pomocnicz безопас"
    r" контрольн секрет g[uü]venlik gizli secret secr[eè]t segret segredo 秘密 密保 安全 보안 비밀 [أا]مان امنیتی سري[ةه]?(?!\w) keamanan rahasia b[aả]o.m[aậ]t b[ií].m[aậ]t"
)
_PHRASE_OF = _any(
    f"{_KEPT} кодов seed semilla semente сид mnemonic mnemon memorable passe acceso acesso"
)
# A code is known by how many signs it has and by having been sent, too.
_SENT = (
    r"(?:sent|texted|e.?mailed|received|sms|text ?message|gesendet|geschickt|erhalten|"
    r"enviad|enviamos|rec[ei]bi|envoy|reçu|recu|receb|invia|ricevut|verzonden|gestuurd|ontvang|wysłan|"
    r"otrzyma|отправ|прислал|получ|письм|смс|g[oö]nder|gelen|届|送信|短信|المرسل|ارسال|dikirim|gửi|전송|발송|문자|المبعوث|generad[oa] ?por|gerad[oa] ?pel|generated ?by|g[eé]n[eé]r[eé]e? ?par|generat[oa] ?d)"
)
_COUNTED = (
    r"(?:\d|four|five|six|eight|vier|sechs|четыр[её]х|шести) ?"
    r"(?:digit|char|zeichen|caract|caratter|teken|znak|символ|文字|stellig|ziffer|d[ií]gito|chiffre|cifr|cijfer|cyfr|значн|цифр(?!ово)|hane|桁|位|자리|أرقام|رقم)"
)
_CARD = _any("card kart cart tarjeta карт カード 卡 카드 thẻ بطاق")
_BACK = _any(
    "(?<![a-z])dos(?![a-z]) verso retro reverso tyłu back r[uü]ckseite arkas оборот 裏 背面 achterkant"
)
# What sites ask for to know somebody again: the first pet, the mother's name.
_FIRST = _any(
    r"first erste primera?(?![a-z]) premi[eè]r primeir prim[oa](?![a-z]) eerste pierwsz перв(?:ого|ой|ый|ая|ую) (?<![a-z])ilk(?![a-z])"
    r" 最初 初めて 第一 childhood favou?rite lieblings favorit pr[eé]f[eé]r kindheit infancia inf[aâ]ncia infanzia"
)
_KEEPSAKE = _any(
    r"(?<![a-z])pet(?:s?(?![a-z])|.s) school(?!s) teacher (?<![a-z])car(?![a-z]) haustier schule lehrer (?<![a-z])auto(?![a-z]) mascota escuela maestr"
    r" profesor coche(?![a-z]) animal [eé]cole professeur voiture estima[cç] escola professor scuola maestra insegnante huisdier"
    r" leraar zwierz szko[lł] nauczyciel samoch питом школ учител машин evcil [oö][gğ]retmen okul ペット 学校 先生 宠物 小学 老师"
)
_MAIDEN = (
    r"maiden ?name|m[aä]dchenname|nom ?de ?jeune ?fille|apellido ?de ?soltera|nome ?de ?solteira|(?:da|nome) ?nubile|"
    r"meisjesnaam|panie[nń]sk|девичь|k[iı]zl[iı]k|母親の旧姓|母[亲親].{0,4}姓|nombre ?de ?soltera|nama ?gadis|thời ?con ?gái|어머니.{0,4}(?:성|이름)|الأم.{0,6}قبل"
)
_DESCRIBED = (
    rf"{_beside(_CODE, _CODE_OF, 20)}|{_KEYS}|{_beside(_ANSWER, _ASKED_OF, 10)}|"
    rf"{_beside(_PHRASE, _PHRASE_OF, 5)}|\d\d.?(?:words?|w[oö]rter|mots|palabras|palavras|parole|woorden|s[lł][oó]w|слов|kelime|単語|个?单词)|{_beside(_CODE, _SENT, 32)}|{_beside(_CODE, _COUNTED, 12)}|"
    rf"{_BACK}.{{0,16}}{_CARD}|{_CARD}.{{0,12}}{_BACK}.{{0,12}}\d|{_beside(_CARD, '(?:v[eé]rif|secur|校验)', 16)}|"
    rf"{_CARD}.{{0,4}}(?:裏面|背面)|{_beside(_CARD, _COUNTED, 16)}|{_beside(_FIRST, _KEEPSAKE, 24)}|{_MAIDEN}|"
    r"(?:number|code) ?(?:that ?)?(?:we|you) ?(?:sent|text|receiv|got)|connection ?string|verbindungszeichenfolge|cadena ?de ?conexi|"
    r"cha[iî]ne ?de ?connexion|stringa ?di ?connession|string ?de ?conex|assinatura ?eletr|m[aã] ?(?:x[aá]c ?(?:th|minh|nh)|otp)|"
    r"令牌|權杖|[机機]密|私密|mã ?thông ?báo|핀 ?(?:코드|번호)|トークン(?!数)|토큰|助记词|助記詞|ニーモニック|密保|"
    r"memorable ?(?:word|info|answer|date|place|name)|city.{0,20}(?<![a-z])born|[\d六] ?桁の?(?:数字|番号)|(?:n[uú]mero) ?secret|認証アプリ|authenticator|autenticador|wachtzin|(?:届|送信).{0,6}番号|"
    r"(?:cifre|digits|ziffern|chiffres|d[ií]gitos) ?(?:sul|on ?the|auf ?der|au|en ?el|no) ?(?:retro|back|r[uü]ckseite|dos|reverso|verso)|"
    r"(?<![a-z])jeton|токен(?!из)|belirte[cç]|scadenza ?(?:della ?)?carta|رمز ?لمرة|رقم ?التعريف ?الشخصي|"
    r"(?<![a-z])(?:segret[oa]|segredo|secret[oa]|sekret)(?![a-z])|секрет(?!ар)|シークレット|시크릿|(?<!\w)bí ?mật|(?<![a-z])rahasia|s[iı]rr[iı]|"
    r"(?:enter|type|digite|introdu[cz]\w{1,3}|ingres[ae]|inser\w{2,4}|insira|saisi\w{1,6}|entrez|voer|vul|wpisz|podaj|"
    r"wprowad[zź]|вве(?:дите|сти)|geben ?sie) (?:\w{1,6} ){0,2}(?:code|c[oó]digo|codice|kod|код)(?![a-z])(?! ?(?:names?|snippet|block))|"
    r"^ ?(?:your|ihr|dein|tu|su|votre|ton|seu|il ?tuo|je|jouw|uw|tw[oó]j|ваш) ?(?:code|c[oó]digo|codice|kod|код) ?$|"
    r"^ ?kodu(?:nuzu)? ?gir\w{0,4} ?$|^ ?コードを?入力|^ ?(?:请?输入|請?輸入)(?:代码|代碼) ?$"
)
_CODES = (
    rf"one.?time|2 ?fa(?![a-z])|(?<![a-z])mfa(?![a-z])|totp|two.?factor|{SAID_CODES}|{_DESCRIBED}"
)
_MONTH = _any(
    r"month year monat jahr (?<![a-z])mes(?![a-z]) a[nñ]o mois ann[eé]e m[eê]s (?<![a-z])ano mese anno maand jaar"
    r" miesi[aą]c (?<![a-z])rok(?![a-z]) месяц год (?<![a-z])ay[iı]?(?![a-z]) y[iı]l 月 年"
)
_ENDS = _any(
    r"expir ablauf g[uü]ltig caduc vencim valida?d validit scaden verval geldig wa[zż]no оконч действи son.?kullan 有効 有效"
)
# The number of one card: "number of cards" counts them.
_ONE_CARD = (
    r"(?:(?<![a-z])(?:card|carte|carta|cart[aã]o|tarjeta|kaart|karte|kart[ayęą]|kart|kart[iı]n[iı]z[iı]?n?)(?![a-z])|"
    r"(?<!\w)карт[ыауе](?!\w)|カード|卡|카드|kartu(?![a-z])|thẻ|بطاق)"
)
_NUMBER = _any(
    r"number n[uú]m[eé]ro(?!.di.carte) (?<![a-z])n[or°º](?![a-z]) nummer numer номер 番号 号码 numara[sn] nomor (?<!\w)số 번호 رقم"
)
_EXPIRY = (
    rf"(?:{_beside(_MONTH, _ENDS, 8)}|fin ?de ?validit|действ(?:ует|ительн\w{{1,2}}) ?до|"
    r"expir(?:y|ation|es?)|exp ?(?:date|month|year|mm|yy)|valid ?(?:thru|until|to)|g[uü]ltig ?bis|ablaufdat|"
    r"caducidad|vencim[ie]{1,2}nto|(?:data|date|fecha) ?(?:d.|de ?|di ?)?(?:expira|scadenza|validade|caduc)|"
    r"validade|vervaldat|data ?wa[zż]no|son ?kullanma|срок\w? ?действ|有効期限|有效期|到期|유효 ?기간|만료|masa ?berlaku|k[ae]dalu[aw]+rsa|소멸일|hết ?hạn|"
    r"g[uü]ltigkeitsdat|date ?de ?validit|geldig ?tot|wa[zż]n[aey] ?do(?![a-z])|تاریخ ?انقضا|تاريخ ?(?:ال)?[اإ]نتهاء)"
)
# What else than a card is good until some day.
_PERISHABLE = _any(
    r"offer product order contract domain voucher coupon promo batch food passport visa licen[cs]e membership"
    r" subscription certificate listing advert invit link polic[yi] insurance document warranty ticket session"
    r" angebot produkt bestell vertrag gutschein aktion rabatt ausweis mitglied abo(?![a-z]) zertifikat anzeige"
    r" einladung garantie dokument haltbar oferta producto pedido contrato cup[oó]n pasaporte anuncio garant[ií]a"
    r" documento offre produit command contrat annonce garantie passeport devis adh[eé]sion proposta produto"
    r" an[uú]ncio passaporte offerta prodotto ordine contratto annuncio passaporto tessera progetto aanbieding"
    r" contract rijbewijs paspoort ofert zam[oó]wie umow paszport gwaranc dokumentu догов акци предложен товар продукт"
    r" заказ паспорт гаранти объявлен подписк [uü]r[uü]n teklif sipari[sş] s[oö]zle[sş]me pasaport garanti"
    r" invoice rechnung factura facture fattura fatura factuur faktur сч[её]т 請求 发票 注文 商品 製品 契約 免許 クーポン 优惠 产品 商品 订单 合同 护照 护照 证书 会员"
)
_CARDS = (
    r"(?:tarjeta|carte|cart[aã]o|carta) ?d[ei] ?(?:cr[eé]di|d[eé]bi)|carte ?(?:bancaire|bleue)|"
    r"kart[aą] ?(?:kredytow|p[lł]atnicz)|kredi ?kart|банковск\w{0,3} ?карт|verfalls?dat|"
    r"long ?number|card ?(?:num|no(?![a-z])|nr|#)|cc ?(?:num|exp|month|year)|(?:wallet|master) ?seed|credit ?card|debit ?card|cardnumber|kreditkarte|"
    r"karten ?(?:num|nr)|kaart ?num|"
    r"カード ?番号|クレジット|卡号|卡號|信用卡|銀行卡|银行卡|카드 ?번호|رقم ?البطاقة|شماره ?کارت|"
    r"cvv|cvc|(?<![a-z])(?:ccv|cvd|cav|cid)\d?(?![a-z])|card ?(?:verif|valid|secur|code)|kartenpr[uü]f|pr[uü]fziffer|criptogram|cryptogram|"
    rf"{_EXPIRY}|{_beside(_ONE_CARD, _NUMBER, 14)}|verif\w{{0,9}} ?(?:de ?|di ?)?{_NUMBER}|"
    r"(?<![a-z])(?<!dd )(?<!tt )(?<!jj )(?<!aaaa )(?<!yyyy )mm ?(?:yy|jj|aa|rr)(?![a-z])|мм ?гг(?!г)|^ ?scadenza ?$|"
    r"^ ?(?:[\dx•*#]{4} ){3}[\dx•*#]{4} ?$|card ?(?:details?|exp)(?![a-z])|カード ?情報|действи\w{1,2} ?карт"
)
_OTHERS = (
    r"(?:api|access|private|secret|encryption|licen[cs]e|signing|ssh|auth|storage|account|subscription|service|shared|host|"
    r"deploy|machine|stream|consumer|merchant|server|product|instance|bot) ?(?:key|token)(?! ?feature)|credential(?!s? ?(?:name|type|id))|session ?cookie|"
    r"bearer|client ?secret|seed ?phrase|mnemonic|recovery ?phrase|security ?(?:answer|question)|"
    r"social ?security|national ?insurance ?n|s[eé]curit[eé] ?sociale|seguridad ?social|sozialversicherungs|(?<![a-z])iban|secret ?(?:word|code|answer|phrase)|"
    r"geheim|секретн\w{0,4} ?(?:вопрос|слово|ответ|ключ)"
)
_WORDS_ALONE = r"token(?:[iıau]|en|y|ów|lar[iı])?(?![a-zó])|" + _ALONE.format(
    r"pin|pins|otp|tan|puk|csc|cvn|ssn|secret|secrets|pin ?code|pin ?nummer|c[oó]digo ?pin|jwt|psk|gizli|"
    r"пин|пин ?код|clave|[秘祕]密|السر|سرّ?|sekretny"
)
NAME_WORDS = "|".join((_PASSWORDS, _CODES, _CARDS, _OTHERS, _WORDS_ALONE))
_NO_KEYS = (
    r"(?:sort|order|primary|foreign|partition|map|legend|registry|answer|piano|event|issue|project|object|index|cache|row|"
    r"group|unique|translation|message|shortcut|hot|arrow|enter|function|house|car|room|hotel|musical|idempotency|join|"
    r"composite|data|meta|custom|field|column|search|home|escape|tab|shift|control|any|record|document|item|node|collection|folder|version|variable|preset) ?key(?![a-z])|key ?= ?value|(?:access|api|ssh)? ?key ?id(?:s|entifier)?(?![a-z])|キー ?id|識別碼|识别码|(?:name|naam|nombre|nom) your (?:\w{1,12} )?key|"
    r"(?:noten|violin|bass|sortier|prim[aä]r|fremd|partitions|verteil\w{0,6}|umlage|auto|haus|zimmer|schrauben|inbus|such|kosten|"
    r"gemeinde|steuer|index|l[aä]nder|feld|[uü]bersetzungs|sammlungs|ordner|versions|variable[rn]?|dieser|kein) ?schl[uü]ssel|(?:vertaal|sorteer|primaire|vreemde|verdeel|moer|huis|auto|publieke|openbare) ?sleutel|"
    r"cl[eé]s? (?:de |du |de la |de l.|d.)?(?:traduc|champ|dossier|variable|version|[eé]l[eé]ment|tri(?![a-z])|primaire|[eé]trang|usb|sol(?![a-z])|r[eé]partition|recherche|lecture|voiture)|"
    r"(?:chave|chiave|llave|clave) (?:de |di |do |del |della |dell.|da |de la )?(?:tradu[cz]|campo|cole[cç]|raccol|carpeta|pasta|cartella|vari[aá]v?|vers|elemen|externa|ordena|ordina|prim[aá]ri|estrang|estern|for[aá]ne|busca|ricerca|lettura|inglesa|violino|"
    r"pix(?![a-z])|coche|carro|auto(?![a-z])|casa)|(?:первичн|внешн|гаечн|скрипичн|басов|публичн|открыт|разводн)\w{1,3} ключа?|ключа? (?:перевод|сортир|поиск|от|к )|"
    r"klucza? (?:t[lł]umacz|obc|podstaw|wiolin|basow|sort|p[lł]ask|nasad|publ|wyszuk)|(?:[cç]eviri|genel|a[cç][iı]k|s[iı]ralama|birincil|yabanc[iı]|somun|arama|ev|oda|araba) anahtar[iı]|"
    r"(?:翻訳|ソート|主|外部|プライマリ|パーティション|矢印|パブリック|ショートカット|検索|並べ替え|ファンクション|ホット|エンター|公開) ?キー|(?<![ァ-ヺー])スキー|ウ[イィ]スキー|ハスキー|ッキー|公開鍵|家の鍵|車の鍵|"
    r"(?:번역|기본|외래|정렬|단축|방향|검색|공개|내|본인) 키|(?:(?<!패)스|쿠|(?<!마스)터|몽|럭)키 ?$|(?:kata|poin|tokoh|pertanyaan) kunci|kunci (?:jawaban|inggris|utama|asing|sortir|publik|mobil|rumah)|"
    r"(?:từ|ổ) kh(?:óa|oá)|kh(?:óa|oá) (?:học|chính|ngoại|công khai|cửa|kéo)|مفتاح (?:الدولة|البلد|المدينة|المنطقة|الخريطة|عام)"
)
_NO_CARD = rf"(?:(?!{_CARD}).){{0,14}}"
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
    rf"{_NO_KEYS}|"
    r"(?:name|nombre|nome?|naam|имя|类型|名称|type|тип|размер|tama[nñ]h?o|taille|tipo|typ|length|size|filtro) ?(?:of ?|de ?|del? ?|do ?|da ?|della ?|d.)?(?:the ?|la ?|el ?)?(?:api ?|ssh ?)?(?:key|clave|chave|chiave|cl[eé]|klucza|ключа|密钥)(?![a-z])|"
    r"[密金][钥鑰][对對]?(?:类型|類型|名[称稱]|大小|[长長]度)|(?:令牌|トークン)名|(?:public|[oö]ffentlich\w{0,3}|p[uú]blic[ao]|publique|pubblica|publiczn\w|публичн\w{2}) ?(?:key|schl[uü]ssel|klucz|ключ)|(?:chave|clave|cl[eé]|chiave) ?p[uú]bb?li(?:ca|que)|"
    r"(?:clave|llave|chave) ?(?:de ?)?(?:traducci|ordena|b[uú]squeda|primaria|for[aá]nea|idioma)\w{0,4}|(?:punto|ponto|point|punkt|palabra|pregunta|dato|figura|momento)s? ?(?:clave|chave|chiave)|"
    r"(?<![a-z])(?:name|nombre|nome?|naam) ?(?:on|auf|en|no|su\w{0,3}|sur|op|na|impresso ?no) ?(?:the ?|der ?|la ?|votre ?|de ?)?(?:credit ?|debit ?|credit|kredit|bank)?(?:card|karte|tarjeta|carta|carte|cart[aã]o|kaart)(?: ?d[ei] ?(?:cr[eé]d|d[eé]b)\w{1,4})?|"
    r"parola ?preferita|(?:una|la|ogni|della|alla|nella|prima|ultima|per|cerca) ?parola(?! ?d.ordine)|parola ?(?:da|di|in|per|chiave)|amigo ?secreto|"
    rf"{_EXPIRY}{_NO_CARD}{_PERISHABLE}|{_PERISHABLE}{_NO_CARD}{_EXPIRY}|"
    r"(?:palabra|palavra)s? ?(?:clave|chave)|parola ?chiave|clave ?(?:de ?|del ?)?(?:producto|pa[ií]s|art[ií]culo)|key ?words?|"
    r"(?:postal|post|zip|area|delivery|shipping) ?pin ?code|pin ?code ?\(?(?:postal|zip|area)|"
    r"pin ?(?:to|on|board|post|map|it|this|drop|colou?r)|(?:drop|map|push) ?pin|"
    r"token ?(?:name|count|limit|symbol|ring|id|type|price|supply|amount)(?![a-z])|(?:subway|design) ?tokens?|(?:nombre|nome?|nom) ?(?:del?|du|do) ?(?:token|jeton)|(?:max|number ?of) ?tokens?|(?:secret|trade) ?(?:santa|shopper|ingredient|secret)|secretar|geheimnisvoll|(?:ideas?|puntos?|temas?) ?clave|clave ?(?:catastral|del ?[eé]xito)|tan ?(?:lines?|colou?r)|"
    r"(?:remember|save|show|hide) ?(?:my ?)?password|(?:passwort|kennwort) ?l[aä]nge|pin ?(?:length|location)|pin ?(?:del|do|du|della) ?(?:mapa|mappa|carte)|pins ?\(|password ?(?:hint|policy|length|rules?|expir\w*|attempts?|strength|reset ?link|protected|manager|last)|(?:two.?factor|2 ?fa|mfa|otp|totp) ?(?:device|status|enabled|method|type|required)|one.?time ?(?:offer|payment|purchase|donation|fee|event)|d[eé]lai ?d.expiration|passwor[dt] ?(?:forgotten|vergessen)|forgot(?:ten)? ?(?:your ?)?password|"
    r"(?:enable|require|use|activate|allow) ?(?:two.?factor|2 ?fa|mfa)|parolacc|geheimrat|"
    r"(?:api|access) ?(?:key|token) ?(?:name|label|title)|"
    r"has[lł]o ?reklam|geheimtipp|"
    r"(?:gift|business|greeting|id|member|loyalty|library|score|report|sd|post|graphics|"
    r"membership|time|bonus) ?card ?(?:name|title|colou?r|text|message|design|holder)"
)
