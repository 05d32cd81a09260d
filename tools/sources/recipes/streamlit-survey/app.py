"""A survey of fields: what is sown where, and how the harvest goes."""

import datetime

import streamlit as st

st.set_page_config(page_title="Fields", layout="wide")
st.title("Survey of fields")
st.sidebar.header("Where")
st.sidebar.selectbox("Farm", ["Hill farm", "Brook farm", "Mill farm"])
st.sidebar.multiselect("Crops", ["Barley", "Oats", "Rye"], ["Barley", "Rye"])
st.sidebar.slider("Least yield", 0, 10, 4)
st.sidebar.radio("Units", ["Tonnes", "Hundredweight"])
st.sidebar.checkbox("Fallow fields too")
st.sidebar.button("Apply filters")

left, right = st.columns(2) if hasattr(st, "columns") else st.beta_columns(2)
with left, st.form("record"):
    st.text_input("Field", "North meadow")
    st.number_input("Hectares", 0.0, 90.0, 12.5)
    st.date_input("Sown on", datetime.date(2024, 3, 1))
    st.time_input("Begun at", datetime.time(8, 30))
    st.text_area("Remarks", "Wet corner by the brook")
    st.form_submit_button("Save record")
with right:
    st.subheader("Harvest so far")
    st.select_slider("Moisture", ["dry", "fair", "wet"])
    st.file_uploader("Photograph of the field")
    with (st.expander if hasattr(st, "expander") else st.beta_expander)("Advice", expanded=True):
        st.button("Ask the adviser")
        st.checkbox("Send me a copy")
    st.button("Forget all")
