import { z } from 'zod'
import { evidenceKind } from './evidence.ts'
import { entryId, integerId, timestamp } from './text.ts'

const number = z.int().min(1)

/** One step of the way to a passage, from the outside in; counts begin with 1. */
export const textStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), number }),
  z.object({ kind: z.literal('slide'), number }),
  z.object({ kind: z.literal('line'), number }),
  z.object({ kind: z.literal('sheet'), name: z.string(), row: number }),
  z.object({ kind: z.literal('header'), name: z.string() }),
  z.object({ kind: z.literal('message'), number }),
  z.object({ kind: z.literal('attachment'), name: z.string() }),
  z.object({ kind: z.literal('member'), name: z.string() }),
])
export type TextStep = z.infer<typeof textStep>

const parts = z.int().min(1).describe('How many parts of the piece it concerns.')

/** Why a piece, or parts of it, give no text. */
export const textLack = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no_text'), format: z.string(), parts }),
  z.object({ kind: z.literal('scan'), pages: z.int().min(0), parts }),
  z.object({ kind: z.literal('password'), parts }),
  z.object({ kind: z.literal('damaged'), message: z.string(), parts }),
  z.object({ kind: z.literal('too_large'), limit: z.string(), parts }),
  z.object({ kind: z.literal('took_too_long'), seconds: z.int().min(0), parts }),
])
export type TextLackView = z.infer<typeof textLack>

export const textStates = ['waiting', 'reading', 'read', 'unreadable', 'elsewhere', 'dropped'] as const

/** How far the text of a piece is read. */
export const pieceText = z.object({
  evidence_id: integerId,
  name: z.string(),
  state: z
    .enum(textStates)
    .describe(
      '`read` can lack parts; `unreadable`: nothing of it could be read; `elsewhere`: its bytes are not on this device; `dropped`: the text of the case was taken away.',
    ),
  format: z.string().nullable().describe('What the piece was read as.'),
  passages: z.int().min(0),
  lacks: z.array(textLack),
  read_at: timestamp.nullable(),
})
export type PieceText = z.infer<typeof pieceText>

/** How far the evidence of a case is read. */
export const caseText = z.object({
  dropped: z
    .enum(['person', 'erasure'])
    .nullable()
    .describe('Why no text of the case is kept, nor read until somebody asks; null: evidence is read by itself.'),
  pieces: z.object({
    total: z.int(),
    read: z.int().describe('Read, in whole or in part.'),
    waiting: z.int().describe('Still to be read, the one that is being read among them.'),
    unreadable: z.int(),
    elsewhere: z.int(),
    dropped: z.int(),
  }),
  lacking: z.array(pieceText).describe('The first 100 pieces of which a part or all could not be read, with why.'),
  lacking_total: z.int(),
})
export type CaseText = z.infer<typeof caseText>

export const foundPassage = z.object({
  way: z.array(textStep).describe('The way to the passage, from the outside in; empty: the piece has no parts.'),
  text: z.string().describe('A part of the passage; an ellipsis says where it goes on.'),
  marks: z
    .array(z.object({ start: z.int().min(0), end: z.int().min(0).describe('Exclusive.') }))
    .describe('Where the words stand in `text`, in UTF-16 code units.'),
})
export type FoundPassage = z.infer<typeof foundPassage>

/** A piece in which the words stand. */
export const foundPiece = z.object({
  evidence_id: integerId,
  name: z.string(),
  kind: evidenceKind,
  passages: z.array(foundPassage),
  more: z.boolean().describe('Whether the words stand in further passages of the piece; ask with `evidence_id`.'),
  entry_id: entryId.describe('The sealed `evidence.viewed` that says that the caller was shown these passages.'),
})
export type FoundPiece = z.infer<typeof foundPiece>
