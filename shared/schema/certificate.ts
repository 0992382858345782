import { z } from 'zod'
import { acquisitionMethod, imageHashes } from './evidence.ts'
import { conclusion } from './findings.ts'
import { block, formDay, line } from './form-fields.ts'
import { entryId, timestamp, uid } from './text.ts'

/**
 * What a certificate states: a record that an electronic process or system generated (FRE 902(13)), data that was copied
 * and is identified by its hash (FRE 902(14)), and the report of an examiner as ISO/IEC 27037, ISO/IEC 27042 and SWGDE
 * ask for it.
 */
export const certificateStatements = ['fre_902_13', 'fre_902_14', 'examination'] as const
export type CertificateStatement = (typeof certificateStatements)[number]

/** Pieces of evidence that one certificate speaks of. */
export const certifiedMax = 500

/** Findings of a check that a certificate tells in words. */
export const foundMax = 20

const text = block(8_000).default('')
const told = z.string().max(20_000)

/** A piece of evidence as the sealed entries of the case state it. */
export const certifiedPiece = z.object({
  uid,
  entry_id: entryId.describe('The sealed `evidence.acquired`.'),
  number: z.int().describe('Of that entry in the timeline of the case, from 1.'),
  name: told,
  path: told.nullable(),
  size: z.int().min(0).describe('Bytes.'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  source: told.nullable(),
  serial: told.nullable(),
  method: acquisitionMethod,
  tool: told,
  tool_version: told,
  write_blocker: told.nullable(),
  acquired_by: told.describe('Who took the bytes from the source, as it was stated.'),
  taken_in_by: told.describe('The user whose session took them in.'),
  started_at: timestamp,
  ended_at: timestamp,
  sealed_at: timestamp,
  source_sha256: told.nullable().describe('Of the file at the source, where it was stated; other bytes were refused.'),
  image_hashes: imageHashes.nullable(),
  device: told,
  custody: z.int().min(0).describe('Sealed entries about the piece, its acquisition included.'),
})
export type CertifiedPiece = z.infer<typeof certifiedPiece>

/** What the sealed record says, as the service read it when the version was saved. */
export const certifiedRecord = z.object({
  drafted_at: timestamp,
  program: told.describe('The program and version that read the record.'),
  proof: z.object({
    entries: z.int().min(0),
    witnessed: z.int().min(0).describe('The first so many that the newest checkpoint of a hub covers; 0: none.'),
    hub: told.nullable(),
    cosigned: z.object({ size: z.int(), by: z.array(z.object({ name: told, at: timestamp })).max(100) }).nullable(),
    stamped: z.object({ size: z.int(), at: timestamp, signer: told }).nullable(),
  }),
  check: z.object({
    at: timestamp,
    conclusion,
    entries: z.int().min(0),
    signatures: z.int().min(0),
    disclosures: z.int().min(0),
    checkpoints: z.int().min(0),
    findings: z.int().min(0),
    told: z.array(told).max(foundMax).describe('The first of the findings, in words.'),
  }),
  devices: z
    .array(
      z.object({
        name: told,
        kid: told,
        enrolled_at: timestamp,
        revoked_at: timestamp.nullable(),
        entries: z.int().min(0).describe('Entries of the case that its key signed.'),
      }),
    )
    .max(1_000),
  pieces: z.array(certifiedPiece).max(certifiedMax),
})
export type CertifiedRecord = z.infer<typeof certifiedRecord>

/** What a certificate says: by the person who certifies, and of the sealed record. */
export const certificateForm = z.strictObject({
  statements: z.array(z.enum(certificateStatements)).max(certificateStatements.length).default([]),
  matter: line().describe('The court, the parties and the number of the matter.'),
  name: line().describe('The person who certifies.'),
  position: line(),
  organisation: line(),
  qualification: text.describe('Training, experience and duties that make the person qualified.'),
  knowledge: text.describe('What the person did with the items, and how the person knows what is certified.'),
  place: line().describe('Where it is signed.'),
  on: formDay.describe('When it is signed.'),
  executed: z
    .enum(['within', 'outside'])
    .default('within')
    .describe('Within or outside the United States: 28 U.S.C. § 1746 has words for each.'),
  pieces: z.array(uid).max(certifiedMax).default([]).describe('Uids of the pieces of evidence that it speaks of.'),
  process: text.describe('FRE 902(13): the process or system that generated the records.'),
  accuracy: text.describe('FRE 902(13): how the person knows that it produces an accurate result.'),
  comparison: text.describe('FRE 902(14): how the copies were made, and how their hashes were compared.'),
  examination: text.describe('What was asked, what was done, and what it showed.'),
  validation: text.describe('How the person, or the organisation, validated the tools.'),
  error_rates: text,
  limits: text,
  record: certifiedRecord
    .nullable()
    .default(null)
    .describe('What the sealed record says. The service writes it with each version; what a caller sends is not read.'),
})
export type CertificateForm = z.infer<typeof certificateForm>
