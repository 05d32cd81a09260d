"""What counts as written by a person, and what as made by a machine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.page.build import build_snapshot
from holdfast.page.randomness import mean_usualness
from holdfast.page.stability import (
    is_generated,
    is_positional,
    is_stable_class,
    is_state_class,
    is_utility_class,
    stable_classes,
)

BY_A_MACHINE = """
    :r1: «r1» _r_3_ :r1a: radix-:r5: radix-«r3» headlessui-menu-12 headlessui-listbox-button-:r4:
    mat-input-3 mat-select-value-5 cdk-overlay-2 ui-id-7 ember123 ember1042
    550e8400-e29b-41d4-a716-446655440000 user-550e8400-e29b-41d4-a716-446655440000
    d41d8cd98f00b204e9800998ecf8427e css-1a2b3c css-hyugcw css-1dbjc4n css-142 sc-bdVaJa
    sc-1a2b3c-0 sc-gsTCUz Button__Root-sc-1a2b3c-0 styled__Title-sc-x8f7k2-1 jss12 jss245
    makeStyles-root-12 emotion-0 e1abc230 Button_root__x7Kd2 styles_title__3kPq9 Card_wrap__2Xk9f
    styles__title___2Xk9f card-module--wrap--Xy12z svelte-1tky8bj jsx-2871293847 data-v-7ba5bd90
    _ngcontent-abc-c12 _nghost-serverApp-c4 ng-tns-c12-3 go1234567890 r-1awozwy r-13qz1uu x1lliihq
    x78zum5 x1n2onr6 xdt5ytf j83agx80 _3Qjgh _1xnd9 gLFyf RNNXgb VfPpkd-LgbsSe yDmH0d kQwZpR
    ext-gen1234 ext-comp-1002 yui_3_18_1_1_1600000000000_23 gwt-uid-45 dijit_form_Button_3
    jqxWidget4a5b6c __BVID__23 vs1__combobox j_idt23:j_idt45 j_id0
    rptOrders_ctl02_lnkEdit gvList$ctl03$chk lightning-input-12 isc_1A dnn_ctr423_View
    select2-drop-3
    downshift-0-label react-select-2-input react-aria-12 react-aria1234567-:r3: rc_select_3
    rc-tabs-0-tab-1 el-id-1024-3 input-45 root-125 field-:r7: tippy-3 mce_12 cke_1 cke_23_contents
    pr_id_7 elementor-element-5a2b3c1 item-1700000000 row_1700000000123 session1700000000123
    input_839201 8f14e45f 12345 9b74c989 a1b2c3 f47ac10b id_5f3a9c 01ARZ3NDEKTSV4RRFFQ69G5FAV
    cjld2cjxh0000qzrmn831i7rn V1StGXR8_Z5jdHi6B-myT google_ads_iframe_/123/home_0 aswift_1
    widget-7f3e2a auto_12 uid-33 __xmlview0--button3 ion-input-3 mantine-r4k2j1x9 chakra-modal-12
    popover123456 tooltip845213 tab-9f8e7d6c select2-x4k9-container Ved5818= __code_41 VqeQ0dU=
    :rb: :R2alb: «r1a» _r_1f_ mat-option-12 mat-tab-label-0-1 mat-mdc-form-field-label-4
    cdk-drop-list-7 ui-accordion-header-3 ember-view-1 jss1024 css-0 css-1q2w3e-MuiBox-root
    emotion-12 sc-fzXfMv sc-jTzLTM sc-AxjAm StyledHeader-sc-8k3j2h-2 Nav_link__9aBcD
    Home_hero__Q3xZ1 index-module--grid--3Fk2s svelte-xyz123 astro-3ef6ksr2 jsx-99 r-18u37iz
    x1ey2m1c xh8yej3 _2kXz9 _9ab3c_button WithStyles(ForwardRef(Button))-root-42
    MuiButton-root-123 yui-gen7 tinymce-5 tippy-127 chosen-12-results headlessui-dialog-title-:r9:
    radix-12-trigger-account accordion-panel-:ra: 3f2504e0-4f89-11d3-9a0c-0305e82c3301
    msg-3F2504E04F8911D39A0C0305E82C3301 da39a3ee5e6b4b0d3255bfef95601890afd80709 e3b0c44298fc1c14
    commit-4c01868a form_1699999999999 ad-728190456 00123 {{id}} item-${index} ctl07 j_idt12
    nav-9d8f7e6a5b
    css-1q2w3e4-Button css-elnfyj-Title css-xhefzex-MuiCard-root card-0-2-163 Title_button__IpcbE
    Card_nav__13Mfo nav__title___buTTP _button_ewr3m_273 _title_73hv5_371 list-module--title--Pt410
    input_header__-yjvg list_card__ENY-I sc-nhSsax sc-gsTCUz kQwZpR efnbZI edseidsx11 v-16 v-0-8
    input-v-67 input-96-messages v-menu-81 v-list-group--id-70 checkbox-20 list-item-166 pn_id_49
    pn_id_49-table pn_id_91_3 pv_id_3_header_0 p-tabpanel-0-label p-accordiontab-2 ext-element-64
    button-1496-btnInnerEl textfield-1301-inputEl gridview-1123-record-50 tableview-1512
    __button12 __item3-__clone4 __xmlview0--save 12:345;a help-message-633 combobox-button-41
    lgt-datatable-12 dropdown-element-571 radio-4-15 tab-848 select2-country-a7-result-y938-44
    checkbox-toggle-27 weekdays-element-214 source-list-318 select-236 heading-417 __p13npanel0-hdr
    p-sidebar-7
    select2-y3sf-container s2id_autogen4 j1_12 j1_12_anchor jstree-2 flppvivabulg95c6nwh8rrdk
    k7ranb6vqi81anrchiot5xa6 01J919K5G4TWESS51DAAK81GFY uniqName_6_5 dojox_grid__View_8 css-var-r4
    css-dev-only-do-not-override-uz1tep undefined null NaN
    css-kcexrh-dropdown-item css-vykpgs-Tags--inline-dialog sc-iqA-dsV sc-bA-DSWZ e1rpiacs0 e71refg0
    Doclink-btnClose-0-1-28 faUser-0-10-5 SG29Ca_period -rh6_a_submitText _217VGG_faBars
    Alert-module__bulk___auLep Card-module--send-as--NGJAR src-Nav-module__white--YrDrh v-1-help
    v-rating-v-90-0 input-v-141_label :r1qk: datepicker-1094-monthEl tagfield-1087
    messagebox-1001_header tbseparator-1029 lgt-dt-header-factory-id-12 modal-heading-124
""".split()

BY_A_PERSON = """
    save submit-button login-form step-2 ctl00_MainContent_txtName ctl00$Main$btnSave
    h1-title col-name covid19 ipv6-address utf8 md5-checksum
    main-content header nav-primary user-name firstName lastName email_address search-box
    shopping-cart checkout product-list price total section-3 question-12 chapter-1 tab-2 panel1
    address2 line1 html5-video mp3-player base64-input sha256-hash i18n-switch a11y-menu
    k8s-cluster b2b-portal e2e-status oauth2-callback log4j-config web3-wallet 2fa-code 3d-view
    4k-badge x86-download h264-settings covid-19 top10 area51 archive-2024 news-20240115
    release-2.4.1 v1beta1 btnSubmit txtPassword lblError chkRemember ddlCountry card__title
    card__title--large block__elem btn-primary btn btn--ghost MuiButton-root
    MuiButton-containedPrimary ant-btn el-button v-btn mat-button mat-form-field
    cdk-overlay-container ui-datepicker select2-container css-grid-demo sc-button sc-header
    r-value e-commerce jss-theme emotion-picker radix-docs ember-guide react-app svelte-tutorial
    h-card p-name u-url entry-content post-123 menu-item-4821 wp-block-button suche kundenkonto
    einstellungen-speichern warenkorb geschaeftsbedingungen wstrzymaj szczegoly-zamowienia
    pridat-do-kosiku zrusit panier mot-de-passe mes-commandes contrasena cerrar-sesion carrello
    prenota winkelwagen inloggen lagg-till kirjaudu-sisaan ostoskori sepete-ekle odeme giris-yap
    dat-hang 保存 登录按钮 ログイン 저장 сохранить корзина-товаров تسجيل שלום καλάθι ตะกร้า größe
    año prénom __VIEWSTATE __EVENTTARGET MainContent_SaveButton userMenu iOSApp eCommerce
    XMLHttpRequest HTMLEditor sidebar-left top-bar order-summary text-field content-body
    z-index-demo grid-view flex-slider list-item media-object thumbnail-large rss-feed xhr-status
    https-only csrfmiddlewaretoken q username password g-recaptcha-response facebook-login
    youtube-player github-link linkedin-share strengths rhythm psychology kindergarten lengths
    xylophone quiz jukebox pizza-puzzle fjord zwyczaj sphynx 1.13.0-1 0.9.10 wysihtml5-toolbar
    win32api isNaN step2form bs-example-navbar-collapse-1 logo_small
    ui-icon-arrow-1-e ui-datepicker-multi-3 v-col--cols-12 v-row--no-gutters v-btn v-application
    aspect-ratio--4x3-m flex-0-1-100 br--top-l _30fps _12mp card__title card__item1 nav__link2
    block__elem--active Card_list__title btnOK navBar iconX formID p-dialog-header p-tabview
    ext-icon extended button-group-2 button-2024 archive-1987 textfield-name post-1234 tab-12
    select2-country-container select2-results list-item-12 input-1 form-0-name id_form-0-name
    example12 exercise12 employee1 element-name null-island undefined-behaviour x-grid-cell
    created.query:record:date :remove:bugs added-in-v300rc1 pbkdf2-upgrade AppFrame-a11yLink
    migrating-from-0-4-0-to-0-4-1 ion-flex-md-grow-0 ion-order-lg-12 e2etest1 css-colors-table
    dialog_title select2-country-results menu-item-1042 modal-heading-1
    jstree-anchor jstree-node sap-ui-body sapMBtn slds-button slds-form-element__label
    slds-icon-custom-69 slds-max-small-order--10 heading-100 color-500 select-12
""".split()

UTILITIES = """
    flex grid hidden md:flex hover:bg-blue-500 p-4 mx-auto -mt-2 text-center text-red-500 text-2xl
    w-full max-w-7xl h-screen rounded-lg shadow-md border border-t-2 gap-4 space-x-2 items-center
    justify-between grid-cols-3 col-span-2 col-md-6 col-xs-12 col row container container-fluid
    offset-md-3 col-md-offset-2 d-none d-md-block float-left pull-right clearfix sr-only
    visually-hidden mb-3 pt-0 px-md-4 text-muted text-primary bg-light bg-white fw-bold fs-5 w-100
    h-100 position-relative align-items-center justify-content-between order-2 g-3 gx-4
    rounded-circle pa3 ph2-ns mt2 dib f4 tc b--light-gray ba br2 lh-copy bg-near-white black-70
    w-50-ns dark:text-white group-hover:opacity-50 lg:w-1/2 top-[117px] bg-[#1da1f2]
    [mask-type:luminance] !mt-4 md:!p-2 data-[state=open]:bg-accent text-muted-foreground
    bg-background z-10 opacity-50 transition-colors duration-200 ease-in-out animate-spin
    cursor-pointer select-none truncate uppercase italic underline font-medium leading-6
    tracking-wide overflow-hidden whitespace-nowrap absolute inset-0 small-12 large-4 columns
    pure-u-1-2 uk-width-1-2 span6 is-half has-text-centered u-mt-2 min-h-screen flex-1 ring-2
    focus:ring-offset-2 object-cover from-blue-500 divide-y list-none hidden-xs visible-md p-0.5
    size-6 line-clamp-2 sm:rounded-md table-cell bg-body-tertiary border-opacity-25 gap-md-3
    column-gap-lg-2 row-gap-0 link-offset-2-hover link-underline-danger focus-ring-primary
    object-fit-md-cover sticky-xl-top text-decoration-line-through -space-x-2 -scale-x-100 -order-1
    -indent-8 -tracking-tight -col-start-2 -scroll-mt-4 -hue-rotate-15 -outline-offset-2
""".split()

MEANINGFUL_CLASSES = """
    col-name row-header text-field text-input border-radius-demo shadow-dom container-header
    grid-view flex-slider list-group table-striped table btn btn-primary card card-title nav
    navbar nav-link order-summary order-list top-bar left-column content-main bg-switcher
    font-picker p-name h-card u-url u-photo e-content dt-published w-widget z-index hidden-field
    visible-area fixed-header sticky-note block-title blockquote inline-editor rounded-button
    space-station gap-analysis divide-evenly text-editor text-area select-all-button cursor-demo
    transition-team scale-model opacity-slider measure-tool link pointer-list items-list item
    justify-text self-service place-order object-list overflow-menu break-time ring-tone fill-form
    stroke-width-input leading-article tracking-number tracking-code delay-notice duration-field
    animate-button m-header l-grid small-print large-print medium-post cell-phone column-chart
    columns-picker row-actions offset-printing span-title menu media badge alert alert-danger
    label filter group panel modal tabs
""".split()


def test_the_tables_are_large_enough_and_hold_about_half_of_each() -> None:
    assert len(BY_A_MACHINE) + len(BY_A_PERSON) >= 150
    assert min(len(BY_A_MACHINE), len(BY_A_PERSON)) >= 75


@pytest.mark.parametrize("value", BY_A_MACHINE)
def test_a_value_made_by_a_machine_is_seen_as_such(value: str) -> None:
    assert is_generated(value)


@pytest.mark.parametrize("value", BY_A_PERSON)
def test_a_value_written_by_a_person_is_seen_as_such(value: str) -> None:
    assert not is_generated(value)


@pytest.mark.parametrize("name", UTILITIES)
def test_a_class_that_only_styles_is_a_utility(name: str) -> None:
    assert is_utility_class(name)


@pytest.mark.parametrize("name", MEANINGFUL_CLASSES)
def test_a_class_that_says_what_a_thing_is_stays(name: str) -> None:
    assert is_stable_class(name)


@pytest.mark.parametrize(
    "value", ["3", "012", "pos-3", "position:12", "r1c2", "row-3-col-2", "1.2"]
)
def test_a_value_that_only_counts_is_positional(value: str) -> None:
    assert is_positional(value)


@pytest.mark.parametrize("value", ["", "step-2", "save", "3d", "covid19", "12345678", "row-header"])
def test_a_value_that_says_more_than_a_place_is_not_positional(value: str) -> None:
    assert not is_positional(value)


@pytest.mark.parametrize("name", ["active", "is-open", "ng-touched", "Mui-disabled", "collapsed"])
def test_a_class_that_says_how_things_stand_now_is_a_state(name: str) -> None:
    assert is_state_class(name)


@pytest.mark.parametrize("name", ["activity", "open-source", "is-primary", "loading-dock"])
def test_a_class_that_begins_like_a_state_is_none(name: str) -> None:
    assert not is_state_class(name)


def test_stable_classes_keep_their_order_and_come_once() -> None:
    page = build_snapshot(
        tags=["a"],
        parents=[-1],
        attributes=[{"class": "nav-link p-4 css-1a2b3c  brand\tnav-link md:flex"}],
        runs=[],
    )
    assert stable_classes(page.nodes[0]) == ("nav-link", "brand")


def test_the_class_behind_that_of_a_styled_component_is_no_persons() -> None:
    page = build_snapshot(
        tags=["a", "b"],
        parents=[-1, 0],
        attributes=[{"class": "brand sc-gsTCUz hureId active"}, {"class": "sc-button active"}],
        runs=[],
    )
    assert stable_classes(page.nodes[0]) == ("brand", "active")
    assert stable_classes(page.nodes[1]) == ("sc-button", "active")


def test_usualness_is_the_mean_over_the_pairs_of_letters() -> None:
    # th 7, he 9, er 9, re 9 in the table; four pairs.
    assert mean_usualness("there") == pytest.approx((7 + 9 + 9 + 9) / 4)
    assert mean_usualness("qxzj") == 9.0, "four letters are too few to tell"


@given(st.text(st.characters(categories=["Lo"]), min_size=1, max_size=40))
def test_words_in_scripts_without_letter_case_are_never_generated(value: str) -> None:
    assert not is_generated(value)


@given(st.uuids(), st.sampled_from(["", "row-", "user_", "кнопка-"]))
def test_a_value_with_a_uuid_is_generated_whatever_stands_before_it(
    uuid: object, lead: str
) -> None:
    assert is_generated(f"{lead}{uuid}")


@given(st.text(max_size=400))
def test_any_text_gets_an_answer(value: str) -> None:
    assert is_generated(value) in {True, False}
    assert is_stable_class(value) == (not is_utility_class(value) and not is_generated(value))
