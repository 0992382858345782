import { idRange } from '../../platform/ids.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { Statements } from '../sqlite/statements.ts'

const perDevice = idRange(0).last + 1

/** How the integer ids of an entry are to be read (Y-14, L-22). */
export interface DeviceIds {
  /** Whether the entry is older than the joining of the folder that sealed it. */
  readonly beforeJoining: boolean
  /** The id in this workspace: one below 2^32 that a folder gave out before it joined is one of its device. */
  read(id: number): number
  /** Whether the device may give out this id. */
  mayGive(id: number): boolean
}

/**
 * How to read the ids of an entry, by the key that sealed it; of a key that is not enrolled nothing is known, and all
 * is taken as it stands.
 */
export const deviceIdsOf = async (
  sql: Statements,
  { kid, dseq }: Pick<EntryPayload, 'kid' | 'dseq'>,
): Promise<DeviceIds> => {
  const key = await sql.get<{ device_number: number; joined_dseq: number | null }>(
    'select device_number, joined_dseq from keys where kid = ?',
    kid,
  )
  const beforeJoining = key !== undefined && key.joined_dseq !== null && dseq <= key.joined_dseq
  const number = key?.device_number ?? null
  return {
    beforeJoining,
    read: (id) => (beforeJoining && number !== null && id < perDevice ? id + number * perDevice : id),
    mayGive: (id) => {
      if (number === null) return true
      const { first, last } = idRange(number)
      return id >= first && id <= last
    },
  }
}
