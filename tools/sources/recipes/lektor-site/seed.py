"""Writes a site of four pages."""

from pathlib import Path

FILES = {
    "site.lektorproject": "[project]\nname = Allotments\n",
    "models/page.ini": """\
[model]
name = Page
label = {{ this.title }}
[fields.title]
label = Title
type = string
[fields.intro]
label = Introduction
type = text
[fields.season]
label = Season
type = select
choices = spring, summer, autumn
choice_labels = Spring, Summer, Autumn
[fields.open]
label = Open to visitors
type = boolean
[fields.opened]
label = Opened on
type = date
[fields.plots]
label = Plots
type = integer
[fields.home]
label = Web page
type = url
[fields.body]
label = Text
type = markdown
""",
    "templates/page.html": "<title>{{ this.title }}</title><h1>{{ this.title }}</h1>",
    "content/contents.lr": """\
title: Allotments
---
intro: Plots by the river
---
open: yes
---
plots: 40
---
body: Welcome.
""",
    "content/rules/contents.lr": "_model: page\n---\ntitle: Rules\n---\nbody: Close the gate.\n",
    "content/waiting-list/contents.lr": "_model: page\n---\ntitle: Waiting list\n",
    "content/contact/contents.lr": "_model: page\n---\ntitle: Contact\n---\nbody: Ask Ines.\n",
    "content/map.txt": "A map\n",
}
for name, text in FILES.items():
    path = Path("site", name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
