*** Settings ***
Documentation       The shop by keywords: ids, variables, waits, frames. Only the library's import is Holdfast's.
Resource            shop.resource
Suite Setup         Open Shop
Suite Teardown      Close All Browsers

*** Test Cases ***
Signing In Leads To The Products
    Show    index
    Sign In    ada@example.com    correct horse battery staple
    Wait Until Location Contains    products

A Forgotten Password Leads To Help
    Show    index
    Click Link    Forgot your password?
    Wait Until Location Contains    help

Searching Hides Other Products
    Show    products
    Input Text    name:q    stove
    Click Button    search-button
    Wait Until Element Is Not Visible    xpath://*[text()='Trail tent, 2 persons']
    Element Should Be Visible    xpath://*[text()='Wood stove, folding']

The Search Field Is There And Empty
    Show    products
    Textfield Value Should Be    id:q    ${EMPTY}

A Product Goes Into The Cart
    Show    products
    Click Element    xpath://tr[td='Gas stove, 2 burners']//button
    Wait Until Page Contains    Gas stove, 2 burners is in your cart.

The Cart Is One Click Away
    Show    products
    Wait Until Element Is Visible    id:cart
    Click Element    id:cart
    Wait Until Location Contains    cart

Two Stoves
    Show    cart
    Select From List By Label    id:quantity    2
    List Selection Should Be    id:quantity    2

A Gift Is Wrapped
    Show    cart
    Checkbox Should Not Be Selected    id:gift-wrap
    Select Checkbox    id:gift-wrap
    Checkbox Should Be Selected    id:gift-wrap

A Voucher Can Be Typed
    Show    cart
    Input Text    css:#voucher-box input    WELCOME10
    Textfield Value Should Be    id:voucher    WELCOME10

A Voucher Is Applied
    Show    cart
    Input Text    id:voucher    WELCOME10
    Click Button    id:apply-voucher
    Wait Until Page Contains    Voucher applied: 10 % off.

The Cart Leads To Checkout
    Show    cart
    Wait Until Page Contains Element    css:a#go-checkout.btn
    Click Element    css:a#go-checkout.btn
    Wait Until Location Contains    checkout

An Address Is Typed
    Show    checkout
    Input Text    id:full-name    Ada Lovelace
    Input Text    id:street    12 St James's Square
    Select From List By Label    id:country    Austria
    Textfield Value Should Be    id:full-name    Ada Lovelace
    List Selection Should Be    id:country    Austria

Express Delivery
    Show    checkout
    Click Element    id:ship-express
    Wait Until Keyword Succeeds    5x    0.2s    Element Attribute Value Should Be    id:ship-express    checked    true

The Name On The Card
    Show    checkout
    Select Frame    tag:iframe
    Input Text    id:holder    A. Lovelace
    Textfield Value Should Be    id:holder    A. Lovelace
    [Teardown]    Unselect Frame

The Terms Are Accepted
    Show    checkout
    Click Element    id:show-terms
    Wait Until Element Is Visible    id:accept-terms
    Click Element    id:accept-terms
    Wait Until Element Is Not Visible    id:terms-dialog

An Order Is Placed
    Show    checkout
    Click Button    id:place-order
    Wait Until Element Contains    tag:h1    Thank you

Nothing Is In The Cart At First
    Show    products
    Page Should Not Contain Element    xpath://body//span[contains(text(), 'is in your cart')]

What Is Not There Is Not Found
    Show    products
    Element Should Not Be Visible    id:no-such-thing
    ${found}    Run Keyword And Return Status    Page Should Contain Element    id:no-such-thing
    Should Not Be True    ${found}
    ${count}    Get Element Count    id:no-such-thing
    Should Be Equal As Integers    ${count}    0

Removed Products Can Be Compared
    Show    products
    Click Button    id:compare

Removed Comparing Is Offered
    Show    products
    Wait Until Element Is Visible    id:compare

Removed Comparing Is Enabled
    Show    products
    Element Should Be Enabled    xpath://button[.='Compare products']
