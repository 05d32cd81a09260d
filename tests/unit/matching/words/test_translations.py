"""What the table of translations knows, language by language."""

import pytest

from holdfast.matching.words import relate

# Save, Cancel, Delete, Search, as interfaces say them.
_ENGLISH = ("Save", "Cancel", "Delete", "Search")
_WORDS = {
    "Arabic": ("حفظ", "إلغاء", "حذف", "بحث"),
    "Bengali": ("সংরক্ষণ", "বাতিল", "মুছুন", "অনুসন্ধান"),
    "Bosnian": ("Sačuvaj", "Otkaži", "Izbriši", "Pretraži"),
    "Bulgarian": ("Запазване", "Отказ", "Изтриване", "Търсене"),
    "Catalan": ("Desa", "Cancel·la", "Suprimeix", "Cerca"),
    "Chinese": ("保存", "取消", "删除", "搜索"),
    "Chinese, traditional": ("儲存", "取消", "刪除", "搜尋"),
    "Croatian": ("Spremi", "Odustani", "Izbriši", "Traži"),
    "Czech": ("Uložit", "Zrušit", "Smazat", "Hledat"),
    "Danish": ("Gem", "Annuller", "Slet", "Søg"),
    "Dutch": ("Opslaan", "Annuleren", "Verwijderen", "Zoeken"),
    "Estonian": ("Salvesta", "Tühista", "Kustuta", "Otsi"),
    "Finnish": ("Tallenna", "Peruuta", "Poista", "Hae"),
    "French": ("Enregistrer", "Annuler", "Supprimer", "Rechercher"),
    "Galician": ("Gardar", "Cancelar", "Eliminar", "Buscar"),
    "Georgian": ("შენახვა", "გაუქმება", "წაშლა", "ძებნა"),
    "German": ("Speichern", "Abbrechen", "Löschen", "Suchen"),
    "Greek": ("Αποθήκευση", "Ακύρωση", "Διαγραφή", "Αναζήτηση"),
    "Hebrew": ("שמירה", "ביטול", "מחק", "חיפוש"),
    "Hindi": ("सहेजें", "रद्द करें", "हटाएं", "खोजें"),
    "Hungarian": ("Mentés", "Mégse", "Törlés", "Keresés"),
    "Indonesian": ("Simpan", "Batal", "Hapus", "Cari"),
    "Italian": ("Salva", "Annulla", "Elimina", "Cerca"),
    "Japanese": ("保存", "キャンセル", "削除", "検索"),
    "Korean": ("저장", "취소", "삭제", "검색"),
    "Latvian": ("Saglabāt", "Atcelt", "Dzēst", "Meklēt"),
    "Lithuanian": ("Išsaugoti", "Atšaukti", "Ištrinti", "Ieškoti"),
    "Macedonian": ("Зачувај", "Откажи", "Избриши", "Пребарај"),
    "Norwegian": ("Lagre", "Avbryt", "Slett", "Søk"),
    "Persian": ("ذخیره", "لغو", "حذف", "جستجو"),
    "Polish": ("Zapisz", "Anuluj", "Usuń", "Szukaj"),
    "Portuguese": ("Salvar", "Cancelar", "Excluir", "Pesquisar"),
    "Romanian": ("Salvează", "Anulează", "Șterge", "Căutare"),
    "Russian": ("Сохранить", "Отмена", "Удалить", "Поиск"),
    "Serbian": ("Сачувај", "Откажи", "Избриши", "Pretraga"),
    "Slovak": ("Uložiť", "Zrušiť", "Odstrániť", "Hľadať"),
    "Slovenian": ("Shrani", "Prekliči", "Izbriši", "Išči"),
    "Spanish": ("Guardar", "Cancelar", "Eliminar", "Buscar"),
    "Swedish": ("Spara", "Avbryt", "Ta bort", "Sök"),
    "Thai": ("บันทึก", "ยกเลิก", "ลบ", "ค้นหา"),
    "Turkish": ("Kaydet", "İptal", "Sil", "Ara"),
    "Ukrainian": ("Зберегти", "Скасувати", "Видалити", "Пошук"),
    "Urdu": ("محفوظ کریں", "منسوخ", "حذف", "تلاش"),
    "Vietnamese": ("Lưu", "Hủy", "Xóa", "Tìm kiếm"),
}


@pytest.mark.parametrize("language", _WORDS)
def test_the_commonest_words_are_known(language: str) -> None:
    for english, foreign in zip(_ENGLISH, _WORDS[language], strict=True):
        relation = relate(english, foreign)
        assert min(relation.forward, relation.backward) >= 0.85, relation.in_words()


# The Urdu word for 'save' is the Persian one for 'protected' as well.
@pytest.mark.parametrize("language", sorted(_WORDS.keys() - {"Urdu"}))
def test_save_and_delete_are_opposites_in_other_languages(language: str) -> None:
    save, _, delete, _ = _WORDS[language]
    assert relate(save, delete).opposed
    assert relate("Save", delete).opposed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Password", "Mot de passe"),
        ("Sign in", "Iniciar sesión"),
        ("Sign out", "Se déconnecter"),
        ("Forgot password?", "Passwort vergessen?"),
        ("Save changes", "Сохранить изменения"),
        ("New customer", "新しい顧客"),
        ("Customer number", "Kundennummer"),
        ("Settings", "Impostazioni"),
    ],
)
def test_phrases_and_compounds_are_known(old: str, new: str) -> None:
    relation = relate(old, new)
    assert min(relation.forward, relation.backward) >= 0.8, relation.in_words()


def test_two_foreign_labels_meet_in_english() -> None:
    assert relate("Guardar", "Speichern").forward == pytest.approx(0.85)
    assert relate("Weiter", "Précédent").opposed


def test_another_form_of_a_known_word_is_known() -> None:
    assert relate("Rechnungen", "Invoices").forward == pytest.approx(0.85)


def test_english_words_are_not_taken_for_foreign_ones() -> None:
    assert relate("Gift", "Poison").in_words() != "'Gift' is German for 'Poison'"
