#!/bin/sh
# The API with curl: CARILLON_URL=http://127.0.0.1:8080 CARILLON_KEY=sk_live_… sh examples/curl.sh
set -eu
URL=${CARILLON_URL:-http://127.0.0.1:8080}

call() {
  method=$1 path=$2
  shift 2
  curl -sS --fail-with-body -w '\n' -X "$method" "$URL/v1$path" -H "x-api-key: $CARILLON_KEY" -H 'content-type: application/json' "$@"
}

AUDIENCE=$(call POST /audiences -d '{"name": "March reminders"}' | sed 's/.*"id":"\([^"]*\)".*/\1/')
call POST /imports/api/bulk -H "idempotency-key: march-$AUDIENCE" -d "{\"audienceId\": \"$AUDIENCE\", \"contacts\": [
  {\"name\": \"Asha Rao\", \"phoneNumber\": \"+919812345631\", \"branch\": \"Pune\"},
  {\"name\": \"Omar Das\", \"phoneNumber\": \"+919812345632\"}]}"
call GET "/audiences/$AUDIENCE"

# A refused request prints the reason, and curl exits with 22.
call POST /campaigns/none/start || echo "refused"
