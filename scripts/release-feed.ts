/**
 * `npm run release:feed -- STEP FOLDER`: the update feed beside the files of a release, step by step, so that its keys can
 * lie with several people. `make` writes it (`--days`, `--share`, `--paused`, `--recall VERSION`), `sign` adds a
 * signature, `log` appends it to the release log in FOLDER/log (`--new-log` begins one), `cosigned` takes lines of
 * witnesses (`--lines FILE`). `key NAME` prints the public half of a key for build/update-trust.json. The secret key is a
 * file of minisign: FIELDSEAL_UPDATE_KEY_FILE, or its content, FIELDSEAL_UPDATE_KEY; FIELDSEAL_UPDATE_KEY_PASSWORD.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isNoteName } from '../main/seal/checkpoint.ts'
import { formatVerifierKey } from '../main/seal/verifier-key.ts'
import { fail, ok, type Result } from '../shared/schema/result.ts'
import { feedKey, type FeedKey } from './lib/releasing/feed/key.ts'
import { cosignedFeed, logFeed, makeFeed, signFeed } from './lib/releasing/feed/make.ts'
import { readTrust } from './lib/releasing/feed/trust.ts'
import { secretKeyFrom } from './lib/releasing/secret-key.ts'

const usage =
  'Usage: npm run release:feed -- make|sign|log|cosigned FOLDER [--days 30] [--share 100] [--paused] [--recall VERSION]... [--new-log] [--lines FILE] [--trust FILE]\n       npm run release:feed -- key NAME'

const { values, positionals } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    share: { type: 'string', default: '100' },
    paused: { type: 'boolean', default: false },
    recall: { type: 'string', multiple: true, default: [] },
    'new-log': { type: 'boolean', default: false },
    lines: { type: 'string' },
    trust: { type: 'string' },
  },
  allowPositionals: true,
})
const [step, folder = ''] = positionals

const key = (): Result<FeedKey, string> => {
  const secret = secretKeyFrom(process.env, 'update')
  return secret.ok ? ok(feedKey(secret.value)) : secret
}

async function run(): Promise<Result<string, string>> {
  if (step === 'make')
    return await makeFeed(folder, {
      nowMs: Date.now(),
      days: Number(values.days),
      share: Number(values.share),
      isPaused: values.paused,
      recalled: values.recall,
    })
  if (step === 'key') {
    const own = key()
    if (!own.ok) return own
    return isNoteName(folder) ? ok(formatVerifierKey({ name: folder, ...own.value }, 'log')) : fail(usage)
  }
  const trust = readTrust(values.trust)
  if (!trust.ok) return trust
  if (step === 'cosigned' && values.lines !== undefined)
    return cosignedFeed(folder, readFileSync(values.lines, 'utf8').trim().split('\n'), trust.value)
  if (step !== 'sign' && step !== 'log') return fail(usage)
  const own = key()
  if (!own.ok) return own
  return step === 'sign'
    ? signFeed(folder, own.value, trust.value)
    : logFeed(folder, own.value, trust.value, { isNew: values['new-log'] })
}

const done = folder === '' ? fail(usage) : await run()
if (done.ok) console.log(done.value)
else {
  console.error(`Nothing was written: ${done.error}`)
  process.exitCode = 1
}
