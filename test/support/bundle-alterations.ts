import { allowedSigners } from '../../main/bundle/format/sshsig.ts'
import type { DeviceKey } from '../../main/platform/key-files.ts'
import type { FindingCode } from '../../shared/schema/findings.ts'
import type { MadeContents } from './case-bundle.ts'
import type { UnpackedBundle } from './unpacked-bundle.ts'

/** Steps of VERIFY.txt. */
export const verifySteps = {
  manifests: 2,
  listOfFiles: 3,
  signature: 4,
  oneKey: 5,
  keyFiles: 6,
  entries: 7,
  enrolment: 8,
  evidence: 9,
  checkpoint: 10,
} as const

const { signature, oneKey, keyFiles, entries, enrolment: chains, evidence, checkpoint } = verifySteps

/** The bundle that is altered, of `examplePieces`, and the key of somebody whom nobody enrolled. */
export interface AlteredSubject {
  readonly made: MadeContents
  readonly original: UnpackedBundle
  readonly strangers: DeviceKey
}

/** What somebody does to an unpacked bundle, and what has to come of it. */
export interface Alteration {
  readonly code: FindingCode
  readonly what: string
  readonly alter: (bundle: UnpackedBundle) => void
  /** Other codes that the same alteration rightly brings. */
  readonly besides?: readonly FindingCode[]
  /** The step of VERIFY.txt that fails; none where what was altered is only held against the entries by a program. */
  readonly fails?: number
}

/**
 * What somebody who holds the real device key could do to a finished bundle: manifests and signature fit, and only the
 * entries themselves speak against it.
 *
 * @param subject asked for when an alteration is carried out
 */
export const createAlterations = (subject: () => AlteredSubject): readonly Alteration[] => {
  const entry = (n: number): string => `data/entries/${String(n).padStart(6, '0')}.dsse.json`
  const beside = (n: number): string[] => [
    `data/proofs/${String(n).padStart(6, '0')}.json`,
    `data/disclosures/${String(n).padStart(6, '0')}.txt`,
  ]
  const size = (): number => subject().made.contents.chain.entries.length

  const editEntry = (
    bundle: UnpackedBundle,
    n: number,
    change: (envelope: { payload: string; signatures: { keyid: string; sig: string }[] }) => void,
  ): void =>
    bundle.edit(entry(n), (text) => {
      const envelope = JSON.parse(text) as Parameters<typeof change>[0]
      change(envelope)
      return `${JSON.stringify(envelope)}\n`
    })

  const swap = (bundle: UnpackedBundle, a: string, b: string): void => {
    const kept = bundle.bytes(a)
    bundle.write(a, bundle.bytes(b))
    bundle.write(b, kept)
  }

  const drop = (bundle: UnpackedBundle, n: number): void => {
    for (const file of [entry(n), ...beside(n)]) if (bundle.has(file)) bundle.remove(file)
  }

  /** Takes an entry out and closes the gap that its file leaves. */
  const dropAndRenumber = (bundle: UnpackedBundle, n: number): void => {
    drop(bundle, n)
    for (let later = n + 1; later < size(); later += 1) {
      bundle.rename(entry(later), entry(later - 1))
      for (const [from, to] of beside(later).map((file, index) => [file, beside(later - 1)[index] as string] as const))
        if (bundle.has(from)) bundle.rename(from, to)
    }
  }

  const enrolment = (): string =>
    subject()
      .original.files()
      .find((file) => {
        const isWorkspaces = file.startsWith('data/workspace-entries/')
        return (
          isWorkspaces &&
          Buffer.from((JSON.parse(subject().original.text(file)) as { payload: string }).payload, 'base64').includes(
            '"type":"key.enrolled"',
          )
        )
      }) as string

  const newest = (): string => `data/checkpoints/${String(size()).padStart(6, '0')}.txt`
  const earlier = (): string =>
    subject()
      .original.files()
      .filter((file) => file.startsWith('data/checkpoints/') && file !== newest())
      .at(-1) as string
  const evidenceFile = 'data/evidence/Transfers März.csv'
  const caseFile = (bundle: UnpackedBundle, change: (text: string) => string): void =>
    bundle.edit('data/case.json', change)
  const facts = (
    bundle: UnpackedBundle,
    change: (told: { workspace: Record<string, string>; evidence: Record<string, unknown>[] }) => void,
  ): void =>
    caseFile(bundle, (text) => {
      const told = JSON.parse(text) as Parameters<typeof change>[0]
      change(told)
      return `${JSON.stringify(told, null, 2)}\n`
    })

  return [
    {
      code: 'edited_payload',
      what: 'a changed state in the payload of an entry',
      alter: (bundle) =>
        editEntry(bundle, 2, (envelope) => {
          const payload = Buffer.from(envelope.payload, 'base64').toString()
          envelope.payload = Buffer.from(payload.replace(/"to":"[a-z_]+"/, '"to":"resolved"')).toString('base64')
        }),
      fails: entries,
    },
    {
      code: 'edited_payload',
      what: 'a flipped bit in a signature (which of the two was edited cannot be told)',
      alter: (bundle) =>
        editEntry(bundle, 3, (envelope) => {
          const sig = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64')
          sig[10] = (sig[10] ?? 0) ^ 1
          ;(envelope.signatures[0] as { sig: string }).sig = sig.toString('base64')
        }),
      fails: entries,
    },
    {
      code: 'unknown_key',
      what: 'the key id in the envelope of an entry',
      alter: (bundle) =>
        editEntry(bundle, 4, (envelope) => {
          ;(envelope.signatures[0] as { keyid: string }).keyid = subject().strangers.kid
        }),
      fails: entries,
    },
    {
      code: 'bundle_malformed',
      what: 'an envelope with a second payload, that another reader would take',
      alter: (bundle) => bundle.edit(entry(5), (text) => text.replace('{"payload":', '{"payload":"e30=","payload":')),
      besides: ['missing_entry', 'bundle_facts_differ'],
    },
    {
      code: 'truncated_tail',
      what: 'the newest entry taken out',
      alter: (bundle) => drop(bundle, size() - 1),
      besides: ['bundle_key_mismatch', 'bundle_facts_differ'],
      fails: checkpoint,
    },
    {
      code: 'missing_entry',
      what: 'an entry taken out',
      alter: (bundle) => drop(bundle, 6),
      besides: ['bundle_file_missing', 'bundle_facts_differ'],
      fails: checkpoint,
    },
    {
      code: 'missing_entry',
      what: 'an entry taken out and the gap closed',
      alter: (bundle) => dropAndRenumber(bundle, 6),
      besides: ['bundle_facts_differ'],
      fails: checkpoint,
    },
    {
      code: 'reordered_entries',
      what: 'two entries exchanged',
      alter: (bundle) => swap(bundle, entry(7), entry(8)),
      besides: ['bundle_facts_differ', 'disclosure_differs'],
    },
    {
      code: 'reordered_entries',
      what: 'an entry put in a second time',
      alter: (bundle) => bundle.write(entry(size()), bundle.bytes(entry(9))),
      besides: ['bundle_facts_differ', 'bundle_file_missing'],
      fails: checkpoint,
    },
    {
      code: 'row_differs',
      what: 'an entry of the workspace put among those of the case',
      alter: (bundle) => bundle.write(entry(size()), bundle.bytes('data/workspace-entries/000003.dsse.json')),
      besides: ['bundle_facts_differ', 'bundle_file_missing'],
      fails: checkpoint,
    },
    {
      code: 'missing_entry',
      what: 'an entry of the workspace taken out',
      alter: (bundle) => bundle.remove('data/workspace-entries/000004.dsse.json'),
      besides: ['bundle_file_missing'],
      fails: chains,
    },
    {
      code: 'unknown_key',
      what: 'the enrolment of the key taken out',
      alter: (bundle) => bundle.remove(enrolment()),
      besides: [
        'bundle_file_missing',
        'missing_entry',
        'bundle_key_mismatch',
        'checkpoint_invalid',
        'bundle_facts_differ',
      ],
      fails: chains,
    },
    {
      code: 'bundle_malformed',
      what: 'the newest checkpoint exchanged for an earlier one',
      alter: (bundle) => bundle.write(newest(), bundle.bytes(earlier())),
      besides: ['bundle_facts_differ'],
      fails: checkpoint,
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-32: the newest checkpoint taken out',
      alter: (bundle) => bundle.remove(newest()),
      fails: checkpoint,
    },
    {
      code: 'checkpoint_invalid',
      what: 'a checkpoint with another root',
      alter: (bundle) =>
        bundle.edit(newest(), (text) =>
          text.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${Buffer.alloc(32, 1).toString('base64')}\n`),
        ),
      besides: ['bundle_facts_differ'],
      fails: checkpoint,
    },
    {
      code: 'checkpoint_invalid',
      what: 'the checkpoint of the workspace put in its place',
      alter: (bundle) =>
        bundle.write(
          newest(),
          bundle.text(
            bundle
              .files()
              .filter((file) => file.startsWith('data/workspace-checkpoints/'))
              .at(-1) as string,
          ),
        ),
      besides: ['bundle_malformed', 'bundle_facts_differ'],
      fails: checkpoint,
    },
    {
      code: 'disclosure_differs',
      what: 'a note exchanged for another text',
      alter: (bundle) =>
        bundle.write(
          beside(1)[1] as string,
          `${Buffer.from('["c2FsdHNhbHRzYWx0c2FsdA","notes","Nothing happened."]').toString('base64url')}\n`,
        ),
      fails: entries,
    },
    {
      code: 'bundle_malformed',
      what: 'B-31: a line that is no disclosure',
      alter: (bundle) => bundle.edit(beside(1)[1] as string, (text) => `${text}notes\n`),
      besides: ['bundle_malformed'],
      fails: entries,
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-31: a disclosure of an entry that does not exist',
      alter: (bundle) => bundle.write('data/disclosures/000999.txt', bundle.bytes(beside(1)[1] as string)),
    },
    {
      code: 'blob_differs',
      what: 'a piece of evidence exchanged',
      alter: (bundle) => bundle.write(evidenceFile, 'date,amount\n'),
      fails: evidence,
    },
    {
      code: 'blob_missing',
      what: 'a piece of evidence taken out',
      alter: (bundle) => bundle.remove(evidenceFile),
      besides: ['bundle_file_missing'],
      fails: evidence,
    },
    {
      code: 'bundle_facts_differ',
      what: 'a piece of evidence under another name',
      alter: (bundle) => bundle.rename(evidenceFile, 'data/evidence/other.csv'),
      besides: ['bundle_file_missing', 'blob_missing'],
      fails: evidence,
    },
    {
      code: 'bundle_facts_differ',
      what: 'a piece of evidence planted',
      alter: (bundle) => bundle.write('data/evidence/planted.txt', 'x'),
    },
    {
      code: 'bundle_facts_differ',
      what: 'a piece of evidence exchanged, and the list with it',
      alter: (bundle) => {
        bundle.write(evidenceFile, 'date,amount\n')
        caseFile(bundle, (text) =>
          text.replace(
            /"size": \d+,\n(\s+)"sha256": "[0-9a-f]{64}"/,
            '"size": 12,\n$1"sha256": "77f33ef1a0fed6da5bd45ff2bfd36d5b69f6bbcbd5e62c9bb2b7b8b4f5ee9c11"',
          ),
        )
      },
      fails: evidence,
    },
    {
      code: 'bundle_facts_differ',
      what: 'a piece that two files share in the list',
      alter: (bundle) =>
        caseFile(bundle, (text) =>
          text.replaceAll(/"file": "data\/evidence\/[^"]+"/g, '"file": "data/evidence/_CON.txt"'),
        ),
      besides: ['blob_differs'],
      fails: evidence,
    },
    {
      code: 'bundle_facts_differ',
      what: 'the original name of a piece',
      alter: (bundle) =>
        caseFile(bundle, (text) => text.replace('"name": "Transfers März.csv"', '"name": "Holiday.csv"')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'the tool of an acquisition',
      alter: (bundle) => caseFile(bundle, (text) => text.replace('"tool": "Fieldseal"', '"tool": "dd"')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'the time of an acquisition',
      alter: (bundle) => caseFile(bundle, (text) => text.replace('"started_at": "2026', '"started_at": "2025')),
    },
    {
      code: 'bundle_malformed',
      what: 'a manifest of a weaker hash besides',
      alter: (bundle) => bundle.write('tagmanifest-md5.txt', ''),
    },
    {
      code: 'bundle_malformed',
      what: 'B-13: no size of the payload',
      alter: (bundle) => bundle.edit('bag-info.txt', (text) => text.replace('Payload-Oxum', 'Payload-Size')),
      besides: ['bundle_facts_differ'],
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-41: the status of the case in case.json',
      alter: (bundle) => caseFile(bundle, (text) => text.replace('"status": "investigating"', '"status": "closed"')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-41: the title of the case in case.json',
      alter: (bundle) =>
        caseFile(bundle, (text) => text.replace('"title": "Mule account network', '"title": "Nothing at')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'the deadline in case.json',
      alter: (bundle) => caseFile(bundle, (text) => text.replace(/"sla_due_at": "\d{4}/, '"sla_due_at": "2031')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'the legal hold in case.json',
      alter: (bundle) => caseFile(bundle, (text) => text.replace('"on_legal_hold": true', '"on_legal_hold": false')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'the size of the chain in case.json',
      alter: (bundle) => caseFile(bundle, (text) => text.replace(`"size": ${size()},`, '"size": 3,')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'the number of the case in bag-info.txt',
      alter: (bundle) =>
        bundle.edit('bag-info.txt', (text) => text.replace('External-Identifier: CASE', 'External-Identifier: CAST')),
    },
    {
      code: 'bundle_key_mismatch',
      what: 'the entry of the export in case.json',
      alter: (bundle) =>
        caseFile(bundle, (text) =>
          text.replace(/"entry": "[0-9a-f]{64}"/, `"entry": "${subject().made.contents.chain.entries[3]?.id ?? ''}"`),
        ),
    },
    {
      code: 'bundle_key_mismatch',
      what: 'the fingerprint in case.json',
      alter: (bundle) =>
        caseFile(bundle, (text) => text.replace(/"ssh_fingerprint": "SHA256:.{3}/, '"ssh_fingerprint": "SHA256:abc')),
    },
    {
      code: 'bundle_malformed',
      what: 'B-40: a case.json of another form',
      alter: (bundle) => caseFile(bundle, (text) => text.replace('"chains"', '"chain"')),
      besides: ['bundle_key_mismatch'],
    },
    {
      code: 'bundle_malformed',
      what: 'B-13: a version that is not known',
      alter: (bundle) =>
        bundle.edit('bag-info.txt', (text) =>
          text.replace('Fieldseal-Bundle-Version: 1', 'Fieldseal-Bundle-Version: 2'),
        ),
    },
    {
      code: 'bundle_malformed',
      what: 'a fetch.txt',
      alter: (bundle) => bundle.write('fetch.txt', 'https://example.org/x - data/report.html\n'),
    },
    {
      code: 'bundle_malformed',
      what: 'a manifest of another algorithm besides',
      alter: (bundle) => bundle.write('manifest-crc32.txt', ''),
    },
    {
      code: 'bundle_malformed',
      what: 'B-30: a stray file among the entries',
      alter: (bundle) => bundle.write('data/entries/1.dsse.json', bundle.bytes(entry(1))),
      besides: ['bundle_malformed'],
      fails: checkpoint,
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-87: a hash in a proof',
      alter: (bundle) =>
        bundle.edit(beside(5)[0] as string, (text) =>
          text.replace(/"hashes": \[\n\s+"[0-9a-f]{4}/, (found) => `${found.slice(0, -4)}0000`),
        ),
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-102: a piece that speaks for the accused left out of case.json, with its file',
      alter: (bundle) => {
        facts(bundle, (told) => told.evidence.splice(2, 1))
        bundle.remove('data/evidence/_CON.txt')
      },
      fails: evidence,
    },
    {
      code: 'bundle_facts_differ',
      what: 'a piece that is handed out as its hash alone left out of case.json',
      alter: (bundle) => facts(bundle, (told) => told.evidence.pop()),
      fails: evidence,
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-102: a piece told twice, with a copy of its file, in the place of another',
      alter: (bundle) => {
        facts(bundle, (told) => told.evidence.splice(2, 1, { ...told.evidence[0], file: 'data/evidence/second.csv' }))
        bundle.remove('data/evidence/_CON.txt')
        bundle.write('data/evidence/second.csv', bundle.bytes(evidenceFile))
      },
      fails: evidence,
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-103: another institution',
      alter: (bundle) => facts(bundle, (told) => (told.workspace['institution'] = 'BKA')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'another name of the workspace',
      alter: (bundle) => facts(bundle, (told) => (told.workspace['name'] = 'Bundeskriminalamt')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'another uid of the workspace',
      alter: (bundle) => facts(bundle, (told) => (told.workspace['uid'] = '01939b52-7b2a-7c1e-8f00-00000000beef')),
    },
    {
      code: 'bundle_facts_differ',
      what: 'B-103: another organization in bag-info.txt',
      alter: (bundle) =>
        bundle.edit('bag-info.txt', (text) =>
          text.replace(/^Source-Organization: .*$/m, 'Source-Organization: Bundeskriminalamt'),
        ),
    },
    {
      code: 'bundle_facts_differ',
      what: 'a second organization in bag-info.txt',
      alter: (bundle) =>
        bundle.write('bag-info.txt', `${bundle.text('bag-info.txt')}Source-Organization: Bundeskriminalamt\n`),
    },
    {
      code: 'bundle_facts_differ',
      what: 'a second case number in bag-info.txt',
      alter: (bundle) =>
        bundle.write('bag-info.txt', `${bundle.text('bag-info.txt')}External-Identifier: CASE-BKA-20260101-00001\n`),
    },
    {
      code: 'bundle_facts_differ',
      what: 'two proofs exchanged',
      alter: (bundle) => swap(bundle, beside(5)[0] as string, beside(6)[0] as string),
    },
    {
      code: 'bundle_file_missing',
      what: 'a proof taken out',
      alter: (bundle) => bundle.remove(beside(5)[0] as string),
    },
    {
      code: 'bundle_key_mismatch',
      what: 'B-86: a key exchanged',
      alter: (bundle) =>
        bundle.write(
          `data/keys/${subject().made.key.kid}.pem`,
          subject().strangers.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
        ),
      fails: keyFiles,
    },
    {
      code: 'bundle_key_mismatch',
      what: 'B-34: a key that nobody enrolled',
      alter: (bundle) =>
        bundle.write(
          `data/keys/${subject().strangers.kid}.pem`,
          subject().strangers.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
        ),
    },
    {
      code: 'bundle_key_mismatch',
      what: 'B-34: a revocation taken into keys.json',
      alter: (bundle) =>
        bundle.edit('data/keys.json', (text) =>
          text.replace('"revoked_at": null', '"revoked_at": "2026-01-01T00:00:00.000+00:00"'),
        ),
    },
    {
      code: 'bundle_key_mismatch',
      what: 'another key in allowed_signers',
      alter: (bundle) => bundle.write('allowed_signers', allowedSigners(subject().strangers.spki)),
      fails: signature,
    },
    {
      code: 'bundle_key_mismatch',
      what: 'a second key in allowed_signers',
      alter: (bundle) =>
        bundle.write('allowed_signers', `${bundle.text('allowed_signers')}${allowedSigners(subject().strangers.spki)}`),
      fails: oneKey,
    },
  ]
}
