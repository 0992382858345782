import { pathFold } from '../../../../shared/text/path-fold.ts'

/** One step of the check by hand; the same commands as in docs/verify-by-hand.md, which a test compares. */
export interface HandCheck {
  /** Names the step's title and explanation under `case.entry.hand` in the message file. */
  readonly id: 'apart' | 'key' | 'signature' | 'id' | 'withheld' | 'checkpoint' | 'inclusion'
  readonly commands: string
}

export const handChecks: readonly HandCheck[] = [
  {
    id: 'apart',
    commands: `jq -j '.data.envelope.payload' entry.json | openssl base64 -d -A > payload.json
jq -j '.data.envelope.signatures[0].sig' entry.json | openssl base64 -d -A > signature.bin
jq -j '.data.public_key_pem' entry.json > device.pem
jq . payload.json`,
  },
  {
    id: 'key',
    commands: `key_id=$(openssl pkey -pubin -in device.pem -outform DER | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
test "$key_id" = "$(jq -r '.data.envelope.signatures[0].keyid' entry.json)" && test "$key_id" = "$(jq -r .kid payload.json)" && echo "key id: OK"`,
  },
  {
    id: 'signature',
    commands: `type=$(jq -r '.data.envelope.payloadType' entry.json)
{ printf 'DSSEv1 %d %s %d ' "\${#type}" "$type" "$(($(wc -c < payload.json)))"; cat payload.json; } > message.bin
openssl pkeyutl -verify -pubin -inkey device.pem -rawin -in message.bin -sigfile signature.bin`,
  },
  {
    id: 'id',
    commands: `{ printf '\\000'; cat message.bin signature.bin; } > leaf.bin
leaf=$(openssl dgst -sha256 -r leaf.bin | cut -d ' ' -f 1)
test "$leaf" = "$(jq -r '.data.entry.entry_id' entry.json)" && echo "entry id: OK"`,
  },
  {
    id: 'withheld',
    commands: `jq -r '.data.disclosures[]' entry.json | while read -r disclosure; do
  digest=$(printf '%s' "$disclosure" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
  jq -e --arg digest "$digest" '._sd | index($digest) != null' payload.json > /dev/null || echo "disclosure $digest: NOT SEALED HERE"
  pad=$(printf '%s' "$disclosure" | tr '_-' '/+'; case $((\${#disclosure} % 4)) in 2) printf '==' ;; 3) printf '=' ;; esac)
  printf '%s' "$pad" | openssl base64 -d -A | jq -c '{name: .[1], value: .[2]}'
done`,
  },
  {
    id: 'checkpoint',
    commands: `jq -j '.data.checkpoint' entry.json > checkpoint.txt
jq -j '.data.checkpoint_key_pem' entry.json > checkpoint-device.pem
sed '/^$/,$d' checkpoint.txt > checkpoint-body.txt
sed -n 's/^— [^ ]* //p' checkpoint.txt | head -n 1 | openssl base64 -d -A | tail -c 64 > checkpoint-signature.bin
openssl pkeyutl -verify -pubin -inkey checkpoint-device.pem -rawin -in checkpoint-body.txt -sigfile checkpoint-signature.bin
echo "checkpoint signed by: $(openssl pkey -pubin -in checkpoint-device.pem -outform DER | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')"`,
  },
  {
    id: 'inclusion',
    commands: `binary() { printf '%b' "$(for byte in $(printf '%s' "$1" | sed 's/../0x& /g'); do printf '\\\\0%03o' "$byte"; done)"; }
parent() { { printf '\\001'; binary "$1"; binary "$2"; } | openssl dgst -sha256 -r | cut -d ' ' -f 1; }
index=$(jq -r '.data.inclusion_proof.leaf_index' entry.json)
last=$(($(jq -r '.data.inclusion_proof.tree_size' entry.json) - 1))
root=$leaf
${pathFold(`jq -r '.data.inclusion_proof.hashes[]' entry.json`)}
test "$last" -eq 0 && test "$(binary "$root" | openssl base64 -A)" = "$(sed -n 3p checkpoint-body.txt)" && echo "inclusion: OK"`,
  },
]

/** All steps as one text for a shell. */
export const allHandChecks = handChecks.map((step) => step.commands).join('\n\n')
