import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StampCheck } from '../../../main/bundle/check/hub-log.ts'
import type { BundleContents } from '../../../main/bundle/contents.ts'
import type { DeviceKey } from '../../../main/platform/key-files.ts'
import { plain } from '../../../main/report/model/phrase.ts'
import { reportOf } from '../../../main/report/report-of.ts'
import { cosign } from '../../../main/seal/cosignature.ts'
import { certificatesOfPem, openTimestamp, timestampRequest, tokenOfAnswer } from '../../../main/seal/timestamp.ts'
import { formatVerifierKey } from '../../../main/seal/verifier-key.ts'
import { reportFile } from '../../support/bundle-papers.ts'
import { bundleFile } from '../../support/case-bundle.ts'
import { runCli } from '../../support/live-service.ts'
import { giveLog } from '../../support/log-bundle.ts'
import { contestedCase, exportedFrom } from '../../support/synced-bundle.ts'
import type { ContestedCase } from '../../support/synced-bundle.ts'
import { makeAuthority } from '../../support/timestamp-authority.ts'
import type { TestAuthority } from '../../support/timestamp-authority.ts'
import { faultCodes, linuxSteps, shell, UnpackedBundle } from '../../support/unpacked-bundle.ts'
import { makeDevice } from '../../unit/seal/support.ts'

const known = { ...makeDevice(51), name: 'witness.example/known' }
const unknown = { ...makeDevice(52), name: 'witness.example/unknown' }
/** When the witnesses cosigned: after the hub had received what they cosigned (B-108). */
let seconds = 0

let made: ContestedCase
let authority: TestAuthority
let contents: BundleContents
let key: DeviceKey
let file: string
let fileName: string
let original: UnpackedBundle

const openStamp: StampCheck = (token, message) => openTimestamp(token, message)

beforeAll(async () => {
  authority = makeAuthority()
  made = await contestedCase()
  const { a, field, uid, caseId } = made
  seconds = Math.ceil(Math.max(a.clock.nowMs(), made.b.clock.nowMs()) / 1_000) + 10
  await a.workspace.sync.settings.trustWitness(known, 1)
  await giveLog(field, a, uid, [known, unknown], seconds, authority)
  ;({ contents, key } = await exportedFrom(a, field, caseId))
  ;({ file, fileName } = await bundleFile({ contents, key }, { extraFiles: [reportFile(contents)] }))
  original = UnpackedBundle.unpack(file)
}, 120_000)

afterAll(async () => {
  original.discard()
  authority.remove()
  await made.field.remove()
})

const codesOf = async (bundle: UnpackedBundle, check: StampCheck | undefined = openStamp): Promise<string[]> =>
  (await bundle.verify(undefined, check)).findings.map(({ code }) => code)

describe('B-99: what is proven of a case in the hub’s log is in its bundle', { timeout: 120_000 }, () => {
  test('it is intact, and counts the witness whose key the exporting device had, and the time stamp', async () => {
    const report = await original.verify(undefined, openStamp)
    expect(faultCodes(report)).toEqual([])
    expect(report.witnessed?.log).toMatchObject({
      cosigned: { size: 5, by: [{ name: known.name, at: new Date(seconds * 1_000).toISOString(), confirmed: false }] },
      stamped: { size: 5, signer: 'CN=Test Stamps', confirmed: null },
    })
    expect(report.findings.map(({ code }) => code)).toContain('witness_unknown')
    expect(
      report.findings.map(({ code }) => code),
      'nobody vouches for the authority',
    ).toContain('timestamp_unconfirmed')
  })

  test('B-111: its papers say what was sealed, to a verifier that can check the stamp and to one that cannot', async () => {
    for (const check of [openStamp, undefined]) {
      const { papers } = await original.verify(undefined, check)
      expect(papers.map(({ paper, state }) => `${paper} ${state}`)).toEqual([
        'VERIFY.txt as_sealed',
        'data/report.html as_sealed',
        'data/case.jsonld as_sealed',
      ])
    }
    expect(original.text('data/report.html')).toContain('CN=Test Stamps')
  })

  test('B-95: another time stamp in case.json than the bundle holds', async () => {
    const bundle = original.copy()
    bundle.edit('data/case.json', (text) => text.replace('CN=Test Stamps', 'CN=Better Stamps'))
    bundle.sign(key)
    expect(faultCodes(await bundle.verify(undefined, openStamp))).toEqual(['bundle_facts_differ'])
    bundle.discard()
  })

  test('B-108: a stamp or a cosignature from before the receipts of what it covers counts for nothing', async () => {
    const early: StampCheck = (token, message) => {
      const opened = openStamp(token, message)
      return opened.ok ? { ...opened, value: { ...opened.value, atMs: Date.parse('2001-01-01') } } : opened
    }
    const report = await original.verify(undefined, early)
    expect(faultCodes(report)).toEqual(['log_time_too_early'])
    expect(report.witnessed?.log.stamped).toBeNull()
    const bundle = original.copy()
    const [head, line] = ['data/hub/log/cosigned/head.txt', `— ${known.name} `]
    const old = cosign(bundle.text('data/hub/log/timestamped/head.txt'), known, Date.parse('2001-01-01') / 1_000)
    bundle.edit(head, (text) =>
      text
        .split('\n')
        .map((one) => (one.startsWith(line) ? old.trimEnd() : one))
        .join('\n'),
    )
    bundle.sign(key)
    const cosigned = await bundle.verify(undefined, openStamp)
    expect(faultCodes(cosigned)).toEqual(['log_time_too_early'])
    expect(cosigned.witnessed?.log.cosigned).toMatchObject({ by: [] })
    bundle.discard()
  })

  test('keys from outside count more: the witness is confirmed, and one that the device did not know counts too', async () => {
    const trust = { keys: [key.spki], fingerprints: [], checkpoints: [], witnesses: [known, unknown] }
    const report = await original.verify(trust, openStamp)
    expect(report.witnessed?.log.cosigned?.by).toMatchObject([
      { name: known.name, confirmed: true },
      { name: unknown.name, confirmed: true },
    ])
    expect(report.findings.map(({ code }) => code)).not.toContain('witness_unknown')
  })

  test('whoever cannot check a time stamp says so, and it counts for nothing', async () => {
    const report = await original.verify()
    expect(faultCodes(report)).toEqual([])
    expect(report.findings.map(({ code }) => code)).toContain('timestamp_unchecked')
    expect(report.witnessed?.log).toMatchObject({ stamped: null })
  })

  test('fieldseal verify prints both, and holds the stamp against the authority of the trust file', () => {
    const trust = path.join(authority.dir, 'trust.txt')
    writeFileSync(trust, `${formatVerifierKey(known, 'witness')}\n${readFileSync(authority.rootFile, 'utf8')}`)
    expect(runCli('verify', file, '--trust', trust).lines.at(-1)).toMatchObject({
      verdict: 'intact',
      witnessed: {
        witnesses: { size: 5, by: [{ name: known.name, confirmed: true }] },
        time_stamp: { size: 5, signer: 'CN=Test Stamps', confirmed: true },
      },
    })
    const other = makeAuthority({ algorithm: 'ec' })
    writeFileSync(trust, readFileSync(other.rootFile, 'utf8'))
    other.remove()
    expect(runCli('verify', file, '--trust', trust).lines.map(({ code }) => code)).toContain('timestamp_invalid')
  })

  test('the report counts them', () => {
    const seal = reportOf(contents).seal.hub.map(({ label, value }) => `${label}: ${plain(value)}`)
    expect(seal.find((line) => line.startsWith('Witnesses: '))).toContain(`5 entries cosigned by ${known.name}`)
    expect(seal.find((line) => line.startsWith('Time stamp: '))).toContain('by CN=Test Stamps')
  })

  test('VERIFY.txt: its commands, exactly as they stand, check the log and have openssl verify the time stamp', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'by-hand-'))
    writeFileSync(path.join(folder, fileName), readFileSync(file))
    shell(`unzip -q ${fileName}`, folder)
    const commands = linuxSteps(original.text('VERIFY.txt'))
    const alterations = [
      "sed -i.bak '2s/5/6/' data/hub/log/cosigned/head.txt",
      ...commands.slice(-4, -3),
      'mv data/hub/log/cosigned/head.txt.bak data/hub/log/cosigned/head.txt',
      `sed -i.bak 's/"leaf_index": 2/"leaf_index": 3/' data/hub/log/cosigned/proof.json`,
      'echo >> data/hub/log/timestamped/head.txt',
      'echo ALTERED',
    ]
    const whole = shell(
      [
        `authority=${authority.rootFile}`,
        ...commands,
        'echo UNKNOWN; known=$authority; authority=',
        ...commands.slice(-2, -1),
        'authority=$known; echo KNOWN',
        ...alterations,
        ...commands.slice(-3, -1),
      ].join('\n'),
      folder,
    ).output
    const [said = '', altered = ''] = whole.split('ALTERED')
    expect(/UNKNOWN([\s\S]*)KNOWN/.exec(said)?.[1]).toMatch(
      /^\nTime stamp: .*\ntime stamp: it cannot be checked without the certificate of its authority\nrevocation list of the time stamp: it cannot be checked without the certificate of its authority\ntime stamp is later than what it covers: OK\n/,
    )
    expect(said).toContain(`witness ${formatVerifierKey(known, 'witness')}: NOT VERIFIED`)
    for (const mark of [
      `witness ${formatVerifierKey(known, 'witness')}: OK`,
      'log of the hub, cosigned: OK (5 entries of the case)',
      'log of the hub, timestamped: OK (5 entries of the case)',
      'time stamp: OK',
      'revocation list of the time stamp: OK',
      'time stamp is later than what it covers: OK',
      'Time stamp: ',
    ])
      expect(said).toContain(mark)
    expect(said.replaceAll(/witness .*: NOT VERIFIED/g, '')).not.toMatch(/NOT|FAILED|No such file/)
    expect(altered).toContain('data/hub/log/cosigned: NOT IN THE LOG')
    expect(altered).toContain('time stamp: NOT VERIFIED')
    expect(altered).toContain('revocation list of the time stamp: NOT VERIFIED')
    rmSync(folder, { recursive: true })
  })
})

describe('B-100, B-99: what was done to it is named', { timeout: 120_000 }, () => {
  const folder = 'data/hub/log/cosigned'

  const after = async (change: (bundle: UnpackedBundle) => void): Promise<string[]> => {
    const bundle = original.copy()
    change(bundle)
    bundle.sign(key)
    const codes = await codesOf(bundle)
    bundle.discard()
    return codes
  }

  test('a proof of another place: log_proof_invalid', async () => {
    expect(
      await after((bundle) =>
        bundle.edit(`${folder}/proof.json`, (text) => text.replace('"leaf_index": 2', '"leaf_index": 3')),
      ),
    ).toContain('log_proof_invalid')
  })

  test('a leaf that is another checkpoint: log_proof_invalid; one of other entries that the log does hold is found by the entries', async () => {
    const earlier = made.field.order.checkpoint(made.uid, 4).note
    expect(await after((bundle) => bundle.write(`${folder}/leaf.txt`, earlier))).toContain('log_proof_invalid')
    expect(await after((bundle) => bundle.write(`${folder}/leaf.txt`, earlier.replace('\n4\n', '\n3\n')))).toContain(
      'checkpoint_invalid',
    )
  })

  test('a head that the hub has not signed: checkpoint_invalid', async () => {
    expect(
      await after((bundle) => bundle.edit(`${folder}/head.txt`, (text) => text.replace('\n5\n', '\n6\n'))),
    ).toContain('checkpoint_invalid')
  })

  test('a known witness’s signature over another head: cosignature_invalid', async () => {
    const elsewhere = cosign(
      'elsewhere\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n— x AAAAAAAA\n',
      known,
      seconds,
    )
    expect(
      await after((bundle) =>
        bundle.edit(`${folder}/head.txt`, (text) =>
          text
            .split('\n')
            .map((line) => (line.includes(known.name) ? elsewhere.trimEnd() : line))
            .join('\n'),
        ),
      ),
    ).toContain('cosignature_invalid')
  })

  test('a token over something else, or that is none: timestamp_invalid', async () => {
    const other = tokenOfAnswer(
      authority.reply(timestampRequest(Buffer.from('another'), Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]))),
    )
    const token = 'data/hub/log/timestamped/token.tst'
    expect(await after((bundle) => bundle.write(token, other.ok ? other.value : ''))).toContain('timestamp_invalid')
    expect(await after((bundle) => bundle.write(token, 'garbage'))).toContain('timestamp_invalid')
    const strict: StampCheck = (given, message) =>
      openTimestamp(given, message, { authorities: certificatesOfPem(readFileSync(authority.rootFile, 'utf8')) ?? [] })
    expect(await codesOf(original, strict)).not.toContain('timestamp_invalid')
  })

  test('files that are missing, too many, or of another form', async () => {
    expect(await after((bundle) => bundle.remove(`${folder}/head.txt`))).toContain('bundle_file_missing')
    expect(await after((bundle) => bundle.write('data/hub/log/other.txt', 'x'))).toContain('bundle_malformed')
    expect(await after((bundle) => bundle.write(`${folder}/proof.json`, '{}'))).toContain('bundle_malformed')
    expect(await after((bundle) => bundle.write(`${folder}/witnesses.txt`, 'nobody\n'))).toContain('bundle_malformed')
  })
})
