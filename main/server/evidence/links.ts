import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'

/** Bytes that a link serves. */
export interface LinkedContent {
  readonly name: string
  readonly mediaType: string
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
  /** Why the link serves nothing any more, where what it serves can end before the link does. */
  refused?(): Refusal | null
  /** Opens the bytes between two offsets (`end` exclusive); what is altered is refused before the first byte where that shows at once. */
  open(start: number, end: number): Promise<Result<AsyncIterable<Uint8Array>, Refusal>>
}

/** Links that serve one thing to whoever holds them, for some minutes. They live in memory: a restart ends them all. */
export interface Links {
  /** Answers the secret part of the address, and when it ends. */
  give(content: LinkedContent): { readonly token: string; readonly expiresAtMs: number }
  find(token: string): LinkedContent | null
}

const livesMs = 10 * 60_000
const linksMax = 10_000

/** Makes the table of links. */
export const createLinks = ({ clock, random }: Pick<Env, 'clock' | 'random'>): Links => {
  const links = new Map<string, { readonly content: LinkedContent; readonly endsMono: number }>()

  const dropEnded = (): void => {
    for (const [token, { endsMono }] of links) {
      // The oldest come first, and all live equally long.
      if (endsMono > clock.monoMs() && links.size < linksMax) return
      links.delete(token)
    }
  }

  return {
    give: (content) => {
      dropEnded()
      const token = Buffer.from(random.bytes(32)).toString('base64url')
      links.set(token, { content, endsMono: clock.monoMs() + livesMs })
      return { token, expiresAtMs: clock.nowMs() + livesMs }
    },
    find: (token) => {
      const link = links.get(token)
      return link === undefined || link.endsMono <= clock.monoMs() ? null : link.content
    },
  }
}
