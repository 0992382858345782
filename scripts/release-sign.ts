/**
 * `npm run release:sign [-- FOLDER] [--unsigned]`: writes SHA256SUMS over all files of a release in FOLDER (release/), and
 * its signature SHA256SUMS.minisig. The secret key is a file of minisign, FIELDSEAL_RELEASE_KEY_FILE, or its content,
 * FIELDSEAL_RELEASE_KEY; FIELDSEAL_RELEASE_KEY_PASSWORD opens one with a password. No key is ever made here.
 */
import { parseArgs } from 'node:util'
import { inRoot } from './lib/paths.ts'
import { secretKeyFrom } from './lib/releasing/secret-key.ts'
import { signRelease } from './lib/releasing/sign.ts'

const { values, positionals } = parseArgs({ options: { unsigned: { type: 'boolean' } }, allowPositionals: true })
const key = values.unsigned === true ? null : secretKeyFrom(process.env)
const done =
  key === null || key.ok ? await signRelease(positionals[0] ?? inRoot('release'), key === null ? null : key.value) : key
if (done.ok) console.log(done.value)
else {
  console.error(`Nothing was written: ${done.error}`)
  process.exitCode = 1
}
