"""Credentials for `scripts/fuzz-api.sh`: what `init` printed, with an access token that is made anew before it ends."""

import json
import os
import pathlib
import subprocess

import schemathesis

run = pathlib.Path(os.environ["FUZZ_RUN"])
program = pathlib.Path(__file__).parent.parent / "bin" / "fieldseal.js"
given = json.loads((run / "credentials.json").read_text())

# Bodies that it would not know how to send.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
schemathesis.serializer.alias("application/x-ndjson", "text/plain")


@schemathesis.auth(refresh_interval=600, retry_on=[])
class Credential:
    def get(self, case, context):
        if os.environ["FUZZ_CREDENTIAL"] == "key":
            return {"Authorization": f"Bearer {given['api_key']}"}
        command = ["node", str(program), "token", "--data", str(run / "folder"), "--user", str(given["user_id"])]
        token = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["access_token"]
        return {"Authorization": f"Bearer {token}", "X-API-Key": given["institution_key"]}

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), **data}
        if os.environ["FUZZ_CREDENTIAL"] != "key":
            return
        # In a workspace of another name, or of none, a key gets no further than that.
        case.headers["X-Workspace-Id"] = given["workspace_id"]
        for part in (case.query, case.body):
            if isinstance(part, dict) and isinstance(part.get("workspace_id"), str):
                part["workspace_id"] = given["workspace_id"]
