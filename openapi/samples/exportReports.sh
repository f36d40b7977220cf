curl --fail-with-body \
  --header "Authorization: Token $HEADCOUNT_API_KEY" \
  --output reports.csv \
  "http://127.0.0.1:3000/api/v1/export.csv?since=2026-10-16&until=2026-10-16"
