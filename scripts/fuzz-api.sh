#!/bin/sh
# Holds a running service to its own description: schemathesis, a program of others, sends what /openapi.json permits and what it
# does not, and checks every answer. Each of the four runs takes about ten minutes of an idle machine; it is no part of `npm test`.
#
#   npm run build && scripts/fuzz-api.sh local|hub admin|key [options of `schemathesis run`]
#
# The folder is new for each run, for the run changes and removes what it finds. Every call is kept in .cache/fuzz/ROLE-CREDENTIAL/calls.ndjson.
set -eu
cd "$(dirname "$0")/.."
role=$1 credential=$2
shift 2

judge=$PWD/.cache/fuzz/judge
wanted='schemathesis==4.32.5'
if [ "$(cat "$judge/installed" 2>/dev/null || true)" != "$wanted" ]; then
  rm -rf "$judge"
  python3 -m venv "$judge"
  "$judge/bin/python" -m pip install --quiet --disable-pip-version-check "$wanted"
  printf '%s\n' "$wanted" > "$judge/installed"
fi

run=$PWD/.cache/fuzz/$role-$credential
rm -rf "$run"
mkdir -p "$run"
node bin/fieldseal.js init --data "$run/folder" --institution ACME --name 'Acme Bank' --sample > "$run/credentials.json"
node bin/fieldseal.js serve --data "$run/folder" --role "$role" > "$run/service.json" 2> "$run/service.log" &
service=$!
trap 'kill $service 2>/dev/null || true; wait $service || true' EXIT
until grep -qs url "$run/service.json"; do
  kill -0 $service
  sleep 1
done
url=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1], "utf8")).url' "$run/service.json")

# A stream of events does not end: what came within two seconds is checked.
cat > "$run/settings.toml" << SETTINGS
hooks = "$PWD/scripts/fuzz-api.py"

[[operations]]
include-path-regex = "/(stream|hints)$"
request-timeout = 2
SETTINGS

checks=not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance
# Where no hub is, its addresses are none, whatever the method: that is 404, and no 405.
[ "$role" != hub ] || checks=$checks,unsupported_method

export FUZZ_RUN="$run" FUZZ_CREDENTIAL="$credential"
cd "$run"
"$judge/bin/schemathesis" --config-file settings.toml run "$url/openapi.json" --url "$url" \
  --phases examples,coverage,fuzzing --max-examples 20 --continue-on-failure --warnings off \
  --checks $checks \
  --report ndjson --report-ndjson-path calls.ndjson "$@"
