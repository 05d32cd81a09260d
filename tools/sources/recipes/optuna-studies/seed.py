"""Optimises three small functions; the trials are the same at every run."""

import optuna

for name, direction in (
    ("bread-oven", "minimize"),
    ("wind-vane", "maximize"),
    ("kiln", "minimize"),
):
    study = optuna.create_study(
        storage="sqlite:///studies.db",
        study_name=name,
        direction=direction,
        sampler=optuna.samplers.RandomSampler(seed=7),
    )
    study.optimize(
        lambda trial: (
            (trial.suggest_float("heat", 150, 250) - 210) ** 2
            + trial.suggest_int("minutes", 10, 60)
        ),
        n_trials=12,
    )
    study.set_user_attr("owner", "Ines")
