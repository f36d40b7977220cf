#!/usr/bin/env bash
# Gives the later steps of a workflow the npm of the lock file beside this, whose integrity the runner's own npm checks.
set -euo pipefail
npm ci --prefix tools/npm --ignore-scripts --no-audit --no-fund
echo "$GITHUB_WORKSPACE/tools/npm/node_modules/.bin" >> "$GITHUB_PATH"
