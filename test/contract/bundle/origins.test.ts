import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { sealEntry, toEnvelope } from '../../../main/seal/entry.ts'
import type { EntryPayload } from '../../../main/seal/entry.ts'
import { madeBy } from '../../../main/storage/ledger/made-by.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { catalogue } from '../../../shared/entries/catalogue.ts'
import type { Origin, OriginKind } from '../../../shared/schema/origin.ts'
import { originOf } from '../../../shared/schema/origin.ts'
import { originBy, originText, originWords } from '../../../shared/text/origin-words.ts'
import { bundleFile, madeContents, type MadeContents } from '../../support/case-bundle.ts'
import { shell, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { granted } from '../storage/support.ts'

/** The command that docs/spec/seal.md gives to whoever wants to see what made the entries of a bundle. */
const command = /from a bundle: `(jq [^`]+)`/u.exec(readFileSync(inRoot('docs/spec/seal.md'), 'utf8'))?.[1] ?? 'false'

interface Line {
  readonly type: string
  readonly origin: string
}

const linesOf = (bundle: UnpackedBundle): readonly Line[] => {
  const { code, output } = shell(command, bundle.dir)
  expect(code, output).toBe(0)
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const [, type = '', origin = ''] = line.split('\t')
      // @tsv doubles each backslash; an origin holds none else.
      return { type, origin: origin.replaceAll('\\\\', '\\') }
    })
}

const sha256 = 'a'.repeat(64)
const file: Origin = { by: 'import', kind: 'transactions', sha256 }
const examples: Readonly<Record<OriginKind, Origin>> = {
  person: { by: 'person' },
  program: { by: 'program' },
  policy: { by: 'policy', policy: 'detection', version: 4, entry: sha256, cause: file },
  import: file,
  sync: { by: 'sync' },
  hub: { by: 'hub' },
  schedule: { by: 'schedule', what: 'lists' },
  setup: { by: 'setup' },
  sample: { by: 'sample' },
}

/** Each type with each origin that it can have, as the ledger words it before it is sealed. */
const walked = Object.entries(catalogue).flatMap(([type, { origins }]) =>
  origins.map((kind) => {
    const draft = { case: 'workspace', type, subject: 's', pub: {}, actor: 'u1' } as const
    return { type, origin: examples[kind], pub: madeBy(draft, { origin: examples[kind] }).pub }
  }),
)

let made: MadeContents
let bundle: UnpackedBundle

beforeAll(async () => {
  made = await madeContents([{ name: 'letter.txt', content: Buffer.from('A letter.') }])
  bundle = UnpackedBundle.unpack((await bundleFile(made)).file)
}, 600_000)

afterAll(() => bundle.discard())

describe('S-27: jq alone says of the payloads of a bundle what made each entry', () => {
  test('every entry of a case that was worked on names one, the same that the timeline of the window reads', async () => {
    const workspace = granted(await openWorkspace(made.worked.dataDir, systemEnv(createLog('silent'))))
    const { data } = granted(
      await workspace.cases.timeline(made.worked.caseId, { order: 'oldest', page: 1, size: 100 }),
    )
    await workspace.close()
    const lines = linesOf(bundle)
    expect(lines.length).toBeGreaterThan(15)
    expect(lines.map(({ origin }) => origin)).not.toContain('origin not recorded')
    expect(lines.map(({ type, origin }) => [type, originOf({ origin: JSON.parse(origin) as unknown })])).toEqual(
      data.map(({ type, values }) => [type, originOf(values)]),
    )
  })

  test('every type of entry, with each origin that it can have; one from before the rule says that it is not recorded', () => {
    const all = bundle.copy()
    for (const name of all.files().filter((one) => one.startsWith('data/entries/'))) all.remove(name)
    const { privateKey } = generateKeyPairSync('ed25519')
    const [model] = made.contents.chain.entries
    const payload = JSON.parse(Buffer.from(model?.payload ?? []).toString()) as EntryPayload
    const put = (n: number, type: string, pub: EntryPayload['pub']): void =>
      all.write(
        `data/entries/${String(n).padStart(8, '0')}.json`,
        JSON.stringify(toEnvelope(sealEntry({ ...payload, type, pub }, { kid: payload.kid, privateKey }))),
      )
    for (const [n, { type, pub }] of walked.entries()) put(n, type, pub)
    put(walked.length, 'case.opened', {})
    const lines = linesOf(all)
    all.discard()
    expect(lines.at(-1)).toEqual({ type: 'case.opened', origin: 'origin not recorded' })
    const read = lines.slice(0, -1).map(({ type, origin }) => ({ type, origin: JSON.parse(origin) as Origin }))
    expect(read).toEqual(walked.map(({ type, origin }) => ({ type, origin })))
    expect(new Set(read.map(({ type }) => type))).toEqual(new Set(Object.keys(catalogue)))
  })

  test('what the window, the report and the bundle say of each names who answers for it, or what made it', () => {
    for (const { type, pub, origin } of walked) {
      const { doer, after } = originWords(originOf(pub))
      const sentence = `${originText(doer, 'Ana Ruiz')} did it${originText(after, 'Ana Ruiz')}`
      expect(sentence, type).toContain('Ana Ruiz')
      if (origin.by === 'policy') expect(sentence, type).toMatch(/^Detection policy 4 .*an import started by Ana Ruiz/u)
      else if (origin.by !== 'person') expect(sentence, type).not.toBe('Ana Ruiz did it')
      expect(originBy(originOf(pub), 'Ana Ruiz'), type).not.toMatch(/not recorded|does not know/u)
    }
  })
})
