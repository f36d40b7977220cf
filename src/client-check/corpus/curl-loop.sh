#!/usr/bin/env bash
# A good client: polls the status with ETags, waits as long as it is told, and stops if trying again can't help.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap exit TERM
delay=1
while true; do
  code=$(curl --silent --max-time 10 --output "$folder/status.json" --dump-header "$folder/headers" --write-out '%{http_code}' \
    --etag-save "$folder/etag" --etag-compare "$folder/etag" \
    --header "Authorization: Token $HEADCOUNT_API_KEY" "$HEADCOUNT_URL/api/v1/status") || code=000
  case $code in
    200 | 304) delay=${INTERVAL:-60} ;;
    401 | 429) exit 1 ;;
    *) delay=$(sed -nE 's/^retry-after: *([0-9]+).*/\1/ip' "$folder/headers" | grep . || echo $((delay * 2))) ;;
  esac
  sleep "$delay" &
  wait $!
done
