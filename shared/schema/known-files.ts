import { z } from 'zod'
import { integerId, timestamp } from './text.ts'

/** What it says of a file that its hash is on a list. */
export const standings = ['known_good', 'known_bad', 'of_interest'] as const
export const standing = z.enum(standings)
export type Standing = z.infer<typeof standing>

/** By which hash a file is told, the strongest first. */
export const hashKinds = ['sha256', 'sha1', 'md5'] as const
export const hashKind = z.enum(hashKinds)
export type HashKind = z.infer<typeof hashKind>

/** What evidence can be narrowed to: what is on lists of a standing, or on none. */
export const knownFilters = [...standings, 'unlisted'] as const
export const knownFilter = z.enum(knownFilters)

/** That a piece is on a list of known files. */
export const knownMark = z.object({
  list_id: integerId,
  list: z.string().describe('What the list is called.'),
  standing,
  by: hashKind.describe(
    'The hash by which the piece was found. Two files can be made with one MD5 or SHA-1: such a mark is a hint.',
  ),
})
export type KnownMark = z.infer<typeof knownMark>

export const knownListNameMax = 80
export const knownListsMax = 100

export const knownFileList = z.object({
  id: integerId,
  name: z.string(),
  standing,
  file_name: z.string().nullable().describe('What its file was called.'),
  file_sha256: z.string(),
  hashes: z
    .object({ sha256: z.int(), sha1: z.int(), md5: z.int() })
    .describe('How many hashes are kept, each once: of each line the strongest.'),
  lines_left: z.int().describe('Lines without a hash that can be used.'),
  lines_left_first: z.array(z.int()).describe('The numbers of the first of them.'),
  pieces: z.int().describe('Pieces of evidence on this device that are on it.'),
  imported_at: timestamp,
  imported_by: z.object({ id: integerId.nullable(), name: z.string() }),
  here: z
    .boolean()
    .describe('Whether its hashes are on this device. They are in no backup: after a restore it is imported again.'),
})
export type KnownFileList = z.infer<typeof knownFileList>

export const knownFiles = z.object({
  lists: z.array(knownFileList),
  waiting: z.int().describe('Pieces that are not compared with every list yet.'),
  sha256_only: z
    .int()
    .describe('Pieces of which this device has the SHA-256 alone. Lines of MD5 or SHA-1 alone do not find them.'),
})
export type KnownFiles = z.infer<typeof knownFiles>
