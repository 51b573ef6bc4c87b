"""How the pages are built."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "SprintMind"
author = "The SprintMind authors"
extensions = ["myst_parser", "sphinx.ext.autosectionlabel", "generated_reference"]
autosectionlabel_prefix_document = True
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["autosectionlabel.*"]
nitpicky = True
html_theme = "furo"
html_title = "SprintMind"
exclude_patterns = ["_build", "_extensions", "reference/generated"]
