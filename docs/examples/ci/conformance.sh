#!/bin/sh
# conformance.sh
# Needs the variables STAGING_URL and HEADCOUNT_API_KEY. Exits with 0 if it conforms.
set -eu
GATE=queue-headcount@1.0.0-rc.1

# Installs the gate, so that a failed installation never looks like a verdict.
npx --yes "$GATE" --version || exit 4

npx --yes "$GATE" conformance --url "$STAGING_URL" --form 2 --wait-ready 120 --out conformance-report
