import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { sha256 } from '../seal/hash.ts'
import type { ReleaseFeed, FeedFile } from './feed.ts'
import { refused } from './refusal.ts'
import type { UpdateRefusal } from './refusal.ts'
import { compareVersions } from './version.ts'

/** What is installed here. */
export interface Installed {
  readonly version: string
  /** As `FeedFile.target`. */
  readonly target: string
  /** A text that this installation drew by chance and keeps. */
  readonly installation: string
}

/** What a believed feed means for an installation. */
export type Offer =
  /** What runs is the newest. */
  | { readonly kind: 'newest' }
  /** There is a newer one, and it is not this installation's turn yet. */
  | { readonly kind: 'waiting'; readonly version: string; readonly share: number }
  /** There is a newer one that nobody is to install for the time being. */
  | { readonly kind: 'paused'; readonly version: string }
  /** `recalled`: what runs was taken back by the publisher. */
  | { readonly kind: 'offered'; readonly version: string; readonly file: FeedFile; readonly recalled: boolean }

/**
 * The place from 0 up to 100 that an installation draws in the roll-out of a version (U-41): the same whenever it is
 * drawn, and another one for the next version, so that nobody is always first.
 */
export const placeInRollOut = (installation: string, version: string): number => {
  const drawn = Buffer.from(sha256(Buffer.from(`fieldseal roll-out v1\n${installation}\n${version}\n`, 'utf8')))
  return (drawn.readUIntBE(0, 6) / 2 ** 48) * 100
}

/** U-40 to U-43: what a believed feed means for what is installed here. */
export const offerOf = (
  feed: ReleaseFeed,
  { version, target, installation }: Installed,
): Result<Offer, UpdateRefusal> => {
  const recalled = feed.recalled.includes(version)
  const step = compareVersions(feed.version, version)
  if (step === 0) return ok({ kind: 'newest' })
  if (step < 0 && !recalled) return fail(refused('version_older', `${feed.version}, and ${version} runs`))
  if (feed.isPaused) return ok({ kind: 'paused', version: feed.version })
  const isTurn = placeInRollOut(installation, feed.version) < feed.share
  if (!isTurn && !recalled) return ok({ kind: 'waiting', version: feed.version, share: feed.share })
  const file = feed.files.find((one) => one.target === target)
  return file === undefined
    ? fail(refused('file_not_offered', `${feed.version}, ${target}`))
    : ok({ kind: 'offered', version: feed.version, file, recalled })
}
