"""Runs two small suites and writes log and report."""

import subprocess
import sys
from pathlib import Path

SUITES = {
    "orders.robot": """\
*** Settings ***
Documentation    Orders of the garden shop
Metadata    Shop    North gate

*** Test Cases ***
An order is paid
    [Tags]    money    smoke
    Pay    12

An order is sent
    [Tags]    parcels
    Log    sent
    Should Be Equal    sent    lost

*** Keywords ***
Pay
    [Arguments]    ${euros}
    Log    paid ${euros}
    Should Be True    ${euros} > 0
""",
    "stock.robot": """\
*** Test Cases ***
Seeds are counted
    [Tags]    smoke
    Log    counted

Pots are counted
    [Documentation]    By hand
    Log    counted    WARN
""",
}
Path("garden").mkdir()
for name, text in SUITES.items():
    Path("garden", name).write_text(text, "utf-8")
subprocess.run([sys.executable, "-m", "robot", "--outputdir", "out", "garden"], check=False)
