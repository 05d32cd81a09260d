"""The shop by Selenium: ids, page objects, waits with expected conditions, frames."""

import os

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions as ec
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

URL = os.environ["SHOP_URL"]
ADD = (By.XPATH, "//tr[td='Gas stove, 2 burners']//button")


def wait(driver: Chrome) -> "WebDriverWait[Chrome]":
    return WebDriverWait(driver, 5, poll_frequency=0.1)


class SignIn:
    """A page object, its locators as pairs."""

    EMAIL = (By.ID, "email")
    PASSWORD = (By.CSS_SELECTOR, "form#sign-in input[type=password]")
    SUBMIT = (By.ID, "sign-in-button")

    def __init__(self, driver: Chrome) -> None:
        self.driver = driver
        driver.get(f"{URL}/index.html")

    def sign_in(self, email: str, password: str) -> None:
        self.driver.find_element(*self.EMAIL).send_keys(email)
        self.driver.find_element(*self.PASSWORD).send_keys(password)
        self.driver.find_element(*self.SUBMIT).click()


def test_signing_in_leads_to_the_products(driver: Chrome) -> None:
    SignIn(driver).sign_in("ada@example.com", "correct horse battery staple")
    assert wait(driver).until(ec.url_contains("products"))


def test_a_forgotten_password_leads_to_help(driver: Chrome) -> None:
    driver.get(f"{URL}/index.html")
    driver.find_element(By.LINK_TEXT, "Forgot your password?").click()
    assert wait(driver).until(ec.url_contains("help"))


def test_searching_hides_other_products(driver: Chrome) -> None:
    driver.get(f"{URL}/products.html")
    driver.find_element(By.NAME, "q").send_keys("stove")
    driver.find_element(By.ID, "search-button").click()
    tent = (By.XPATH, "//*[text()='Trail tent, 2 persons']")
    assert wait(driver).until(ec.invisibility_of_element_located(tent))
    assert driver.find_element(By.XPATH, "//*[text()='Wood stove, folding']").is_displayed()


def test_the_search_field_is_there_and_empty(driver: Chrome) -> None:
    driver.get(f"{URL}/products.html")
    assert driver.find_element(By.ID, "q").get_attribute("value") == ""


def test_a_product_goes_into_the_cart(driver: Chrome) -> None:
    driver.get(f"{URL}/products.html")
    wait(driver).until(ec.element_to_be_clickable(ADD)).click()
    said = (By.XPATH, "//*[text()='Gas stove, 2 burners is in your cart.']")
    wait(driver).until(ec.visibility_of_element_located(said))


def test_the_cart_is_one_click_away(driver: Chrome) -> None:
    driver.get(f"{URL}/products.html")
    driver.find_element(By.ID, "cart").click()
    assert wait(driver).until(ec.url_contains("cart"))


def test_two_stoves(driver: Chrome) -> None:
    driver.get(f"{URL}/cart.html")
    quantity = Select(driver.find_element(By.ID, "quantity"))
    quantity.select_by_visible_text("2")
    assert quantity.first_selected_option.text == "2"


def test_a_gift_is_wrapped(driver: Chrome) -> None:
    driver.get(f"{URL}/cart.html")
    driver.find_element(By.ID, "gift-wrap").click()
    assert driver.find_element(By.ID, "gift-wrap").is_selected()


def test_a_voucher_can_be_typed(driver: Chrome) -> None:
    driver.get(f"{URL}/cart.html")
    box = driver.find_element(By.CSS_SELECTOR, "#voucher-box input")
    box.send_keys("WELCOME10")
    assert driver.find_element(By.ID, "voucher").get_attribute("value") == "WELCOME10"


def test_a_voucher_is_applied(driver: Chrome) -> None:
    driver.get(f"{URL}/cart.html")
    driver.find_element(By.ID, "voucher").send_keys("WELCOME10")
    wait(driver).until(ec.element_to_be_clickable((By.ID, "apply-voucher"))).click()
    said = (By.XPATH, "//*[text()='Voucher applied: 10 % off.']")
    wait(driver).until(ec.visibility_of_element_located(said))


def test_the_cart_leads_to_checkout(driver: Chrome) -> None:
    driver.get(f"{URL}/cart.html")
    wait(driver).until(ec.element_to_be_clickable((By.CSS_SELECTOR, "a#go-checkout.btn"))).click()
    assert wait(driver).until(ec.url_contains("checkout"))


def test_an_address_is_typed(driver: Chrome) -> None:
    driver.get(f"{URL}/checkout.html")
    delivery = driver.find_element(By.TAG_NAME, "body")
    delivery.find_element(By.ID, "full-name").send_keys("Ada Lovelace")
    delivery.find_element(By.ID, "street").send_keys("12 St James's Square")
    Select(delivery.find_element(By.ID, "country")).select_by_visible_text("Austria")
    assert driver.find_element(By.ID, "full-name").get_attribute("value") == "Ada Lovelace"
    assert driver.find_element(By.ID, "country").get_attribute("value") == "at"


def test_express_delivery(driver: Chrome) -> None:
    driver.get(f"{URL}/checkout.html")
    driver.find_element(By.ID, "ship-express").click()
    assert driver.find_element(By.ID, "ship-express").is_selected()


def test_the_name_on_the_card(driver: Chrome) -> None:
    driver.get(f"{URL}/checkout.html")
    wait(driver).until(ec.frame_to_be_available_and_switch_to_it((By.TAG_NAME, "iframe")))
    driver.find_element(By.ID, "holder").send_keys("A. Lovelace")
    assert driver.find_element(By.ID, "holder").get_attribute("value") == "A. Lovelace"


def test_the_terms_are_accepted(driver: Chrome) -> None:
    driver.get(f"{URL}/checkout.html")
    driver.find_element(By.ID, "show-terms").click()
    wait(driver).until(ec.element_to_be_clickable((By.ID, "accept-terms"))).click()
    assert wait(driver).until(ec.invisibility_of_element_located((By.ID, "terms-dialog")))


def test_an_order_is_placed(driver: Chrome) -> None:
    driver.get(f"{URL}/checkout.html")
    wait(driver).until(ec.element_to_be_clickable((By.ID, "place-order"))).click()
    assert wait(driver).until(ec.text_to_be_present_in_element((By.TAG_NAME, "h1"), "Thank you"))


def test_nothing_is_in_the_cart_at_first(driver: Chrome) -> None:
    driver.get(f"{URL}/products.html")
    assert driver.find_elements(By.XPATH, "//body//span[contains(text(), 'is in your cart')]") == []


def test_removed_products_can_be_compared(driver: Chrome) -> None:
    driver.get(f"{URL}/products.html")
    driver.find_element(By.ID, "compare").click()


def test_removed_comparing_is_offered(driver: Chrome) -> None:
    driver.get(f"{URL}/products.html")
    wait(driver).until(ec.visibility_of_element_located((By.ID, "compare")))


def test_removed_comparing_is_enabled(driver: Chrome) -> None:
    driver.get(f"{URL}/products.html")
    assert driver.find_element(By.XPATH, "//button[.='Compare products']").is_enabled()
