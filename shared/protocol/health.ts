import { z } from 'zod'
import { watchlistKey } from '../schema/lists.ts'
import { protocolVersion } from './sync.ts'

/** Bounds of what a device tells of itself (Y-97): a hub keeps one of it for each device. */
export const healthLimits = { bytes: 16_384, lists: 100, unsentFiles: 20 } as const

const upTo = (most: number) => z.int().min(0).max(most)
/** A hundred years. */
const secondsMost = 3_200_000_000
const bytesMost = Number.MAX_SAFE_INTEGER

/** A file of what the hub never got, as a device that was removed tells of it: never what stands in it. */
const unsentFile = z.object({
  /** Left out where the file was given another name. */
  entries: upTo(1_000_000_000).optional(),
  pieces: upTo(1_000_000_000).optional(),
  /** Whether the bytes of evidence are in it. */
  evidence: z.boolean(),
  /** How long ago it was written. */
  age_s: upTo(secondsMost),
})

/**
 * The health of a device: what it tells its hub of itself. Whatever it does not know is left out. Times are told as
 * spans, so that a clock that is wrong makes nothing older or younger.
 */
export const deviceHealth = z.object({
  release: z
    .string()
    .regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$/)
    .optional(),
  /** Own entries that no hub has, and for how long the oldest of them has waited; absent where none waits. */
  entries_waiting: upTo(1_000_000_000).optional(),
  oldest_waiting_s: upTo(secondsMost).optional(),
  /** Evidence whose bytes the hub has not received. */
  evidence_waiting: z.object({ pieces: upTo(1_000_000_000), bytes: upTo(bytesMost) }).optional(),
  /** By how much its clock is ahead of the hub's; below zero: behind. */
  clock_ahead_s: z.int().min(-secondsMost).max(secondsMost).optional(),
  /** Room on the disk of its folder. */
  free_bytes: upTo(bytesMost).optional(),
  /** The lists that it screens against, and how many days old each is. */
  lists: z
    .array(z.object({ key: watchlistKey, days: upTo(100_000) }))
    .max(healthLimits.lists)
    .optional(),
  /**
   * Told once a device that was removed has wiped what was granted to it (Y-99): how many entries that no hub has are
   * set aside there, how many pieces of evidence it still brings, and the files that hold what the hub never got
   * (Y-100); these are absent where a release tells nothing of them.
   */
  wiped: z
    .object({
      set_aside: upTo(1_000_000_000),
      evidence_kept: upTo(1_000_000_000),
      unsent: z.array(unsentFile).max(healthLimits.unsentFiles).optional(),
    })
    .optional(),
})
export type DeviceHealth = z.infer<typeof deviceHealth>

export const healthRequest = z.object({ protocol: protocolVersion, health: deviceHealth })
export const healthAnswer = z.object({ kept: z.literal(true) })
