import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BundleContents, HubProofs } from '../../../main/bundle/contents.ts'
import { sshFingerprint } from '../../../main/bundle/format/sshsig.ts'
import type { DeviceKey } from '../../../main/platform/key-files.ts'
import { bundleFile } from '../../support/case-bundle.ts'
import { withExchangedKeys, withoutStep } from '../../support/exchanged-keys.ts'
import { withOwnHub } from '../../support/forged-hub.ts'
import { contestedCase, exportedFrom, type ContestedCase } from '../../support/synced-bundle.ts'
import { someOf } from '../../support/tries.ts'
import { faultCodes, linuxSteps, shell, UnpackedBundle, type Said } from '../../support/unpacked-bundle.ts'

const marks = [
  'payload: OK',
  'no file added: OK',
  'keys: OK',
  'entries and disclosed values: OK',
  'enrolment and steps of each device: OK',
  'evidence: OK',
  'tree: OK',
  'key of the hub: OK',
  'signatures of the hub: OK',
  'order of the hub: OK (it has signed for the first 5 of 6 entries)',
  'names of people: OK',
]
const trouble = /\b(?:NOT|NOTHING|NEVER|ANOTHER|REVOKED|FAILED)\b|No such file/

/**
 * What an exporter does who wants to deceive. The program is asked about each; by hand it is slow, and people's own
 * runs type some, others with each seed.
 */
const deceptions = [
  'other keys',
  'a step taken out',
  'nothing of the hub',
  'a part of the hub',
  'another order',
  'a hub of their own',
] as const
const typed = new Set<(typeof deceptions)[number]>(someOf(deceptions, 2))

/** The bundle on a disk, and its own steps for Linux, as the recipient types them. */
const handedOut = async (
  contents: BundleContents,
  key: DeviceKey,
): Promise<{
  commands: string[]
  run: (lines: readonly string[]) => Said
  verify: () => ReturnType<UnpackedBundle['verify']>
}> => {
  const bundle = await bundleFile({ contents, key })
  const unpacked = UnpackedBundle.unpack(bundle.file)
  const commands = linuxSteps(unpacked.text('VERIFY.txt'))
  const run = (lines: readonly string[]): Said => {
    const folder = mkdtempSync(path.join(tmpdir(), 'by-hand-'))
    writeFileSync(path.join(folder, bundle.fileName), readFileSync(bundle.file))
    shell(`unzip -q ${bundle.fileName}`, folder)
    return shell(lines.join('\n'), folder)
  }
  return { commands, run, verify: () => unpacked.verify({ keys: [key.spki], fingerprints: [], checkpoints: [] }) }
}

describe('VERIFY.txt of a synced case', { timeout: 180_000 }, () => {
  let made: ContestedCase
  let contents: BundleContents
  let key: DeviceKey

  /** The bundle, of which the exporter hands out no more of what the hub signed of the case. */
  const signedBy = (hub: HubProofs): BundleContents => ({ ...contents, chain: { ...contents.chain, hub } })

  beforeAll(async () => {
    made = await contestedCase()
    ;({ contents, key } = await exportedFrom(made.b, made.field, made.caseId))
  }, 120_000)

  afterAll(() => made.field.remove())

  test('its commands, exactly as they stand, all pass, tell who enrolled whom, and see another order', async () => {
    const { commands, run } = await handedOut(contents, key)
    // The steps from the order of the hub on are typed a second time, when that was altered.
    const alter = [
      'echo ALTERED',
      `sed -i.bak -e 's/^    4,$/    x/; s/^    3,$/    4,/; s/^    x$/    3,/' data/hub/order.json`,
    ]
    const whole = run(['exec 2>&1', ...commands, 'code=$?', ...alter, ...commands.slice(11), 'exit $code'])
    const [output = '', altered = ''] = whole.output.split('ALTERED\n')
    const said = { ...whole, output }
    expect(altered).toContain('NOT THESE ENTRIES')
    expect(altered).not.toContain('order of the hub: OK')
    for (const mark of marks) expect(said.output).toContain(mark)
    expect(said.output).not.toMatch(trouble)
    expect(said.code).toBe(0)
    const [root, hub] = [made.field.root.workspace.keys.device, made.field.order.key]
    expect(said.output).toContain(
      `${root.kid} of "${made.field.root.workspace.facts.deviceId}", enrolled by itself: it is the first key`,
    )
    expect(said.output).toContain(`${hub.kid} of "hub:${contents.workspace.uid}", enrolled by ${root.kid}`)
    expect(said.output).toContain(`${key.kid} of "${made.b.workspace.facts.deviceId}", enrolled by ${hub.kid}`)
    expect(said.output).toContain(`first key of the workspace: ${root.kid}  ${sshFingerprint(root.spki)}`)
    expect(said.output).toContain(`key of the hub: ${hub.kid}  ${sshFingerprint(hub.spki)}`)
  })

  test('B-104: the exporter exchanges the keys of all others in their files, under the old names, and seals what they did anew', async () => {
    const forged = withExchangedKeys(contents, key, (payload) =>
      payload.type === 'status.changed' && payload.kid !== key.kid
        ? { ...payload, pub: { ...payload.pub, to: 'escalated' } }
        : payload,
    )
    const { commands, run, verify } = await handedOut(forged, key)
    expect(faultCodes(await verify())).toEqual(expect.arrayContaining(['bundle_key_mismatch', 'unknown_key']))
    if (!typed.has('other keys')) return
    const { output } = run(commands)
    expect(output, 'the manifests and the signature are the exporter’s own').toContain(
      `ED25519 key ${sshFingerprint(key.spki)}`,
    )
    for (const mark of ['payload: OK', 'no file added: OK', 'key id: OK', 'one key: OK', 'tree: OK'])
      expect(output).toContain(mark)
    for (const { kid } of contents.keys.filter((known) => known.kid !== key.kid))
      expect(output).toContain(`data/keys/${kid}.pem: ANOTHER KEY`)
    for (const mark of ['keys: OK', 'entries and disclosed values: OK', 'signatures of the hub: OK'])
      expect(output).not.toContain(mark)
    for (const { kid, spki } of forged.keys.filter(({ deviceId }) => deviceId.startsWith('hub:'))) {
      expect(output).toContain(sshFingerprint(spki))
      expect(output).not.toContain(`key of the hub: ${kid}`)
    }
  })

  test('B-104: the exporter keeps back all that the hub signed, and takes a step of a colleague out', async () => {
    const { commands, run, verify } = await handedOut(
      withoutStep(contents, key, ({ type, kid }) => type === 'case.edited' && kid !== key.kid),
      key,
    )
    expect(faultCodes(await verify())).toContain('missing_entry')
    if (!typed.has('a step taken out')) return
    const { output } = run(commands)
    for (const mark of ['keys: OK', 'entries and disclosed values: OK', 'tree: OK']) expect(output).toContain(mark)
    expect(output).toContain('NOT THE NEXT STEP OF ITS DEVICE')
    expect(output).not.toContain('steps of each device: OK')
  })

  test.runIf(typed.has('nothing of the hub'))(
    'B-104: the exporter keeps back what the hub signed: nothing is said to be signed',
    async () => {
      const silent = await handedOut(signedBy({ checkpoint: null, receipts: [] }), key)
      const { output } = silent.run(silent.commands)
      for (const mark of [
        'tree: OK',
        'key of the hub: OK',
        'THE HUB HAS SIGNED NOTHING HERE',
        'THE HUB HAS NOT SIGNED FOR 5 of the places',
      ])
        expect(output).toContain(mark)
      for (const mark of ['signatures of the hub: OK', 'order of the hub: OK']) expect(output).not.toContain(mark)
    },
  )

  test.runIf(typed.has('a part of the hub'))(
    'B-104: the exporter keeps back a part of what the hub signed: no more is said to be signed',
    async () => {
      const partly = await handedOut(
        signedBy({ checkpoint: made.field.order.checkpoint(made.uid, 3).note, receipts: [] }),
        key,
      )
      const said = partly.run(partly.commands).output
      for (const mark of [
        'signatures of the hub: OK',
        'order of the hub: OK (it has signed for the first 3 of 6 entries)',
        'THE HUB HAS NOT SIGNED FOR 2 of the places',
      ])
        expect(said).toContain(mark)
    },
  )

  test('S-93: the exporter keeps back what the hub signed and changes the order: what entries name of it does not come out', async () => {
    const exchanged = (place: number | null | undefined): number | null =>
      place === 3 ? 4 : place === 4 ? 3 : (place ?? null)
    const entries = contents.chain.entries.map((entry) => ({ ...entry, hubPosition: exchanged(entry.hubPosition) }))
    const { commands, run, verify } = await handedOut(
      { ...contents, chain: { ...contents.chain, entries, hub: { checkpoint: null, receipts: [] } } },
      key,
    )
    expect(faultCodes(await verify())).toContain('reordered_entries')
    if (!typed.has('another order')) return
    const { output } = run(commands)
    for (const mark of [
      'tree: OK',
      'THE HUB HAS SIGNED NOTHING HERE',
      '000005.dsse.json: NAMES ANOTHER ORDER OF THE HUB',
    ])
      expect(output).toContain(mark)
    expect(output).not.toContain('order of the hub: OK')
  })

  test.runIf(typed.has('a hub of their own'))(
    'S-35: the exporter enrols a key of their own as a hub’s: it is no key of the hub',
    async () => {
      const { commands, run } = await handedOut(withOwnHub(contents, key), key)
      const { output } = run(commands)
      for (const mark of ['keys: OK', 'entries and disclosed values: OK']) expect(output).toContain(mark)
      expect(output).not.toContain('key of the hub: OK')
      expect(output).toContain(`key of the hub: ${made.field.order.key.kid}  `)
    },
  )
})
