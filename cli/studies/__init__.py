"""Studies: plan, work, file, report and pages."""
