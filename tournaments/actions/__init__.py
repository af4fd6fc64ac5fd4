"""Every write of the site: keyword-only, one transaction each, permission checked, audited."""
