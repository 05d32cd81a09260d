"""Writes the settings of a printer that has been set up, and three files to print."""

from pathlib import Path

SETTINGS = """\
accessControl:
  autologinAs: ana
  autologinLocal: true
  localNetworks: [127.0.0.0/8]
  salt: abcdefghijklmnop
gcodeAnalysis:
  runAt: never
appearance:
  name: Workshop
devel:
  virtualPrinter:
    enabled: true
plugins:
  virtual_printer:
    enabled: true
  announcements:
    enabled: false
  softwareupdate:
    check_providers: {}
  tracking:
    enabled: false
server:
  firstRun: false
  onlineCheck:
    enabled: false
  pluginBlacklist:
    enabled: false
  seenWizards:
    backup: null
    classicwebcam: 1
    corewizard: 4
    file_check: 1
    tracking: null
"""
USERS = """\
ana:
  active: true
  apikey: null
  groups: [admins, users]
  password: none
  permissions: []
  roles: [user, admin]
  settings: {}
"""
Path("data/uploads").mkdir(parents=True)
Path("data/config.yaml").write_text(SETTINGS, "utf-8")
Path("data/users.yaml").write_text(USERS, "utf-8")
for name in ("bracket", "gear", "vase"):
    Path(f"data/uploads/{name}.gcode").write_text("G28\nG1 X10 Y10 E1 F900\n" * 20, "utf-8")
