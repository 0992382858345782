/**
 * `npm run release:verify -- --key KEY [--trust FILE] FILE...`: checks files of a release as a stranger would. KEY is
 * minisign's public key or a file with it; FILE... are files of one folder, or that folder. With --trust, keys as
 * build/update-trust.json has them, the update feed in the folder is checked too. Ends with 1 where anything was refused.
 */
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readTrust } from './lib/releasing/feed/trust.ts'
import { readPublicKey } from './lib/releasing/minisign.ts'
import { verifyRelease } from './lib/releasing/verify.ts'

const usage =
  'Usage: npm run release:verify -- --key KEY [--trust FILE] FILE...\nKEY: a public key of minisign, or the file with it. --trust: the keys of updates, to check the feed in the folder.'

const { values, positionals } = parseArgs({
  options: { key: { type: 'string' }, trust: { type: 'string' } },
  allowPositionals: true,
})
if (values.key === undefined || positionals.length === 0) {
  console.error(`Nothing was checked. ${usage}`)
  process.exit(2)
}
const key = readPublicKey(existsSync(values.key) ? readFileSync(values.key, 'utf8') : values.key)
if (key === null) {
  console.error(`Nothing was checked: ${values.key} is no public key of minisign. ${usage}`)
  process.exit(2)
}
const trust = values.trust === undefined ? null : readTrust(values.trust)
if (trust?.ok === false) {
  console.error(`Nothing was checked: ${trust.error}`)
  process.exit(2)
}
const checks = await verifyRelease(positionals, key, { trust: trust?.value ?? null, nowMs: Date.now() })
for (const { outcome, words } of checks) console.log(`${outcome}: ${words}`)
const isRefused = checks.some(({ outcome }) => outcome === 'refused')
console.log(
  isRefused
    ? '\nREFUSED. Nothing was changed. Download the files again, and tell whoever gave them to you if it happens again.'
    : '\nAll that was checked holds. What was not checked stands above.',
)
process.exit(isRefused ? 1 : 0)
