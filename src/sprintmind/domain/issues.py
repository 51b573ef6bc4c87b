"""What the tracker's observations say: which keys are one issue, which issue is gone, when sprints are."""
