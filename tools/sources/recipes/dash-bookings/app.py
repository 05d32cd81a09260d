"""A boat hire's bookings: filters, tabs, table."""

import sys

import dash

try:
    from dash import dash_table, dcc, html
except ImportError:
    import dash_core_components as dcc
    import dash_html_components as html
    import dash_table

BOATS = ["Heron", "Otter", "Swan"]
ROWS = [
    {"boat": "Heron", "guest": "Ada", "hours": 2},
    {"boat": "Otter", "guest": "Ben", "hours": 3},
    {"boat": "Swan", "guest": "Cleo", "hours": 5},
]


def options(names):
    return [{"label": name, "value": name} for name in names]


app = dash.Dash(__name__)
app.layout = html.Div(
    [
        html.H1("Boat hire"),
        dcc.Dropdown(id="boat", options=options(BOATS), value="Heron"),
        dcc.Dropdown(
            id="guests", options=options(["Ada", "Ben", "Cleo"]), value=["Ada"], multi=True
        ),
        dcc.DatePickerSingle(id="day", date="2024-03-14"),
        dcc.DatePickerRange(id="span", start_date="2024-03-01", end_date="2024-03-31"),
        dcc.RadioItems(id="pay", options=options(["Cash", "Card"]), value="Cash"),
        dcc.Checklist(id="extras", options=options(["Life vests", "Picnic"]), value=["Picnic"]),
        dcc.Slider(id="hours", min=1, max=8, step=1, value=3, marks={1: "1", 8: "8"}),
        dcc.Input(id="name", placeholder="Name of the guest", type="text"),
        dcc.Textarea(id="notes", placeholder="Notes"),
        dcc.Upload(html.A("Send the contract"), id="contract"),
        html.Button("Book", id="book"),
        dcc.Tabs(
            id="tabs",
            value="list",
            children=[
                dcc.Tab(label="List", value="list"),
                dcc.Tab(label="Map", value="map"),
                dcc.Tab(label="Bills", value="bills"),
            ],
        ),
        dash_table.DataTable(
            id="table",
            columns=[{"name": n.title(), "id": n} for n in ("boat", "guest", "hours")],
            data=ROWS,
            editable=True,
            row_deletable=True,
            row_selectable="multi",
            sort_action="native",
            filter_action="native",
            page_size=2,
            export_format="csv",
        ),
    ]
)
server = app.server
if __name__ == "__main__":
    (app.run if hasattr(app, "run") else app.run_server)(
        host="127.0.0.1", port=int(sys.argv[1]), debug=False
    )
