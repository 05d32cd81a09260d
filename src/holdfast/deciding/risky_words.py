"""Risky words: announce something destructive or irreversible on a button, in several languages."""

# ruff: noqa: RUF001 — the letters that look like others are Turkish and Cyrillic ones

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

# Whole words or phrases, as they stand on buttons. A noun that names a place ("orders",
# "payments", "deleted items") is left out on purpose: going there undoes nothing.
RISKY_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "en": (
            "delete", "remove", "erase", "destroy", "discard", "wipe", "purge", "revoke",
            "terminate", "deactivate", "uninstall", "unsubscribe", "overwrite", "factory reset",
            "close account", "close my account", "cancel subscription", "cancel my subscription",
            "cancel order", "cancel booking", "end subscription", "empty trash", "empty bin",
            "pay", "pay now", "buy", "buy now", "purchase", "order now", "place order",
            "place my order", "place your order", "submit order", "complete order",
            "confirm order", "confirm payment", "subscribe and pay", "transfer", "withdraw",
            "send money", "donate", "publish", "deploy", "merge", "sign contract",
        ),
        "de": (
            "löschen", "lösche", "entfernen", "verwerfen", "vernichten", "widerrufen",
            "kündigen", "stornieren", "deaktivieren", "deinstallieren",
            "überschreiben", "abbestellen", "konto schließen", "papierkorb leeren", "bezahlen",
            "zahlen", "zahlungspflichtig bestellen", "kaufen", "jetzt kaufen", "bestellen",
            "bestellung abschicken", "kostenpflichtig bestellen", "überweisen", "spenden",
            "veröffentlichen",
        ),
        "fr": (
            "supprimer", "effacer", "retirer", "détruire", "révoquer", "résilier", "désactiver",
            "désinstaller", "désabonner", "se désabonner", "écraser", "fermer le compte",
            "annuler la commande", "annuler l'abonnement", "vider la corbeille", "payer",
            "acheter", "commander", "passer la commande", "confirmer la commande",
            "valider la commande", "virer", "faire un don", "publier",
        ),
        "es": (
            "eliminar", "borrar", "quitar", "suprimir", "destruir", "descartar", "revocar",
            "desactivar", "desinstalar", "sobrescribir", "darse de baja", "cerrar cuenta",
            "cancelar suscripción", "cancelar pedido", "vaciar papelera", "pagar", "comprar",
            "comprar ahora", "realizar pedido", "confirmar pedido", "hacer pedido", "transferir",
            "donar", "publicar",
        ),
        "it": (
            "elimina", "eliminare", "cancella", "cancellare", "rimuovi", "rimuovere", "scarta",
            "revoca", "disattiva", "disinstalla", "sovrascrivi", "disdici", "chiudi account",
            "annulla ordine", "annulla abbonamento", "svuota cestino", "paga", "paga ora",
            "pagare", "acquista", "compra", "ordina ora", "conferma ordine", "invia ordine",
            "trasferisci", "dona", "pubblica",
        ),
        "pt": (
            "excluir", "apagar", "eliminar", "remover", "deletar", "descartar", "revogar",
            "desativar", "desinstalar", "substituir", "encerrar conta", "cancelar assinatura",
            "cancelar pedido", "esvaziar lixeira", "pagar", "comprar", "comprar agora",
            "finalizar compra", "finalizar pedido", "confirmar pedido", "transferir", "doar",
            "publicar",
        ),
        "nl": (
            "verwijderen", "verwijder", "wissen", "vernietigen", "intrekken", "opzeggen",
            "deactiveren", "overschrijven", "uitschrijven", "account sluiten",
            "bestelling annuleren", "prullenbak legen", "betalen", "kopen", "nu kopen",
            "bestellen", "bestelling plaatsen", "overmaken", "doneren", "publiceren",
        ),
        "pl": (
            "usuń", "usunąć", "skasuj", "wymaż", "odrzuć", "cofnij zgodę", "dezaktywuj",
            "odinstaluj", "nadpisz", "wypisz się", "zamknij konto", "anuluj subskrypcję",
            "anuluj zamówienie", "opróżnij kosz", "zapłać", "zapłać teraz", "kup", "kup teraz",
            "kupuję", "zamawiam", "złóż zamówienie", "zamawiam i płacę", "przelej", "opublikuj",
        ),
        "sv": (
            "ta bort", "radera", "kassera", "återkalla", "säg upp", "inaktivera", "avinstallera",
            "skriv över", "avsluta konto", "avbryt beställning", "töm papperskorgen", "betala",
            "köp", "köp nu", "slutför köp", "lägg beställning", "överför", "skänk", "publicera",
        ),
        "tr": (
            "sil", "kaldır", "yok et", "devre dışı bırak", "üzerine yaz",
            "hesabı kapat", "aboneliği iptal et", "siparişi iptal et", "çöpü boşalt", "öde",
            "ödeme yap", "satın al", "şimdi al", "sipariş ver", "siparişi onayla", "havale et",
            "bağış yap", "yayınla",
        ),
        "ru": (
            "удалить", "удали", "удалите", "стереть", "уничтожить", "отозвать",
            "деактивировать", "отписаться", "перезаписать", "закрыть счёт",
            "закрыть счет", "удалить аккаунт", "отменить подписку", "отменить заказ",
            "очистить корзину", "оплатить", "заплатить", "купить", "купить сейчас", "заказать",
            "оформить заказ", "подтвердить заказ", "перевести деньги", "пожертвовать",
            "опубликовать",
        ),
        "uk": (
            "видалити", "стерти", "знищити", "відкликати",
            "відписатися", "скасувати підписку", "скасувати замовлення", "сплатити", "оплатити",
            "купити", "замовити", "оформити замовлення", "переказати", "опублікувати",
        ),
        "ar": (
            "حذف", "إزالة", "إلغاء الاشتراك", "إلغاء الطلب", "شراء", "اشتر الآن", "ادفع", "دفع",
        ),
    }
)  # fmt: skip

# These scripts put no space between words, so a word is found wherever it stands.
UNSPACED_RISKY_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "zh": (
            "删除", "刪除", "移除", "清空", "销毁", "注销", "註銷", "停用", "卸载", "退订",
            "覆盖", "取消订单", "取消訂單", "取消订阅", "支付", "付款", "购买", "購買", "下单",
            "立即下单", "提交订单", "提交訂單", "转账", "轉帳", "捐款", "发布", "發佈",
        ),
        "ja": (
            "削除", "消去", "破棄", "解約", "退会", "無効にする", "上書き", "注文をキャンセル",
            "購入", "注文する", "注文を確定", "支払う", "支払い", "送金", "振込", "寄付",
            "公開する",
        ),
        "ko": (
            "삭제", "제거", "지우기", "탈퇴", "해지", "비활성화", "덮어쓰기", "주문 취소",
            "구독 취소", "결제", "구매", "주문하기", "송금", "이체", "기부", "게시하기",
        ),
    }
)  # fmt: skip


# Typographic apostrophe; dotless i and the dot that lower-casing a Turkish I leaves behind.
_ONE_FORM = MappingProxyType({0x2019: "'", 0x0131: "i", 0x0307: None})


def find_risky_word(wording: str) -> str | None:
    """Return the first risky word in a step's wording, as it stands in the list; None if none."""
    found = _risky_pattern().search(_plain(wording))
    return found[0] if found else None


def _plain(text: str) -> str:
    """Return the text with one form for each letter, one kind of apostrophe, single spaces."""
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_ONE_FORM)
    return " ".join(folded.split())


@cache
def _risky_pattern() -> re.Pattern[str]:
    """Return one pattern of all words; a longer phrase is tried before the word it begins with."""
    spaced = {_plain(word) for words in RISKY_WORDS.values() for word in words}
    unspaced = {_plain(word) for words in UNSPACED_RISKY_WORDS.values() for word in words}
    # An underscore ends a word ("delete_account"); a letter or digit goes on with it.
    inside_words = r"(?<![^\W_])(?:" + _either(spaced) + r")(?![^\W_])"
    return re.compile(f"{inside_words}|{_either(unspaced)}")


def _either(words: set[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
