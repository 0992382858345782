import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FindingCode } from '../../../shared/schema/findings.ts'
import { canonicalBytes } from '../../../main/seal/canonical.ts'
import { signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { runHere } from '../../support/command-here.ts'
import { Forger, strangeDevice } from '../../support/forger.ts'
import { runCli, type CommandRun } from '../../support/live-service.ts'
import { withEvidence } from '../../support/with-evidence.ts'
import { type WorkedWorkspace, workedWorkspace } from '../../support/worked-workspace.ts'

interface FindingLine {
  readonly code: FindingCode
  readonly severity: 'fault' | 'information'
}

interface Verified {
  readonly code: number | null
  readonly faults: FindingCode[]
  readonly verdict: unknown
}

const verifiedBy = (run: CommandRun): Verified => {
  const findings = run.lines.filter((line) => 'code' in line) as unknown as FindingLine[]
  const faults = [
    ...new Set(findings.filter((finding) => finding.severity === 'fault').map((finding) => finding.code)),
  ].sort()
  return { code: run.code, faults, verdict: run.lines.at(-1)?.['verdict'] }
}

/** What `fieldseal verify` says of a data folder. */
const verify = async (dataDir: string): Promise<Verified> => verifiedBy(await runHere('verify', dataDir))

/** One way to alter a data folder, and the code that verification must answer. */
interface Tampering {
  readonly code: FindingCode
  readonly what: string
  readonly alter: (forger: Forger, worked: WorkedWorkspace) => void
  /** Other codes that the same alteration rightly brings. */
  readonly besides?: readonly FindingCode[]
}

const flipByte = (bytes: Buffer, at: number): Buffer => {
  const flipped = Buffer.from(bytes)
  flipped[at] = (flipped[at] ?? 0) ^ 0x01
  return flipped
}

const middle = (forger: Forger, chain: number) => {
  const entries = forger.entries(chain)
  const entry = entries[Math.floor(entries.length / 2)]
  if (entry === undefined) throw new Error('the chain is empty')
  return entry
}

const blobOf = (forger: Forger, sha: string): string => path.join(forger.dataDir, 'blobs/sha256', sha.slice(0, 2), sha)

/** The hash of a piece, by the row that tells of it; counted from 0. */
const pieceOf = (forger: Forger, place: number): string => {
  const row = forger.db.prepare('select sha256 from evidence order by id limit 1 offset ?').get(place) as {
    sha256: string
  }
  return row.sha256
}

const alterBlob = (forger: Forger, place: number, change: (bytes: Buffer) => Buffer): void => {
  const file = blobOf(forger, pieceOf(forger, place))
  writeFileSync(file, change(readFileSync(file)))
}

const tamperings: readonly Tampering[] = [
  {
    code: 'edited_payload',
    what: 'a changed state in the payload of an entry',
    alter: (forger, { chain }) => {
      const entry = forger.entries(chain).find((row) => row.payload.includes('"investigating"'))
      if (entry === undefined) throw new Error('no such entry')
      const edited = Buffer.from(entry.payload.toString().replace('"investigating"', '"pending_review"'))
      forger.run('update entries set payload = ? where n = ?', edited, entry.n)
    },
  },
  {
    code: 'edited_signature',
    what: 'S-13: a flipped bit in a signature',
    alter: (forger, { chain }) => {
      const { n } = middle(forger, chain)
      const { sig } = forger.db.prepare('select sig from entries where n = ?').get(n) as { sig: Buffer }
      forger.run('update entries set sig = ? where n = ?', flipByte(sig, 10), n)
    },
  },
  {
    code: 'unknown_key',
    what: 'an entry sealed by a key that nobody enrolled',
    alter: (forger, { chain }) => void forger.append(chain, strangeDevice('stranger')),
    besides: ['row_differs'],
  },
  {
    code: 'revoked_key',
    what: 'an entry sealed by a device after its revocation',
    alter: (forger, { chain }) => {
      const device = strangeDevice('11111111-1111-7111-8111-111111111111')
      forger.enrol(device, 7)
      forger.append(0, forger.device, {
        type: 'key.revoked',
        subject: `key:${device.kid}`,
        pub: { kid: device.kid, from_dseq: 1 },
      })
      forger.append(chain, device)
    },
    besides: ['row_differs'],
  },
  {
    code: 'missing_entry',
    what: 'an entry removed from the middle',
    alter: (forger, { chain }) => forger.run('delete from entries where n = ?', middle(forger, chain).n),
    besides: ['row_differs', 'disclosure_missing'],
  },
  {
    code: 'reordered_entries',
    what: 'two entries that changed places',
    alter: (forger, { chain }) => {
      const entries = forger.entries(chain)
      const [first, second] = [entries[3], entries[4]]
      if (first === undefined || second === undefined) throw new Error('the chain is too short')
      forger.run('update entries set pos = -1 where n = ?', first.n)
      forger.run('update entries set pos = ? where n = ?', first.pos, second.n)
      forger.run('update entries set pos = ? where n = ?', second.pos, first.n)
    },
    besides: ['row_differs'],
  },
  {
    code: 'truncated_tail',
    what: 'the last two entries cut off, under a checkpoint that covers them',
    alter: (forger, { chain }) => {
      const entries = forger.entries(chain)
      forger.run('delete from entries where chain = ? and pos >= ?', chain, entries.length - 2)
    },
    besides: ['row_differs', 'missing_entry', 'disclosure_missing'],
  },
  {
    code: 'device_fork',
    what: 'a second entry with the same device, case and seq',
    alter: (forger, { chain }) => {
      const next = forger.nextPayload(chain, forger.device)
      const last = forger.lastOf(chain, forger.device)
      if (last === null) throw new Error('the chain is empty')
      forger.appendBytes(
        chain,
        canonicalBytes({ ...next, seq: last.seq, prev: last.prev, dseq: last.dseq }),
        forger.device,
      )
    },
    besides: ['row_differs'],
  },
  {
    code: 'clock_regression',
    what: 'an entry whose clock went back an hour while the machine ran on',
    alter: (forger, { chain }) => {
      const next = forger.nextPayload(chain, forger.device)
      const earlier = Date.parse(next.at) - 3_600_000
      forger.append(chain, forger.device, { at: new Date(earlier).toISOString() })
    },
    besides: ['row_differs'],
  },
  {
    code: 'non_canonical_payload',
    what: 'an entry with a space in its signed JSON',
    alter: (forger, { chain }) => {
      const bytes = canonicalBytes(forger.nextPayload(chain, forger.device))
      forger.appendBytes(chain, Buffer.from(Buffer.from(bytes).toString().replace('"v":1', '"v": 1')), forger.device)
    },
    besides: ['row_differs', 'missing_entry'],
  },
  {
    code: 'malformed_entry',
    what: 'an entry with a field that version 1 does not know',
    alter: (forger, { chain }) => {
      const bytes = canonicalBytes({ ...forger.nextPayload(chain, forger.device), zzz: 1 })
      forger.appendBytes(chain, bytes, forger.device)
    },
    besides: ['row_differs', 'missing_entry'],
  },
  {
    code: 'blob_missing',
    what: 'E-30: evidence whose bytes are gone',
    alter: (forger) => rmSync(blobOf(forger, pieceOf(forger, 0))),
  },
  {
    code: 'blob_missing',
    what: 'evidence whose bytes and key are gone, as if they had not come yet from a hub that somebody wrote in (L-85)',
    alter: (forger) => {
      const sha256 = pieceOf(forger, 0)
      rmSync(blobOf(forger, sha256))
      forger.run('delete from blob_keys where sha256 = ?', sha256)
      forger.writeHub()
    },
  },
  ...(
    [
      ['a flipped bit in the middle', (bytes) => flipByte(bytes, Math.floor(bytes.length / 2))],
      ['a flipped bit in the header', (bytes) => flipByte(bytes, 50)],
      ['a cut-off tail', (bytes) => bytes.subarray(0, bytes.length - 1)],
      ['a cut-off last segment', (bytes) => bytes.subarray(0, 74 + 1_048_576)],
      ['bytes added at the end', (bytes) => Buffer.concat([bytes, Buffer.alloc(40)])],
      ['nothing left of it', () => Buffer.alloc(0)],
    ] satisfies readonly (readonly [string, (bytes: Buffer) => Buffer])[]
  ).map(([what, change]): Tampering => ({
    code: 'blob_differs',
    what: `E-30: evidence with ${what}`,
    alter: (forger) => alterBlob(forger, 0, change),
  })),
  {
    code: 'blob_differs',
    what: 'evidence exchanged for another piece',
    alter: (forger) => alterBlob(forger, 0, () => readFileSync(blobOf(forger, pieceOf(forger, 1)))),
  },
  {
    code: 'blob_differs',
    what: 'E-30: evidence whose key was altered',
    alter: (forger) => {
      const { wrapped_key: key } = forger.db
        .prepare('select wrapped_key from blob_keys where sha256 = ?')
        .get(pieceOf(forger, 0)) as { wrapped_key: Buffer }
      forger.run('update blob_keys set wrapped_key = ? where sha256 = ?', flipByte(key, 20), pieceOf(forger, 0))
    },
  },
  {
    code: 'checkpoint_not_extending',
    what: 'a signed checkpoint with the root of another tree',
    alter: (forger, { chain }) => {
      const { note, size } = forger.db
        .prepare('select note, size from checkpoints where chain = ? order by size desc')
        .get(chain) as { note: string; size: number }
      const name = /^— (\S+) /mu.exec(note)?.[1] ?? ''
      const origin = note.split('\n')[0] ?? ''
      const signer = { name, privateKey: forger.device.privateKey, publicKeyRaw: forger.device.spki.subarray(-32) }
      const root = randomBytes(32)
      forger.run(
        'update checkpoints set note = ?, root = ? where chain = ? and size = ?',
        signCheckpoint({ origin, size, root }, signer),
        root,
        chain,
        size,
      )
    },
    besides: ['row_differs'],
  },
  {
    code: 'checkpoint_invalid',
    what: 'a checkpoint with a changed size',
    alter: (forger, { chain }) => {
      const { note, size } = forger.db
        .prepare('select note, size from checkpoints where chain = ? order by size desc')
        .get(chain) as { note: string; size: number }
      forger.run(
        'update checkpoints set note = ? where chain = ? and size = ?',
        note.replace(`\n${size}\n`, `\n${size + 1}\n`),
        chain,
        size,
      )
    },
  },
  {
    code: 'disclosure_differs',
    what: 'a note that was exchanged for another one',
    alter: (forger, { chain }) => {
      const rows = forger.db
        .prepare(
          "select d.digest, d.sealed from disclosures d join entries e on e.n = d.entry where e.chain = ? and d.name = 'notes' and d.sealed is not null limit 2",
        )
        .all(chain) as { digest: string; sealed: Buffer }[]
      forger.run('update disclosures set sealed = ? where digest = ?', rows[1]?.sealed, rows[0]?.digest)
    },
  },
  {
    code: 'disclosure_missing',
    what: 'a note whose disclosure was removed without a redaction',
    alter: (forger, { chain }) => {
      const row = forger.db
        .prepare(
          "select d.digest from disclosures d join entries e on e.n = d.entry where e.chain = ? and d.name = 'notes' and d.sealed is not null",
        )
        .get(chain) as { digest: string }
      forger.run('delete from disclosures where digest = ?', row.digest)
    },
    besides: ['row_differs'],
  },
]

const rowTamperings: readonly { readonly what: string; readonly sql: string }[] = [
  { what: 'the status of a case', sql: "update cases set status = 'closed' where id = @id" },
  { what: 'the title of a case', sql: "update cases set title = 'Something else' where id = @id" },
  { what: 'the owner of a case', sql: 'update cases set owner_id = owner_id + 1 where id = @id' },
  { what: 'the deadline of a case', sql: 'update cases set sla_due_at = sla_due_at + 1 where id = @id' },
  { what: 'the number of a case', sql: "update cases set number = number || 'x' where id = @id" },
  { what: 'the creation time of a case', sql: 'update cases set created_at = created_at - 1 where id = @id' },
  { what: 'the revision of a case', sql: 'update cases set revision = revision + 1 where id = @id' },
  { what: 'a whole case row', sql: 'delete from cases where id = @id' },
  { what: 'a link', sql: 'delete from case_links where case_id = @id' },
  { what: 'a case number', sql: "update case_numbers set number = 'CASE-ACME-20200101-00001' where case_id = @id" },
  { what: 'a note', sql: 'delete from notes where case_id = @id' },
  { what: 'the author of a note', sql: "update notes set author = 'someone' where case_id = @id" },
  { what: 'the name of a piece of evidence', sql: "update evidence set name = 'other.bin' where case_id = @id" },
  {
    what: 'the hash of a piece of evidence',
    sql: "update evidence set sha256 = replace(sha256, '1', '2') where case_id = @id",
  },
  { what: 'a whole piece of evidence', sql: 'delete from evidence where case_id = @id' },
  {
    what: 'what a search finds a piece by',
    sql: "update search set text = 'other' where rowid in (select n from evidence where case_id = @id)",
  },
  {
    what: 'the label of a piece',
    sql: "update evidence set label = 'Exhibit B' where label is not null and case_id = @id",
  },
  { what: 'a tag', sql: "delete from evidence_tags where tag = 'seized' and case_id = @id" },
  { what: 'a relation', sql: "update evidence_relations set kind = 'copy_of' where case_id = @id" },
  {
    what: 'a step of custody',
    sql: 'delete from evidence_custody where n = (select max(n) from evidence_custody) and case_id = @id',
  },
  { what: 'the counters', sql: 'update case_counts set cases = cases + 1 where @id > 0' },
  { what: 'the tree of a chain', sql: 'update chains set size = size + 1 where id = @id' },
  { what: 'a user’s role', sql: "update users set role = 'auditor' where @id > 0" },
  { what: 'the policy of the workspace', sql: "update policy set policy = replace(policy, '4', '5') where @id > 0" },
  { what: 'the enrolment time of a key', sql: 'update keys set enrolled_at = enrolled_at + 1 where @id > 0' },
  { what: 'an API key', sql: 'update api_keys set revoked_at = 1 where @id > 0' },
]

describe('The tamper matrix: every alteration of a data folder is found, by its own code', () => {
  let worked: WorkedWorkspace

  beforeAll(async () => {
    worked = await workedWorkspace()
    await withEvidence(worked, [1_500_000, 10])
  })
  afterAll(() => rmSync(path.dirname(worked.dataDir), { recursive: true }))

  test('an unaltered folder is intact', async () => {
    expect(await verify(worked.dataDir)).toEqual({ code: 0, faults: [], verdict: 'intact' })
  })

  test('the command, as a process of its own, says the same of an intact and of an altered folder', async () => {
    const forger = new Forger(worked.dataDir)
    forger.run('delete from entries where n = ?', middle(forger, worked.chain).n)
    forger.close()
    for (const dataDir of [worked.dataDir, forger.dataDir])
      expect(verifiedBy(runCli('verify', dataDir))).toEqual(await verify(dataDir))
    expect((await verify(forger.dataDir)).code).toBe(1)
    forger.discard()
  })

  test.for(tamperings.map((tampering) => [tampering.code, tampering.what, tampering] as const))(
    '%s: %s',
    async ([code, , tampering]) => {
      const forger = new Forger(worked.dataDir)
      tampering.alter(forger, worked)
      forger.close()
      const { code: exit, faults, verdict } = await verify(forger.dataDir)
      forger.discard()
      expect(faults).toContain(code)
      expect(faults.filter((fault) => fault !== code && !tampering.besides?.includes(fault))).toEqual([])
      expect({ exit, verdict }).toEqual({ exit: 1, verdict: 'faults_found' })
    },
  )

  test.for(rowTamperings.map((tampering) => [tampering.what, tampering.sql] as const))(
    'row_differs: %s was altered by SQL',
    async ([, text]) => {
      const forger = new Forger(worked.dataDir)
      forger.run(text, { id: worked.caseId })
      forger.close()
      expect(await verify(forger.dataDir)).toMatchObject({ code: 1, faults: ['row_differs'] })
      forger.discard()
    },
  )
})
