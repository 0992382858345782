import { z } from 'zod'

/** What main tells the window about updates, and what the window may ask for. */

/** What the last look came to. `message` is what main says of a refusal, in words. */
export type UpdateLook = {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly outcome: 'newest' | 'waiting' | 'paused' | 'offered' | 'refused'
  /** Words where it was refused, else the version. */
  readonly message: string
}

export type UpdateReady = {
  readonly version: string
  /** The build that runs was taken back by its publisher. */
  readonly recalled: boolean
  /** `replace`: this build puts it in its own place. `by_hand`: somebody installs the file that lies at `path`. */
  readonly how: 'replace' | 'by_hand'
  readonly path: string
}

export type UpdateWork =
  | { readonly kind: 'looking' }
  | { readonly kind: 'fetching'; readonly got: number; readonly total: number }
  | { readonly kind: 'installing' }

export type UpdatesView = {
  /** This build has no keys for updates, and so believes no feed. */
  readonly possible: boolean
  /** Where updates are looked for; null where that is off. */
  readonly source: string | null
  /** The file by which the computer's administrator decides; then nobody changes it here. */
  readonly managedBy: string | null
  /** What is wrong with a file that was to decide. */
  readonly fault: string | null
  readonly work: UpdateWork | null
  readonly looked: UpdateLook | null
  readonly ready: UpdateReady | null
}

/** What the window asks for. `turn` is refused for whoever is no administrator of the workspace. */
export const updateStep = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('look') }),
  z.strictObject({ kind: z.literal('install') }),
  z.strictObject({ kind: z.literal('turn'), source: z.string().max(1_000).nullable() }),
])
export type UpdateStep = z.infer<typeof updateStep>
