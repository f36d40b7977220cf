curl --fail-with-body \
  --header "Authorization: Token $HEADCOUNT_API_KEY" \
  "http://127.0.0.1:3000/api/v1/patterns?since=2026-09-01&until=2026-10-31"
