import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BundleContents } from '../../../main/bundle/contents.ts'
import type { DeviceKey } from '../../../main/platform/key-files.ts'
import { signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { signReceipt } from '../../../main/seal/receipt.ts'
import { withOwnHub } from '../../support/forged-hub.ts'
import { createHubAlterations } from '../../support/hub-alterations.ts'
import { bundleFile } from '../../support/case-bundle.ts'
import { contestedCase, exportedFrom, type ContestedCase } from '../../support/synced-bundle.ts'
import { faultCodes, UnpackedBundle } from '../../support/unpacked-bundle.ts'

let made: ContestedCase
let contents: BundleContents
let key: DeviceKey
let original: UnpackedBundle

beforeAll(async () => {
  made = await contestedCase()
  ;({ contents, key } = await exportedFrom(made.b, made.field, made.caseId))
  const { file, folder } = await bundleFile({ contents, key })
  original = UnpackedBundle.unpack(file)
  rmSync(folder, { recursive: true })
}, 120_000)

afterAll(async () => {
  original.discard()
  await made.field.remove()
})

const hubFiles = (): string[] => original.files().filter((file) => file.startsWith('data/hub/'))

describe('The mutation matrix of what a hub signed: each file', { timeout: 120_000 }, () => {
  test('there are the order, receipts and checkpoints of both chains', () => {
    expect(new Set(hubFiles().map((file) => file.slice(0, file.lastIndexOf('/'))))).toEqual(
      new Set([
        'data/hub',
        'data/hub/receipts',
        'data/hub/checkpoints',
        'data/hub/workspace-receipts',
        'data/hub/workspace-checkpoints',
      ]),
    )
  })

  test('changed, removed, renamed: the file is named', async () => {
    const bundle = original.copy()
    for (const file of hubFiles()) {
      bundle.flip(file)
      expect(
        (await bundle.verify()).findings
          .filter(({ code }) => code === 'bundle_file_altered')
          .map((finding) => finding.file),
        file,
      ).toEqual([file])
      bundle.write(file, original.bytes(file))
      bundle.rename(file, `${file}.bak`)
      const found = (await bundle.verify()).findings.map(({ code, file: named }) => `${code} ${named ?? ''}`)
      expect(found, file).toEqual(
        expect.arrayContaining([`bundle_file_missing ${file}`, `bundle_file_added ${file}.bak`]),
      )
      bundle.rename(`${file}.bak`, file)
    }
    expect(faultCodes(await bundle.verify())).toEqual([])
    bundle.discard()
  })
})

const alterations = createHubAlterations(() => ({
  contents,
  receipt: (said) => signReceipt(said, { kid: made.field.order.key.kid, privateKey: made.field.order.key.privateKey }),
  strangersReceipt: (said) => signReceipt(said, { kid: key.kid, privateKey: key.privateKey }),
  note: (head) =>
    signCheckpoint(head, {
      name: made.field.order.origin,
      privateKey: made.field.order.key.privateKey,
      publicKeyRaw: made.field.order.key.publicKeyRaw,
    }),
}))

describe(
  'B-96: The mutation matrix of what a hub signed: by somebody who holds the device key',
  { timeout: 120_000 },
  () => {
    test.for(alterations.map((alteration) => [alteration.code, alteration.what, alteration] as const))(
      '%s: %s',
      async ([code, , { alter, besides }]) => {
        const bundle = original.copy()
        alter(bundle)
        bundle.sign(key)
        const codes = faultCodes(await bundle.verify())
        expect(codes).toContain(code)
        expect(codes.filter((found) => found !== code && besides?.includes(found as typeof code) !== true)).toEqual([])
        bundle.discard()
      },
    )

    test('untouched, and signed once more by the same key, it is intact', async () => {
      const bundle = original.copy()
      bundle.sign(key)
      expect(faultCodes(await bundle.verify())).toEqual([])
      bundle.discard()
    })

    test('B-98: all of the hub left out: what entries name as their anchor speaks against the order of arrival', async () => {
      const bundle = original.copy()
      for (const file of hubFiles()) bundle.remove(file)
      bundle.edit('data/case.json', (text) => {
        const { hub: _hub, ...rest } = JSON.parse(text) as Record<string, unknown>
        return `${JSON.stringify(rest, null, 2)}\n`
      })
      bundle.sign(key)
      const report = await bundle.verify()
      expect(report.witnessed).toBeNull()
      expect(report.verdict).toBe('faults_found')
      expect(
        report.findings.filter(({ code }) => code === 'unwitnessed').map(({ message }) => message),
        'B-101',
      ).toContainEqual(
        expect.stringContaining(
          `the workspace has a hub (${made.field.order.origin}, key ${made.field.order.key.kid}), and the bundle holds nothing of it`,
        ),
      )
      bundle.discard()
    })

    test.for([
      ['a hub that it makes up', 'FAKE'],
      ['the hub of the workspace', null],
    ] as const)(
      'S-35: the exporter enrols a key of their own for %s, throws away what the hub signed, and lets that key vouch for all',
      async ([, named]) => {
        const trust = { keys: [made.field.root.workspace.keys.device.spki], fingerprints: [], checkpoints: [] }
        expect(await original.verify(trust)).toMatchObject({
          verdict: 'intact',
          keyConfirmed: true,
          witnessed: { size: 5, entries: 6 },
        })
        const forged = UnpackedBundle.unpack(
          (await bundleFile({ contents: withOwnHub(contents, key, named ?? contents.workspace.uid), key })).file,
        )
        const report = await forged.verify(trust)
        expect(faultCodes(report)).toEqual(
          expect.arrayContaining(['bundle_facts_differ', 'bundle_key_mismatch', 'checkpoint_invalid']),
        )
        expect(report).toMatchObject({ verdict: 'faults_found', witnessed: { size: 0, lastReceiptAt: null } })
        const mismatches = report.findings.filter(({ code }) => code === 'bundle_key_mismatch').map(({ file }) => file)
        expect(mismatches).toEqual(expect.arrayContaining(['data/hub/order.json', 'data/keys.json']))
        forged.discard()
      },
    )
  },
)
