"""A form that estimates what a move costs."""

import gradio as gr


def estimate(name, rooms, *others):
    return f"{name}: {100 * rooms + 20 * len(others)} euros"


old = getattr(gr, "inputs", None)
part = old or gr
name = part.Textbox(label="Customer", **({"default": "Ines"} if old else {"value": "Ines"}))
rooms = part.Slider(1, 8, step=1, label="Rooms")
floor = part.Dropdown(["ground", "first", "second"], type="index", label="Floor")
extras = part.CheckboxGroup(["Piano", "Plants", "Cellar"], label="Extras")
lift = part.Checkbox(label="There is a lift")
size = part.Radio(["Van", "Lorry"], label="Vehicle")
notes = part.Textbox(lines=3, label="Notes")
form = gr.Interface(
    estimate,
    [name, rooms, floor, extras, lift, size, notes],
    gr.outputs.Textbox(label="Estimate") if old else gr.Textbox(label="Estimate"),
    title="What does a move cost?",
    examples=[
        ["Ben", 3, "first", ["Piano"], True, "Van", "stairs"],
        ["Ada", 5, "second", [], False, "Lorry", ""],
    ],
)
form.launch()
