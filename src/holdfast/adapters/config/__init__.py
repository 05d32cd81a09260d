"""The project's settings: `holdfast.toml` and the environment."""
