"""Writes a household's books of one year."""

from pathlib import Path

HEAD = """\
option "title" "Books"
option "operating_currency" "EUR"
2023-01-01 open Assets:Bank:Current EUR
2023-01-01 open Assets:Bank:Savings EUR
2023-01-01 open Liabilities:CreditCard EUR
2023-01-01 open Equity:Opening
2023-01-01 open Income:Salary EUR
2023-01-01 open Expenses:Rent EUR
2023-01-01 open Expenses:Food:Groceries EUR
2023-01-01 open Expenses:Food:Restaurant EUR
2023-01-01 open Expenses:Travel EUR

2023-01-01 * "Opening balance"
  Assets:Bank:Current   2400.00 EUR
  Equity:Opening
2023-02-11 note Assets:Bank:Current "Called the bank about the fees"
2023-03-02 event "location" "Lisbon"
2023-03-05 query "food" "SELECT date, payee, position WHERE account ~ 'Food'"
"""
MONTH = """
2023-{month:02}-01 * "Brook Mill Ltd" "Salary"
  Assets:Bank:Current   3100.00 EUR
  Income:Salary
2023-{month:02}-02 * "Hill Estates" "Rent" #flat
  Expenses:Rent          950.00 EUR
  Assets:Bank:Current
2023-{month:02}-09 ! "Corner Shop" "Week's food"
  Expenses:Food:Groceries {food}.40 EUR
  Liabilities:CreditCard
2023-{month:02}-17 * "Trattoria Due" "Dinner" ^party
  Expenses:Food:Restaurant 42.00 EUR
  Liabilities:CreditCard
2023-{month:02}-25 * "To savings"
  Assets:Bank:Savings    300.00 EUR
  Assets:Bank:Current
"""

months = "".join(MONTH.format(month=month, food=60 + month) for month in range(1, 3))
Path("books.beancount").write_text(HEAD + months, "utf-8")
