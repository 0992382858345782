import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import type { Actor } from '../../storage/ledger/ledger.ts'
import type { Admits, Holder } from '../auth/holder.ts'
import type { Caller } from '../http/call.ts'

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

/** What a link is made of. */
export interface OfferedContent extends Omit<LinkedContent, 'open'> {
  /** As of the link; `isHeld` says whether the link still serves, and is asked again while the bytes go out. */
  open(start: number, end: number, isHeld: () => boolean): ReturnType<LinkedContent['open']>
}

/** Who asks for a link. */
export type LinkTaker = Actor & Pick<Caller, 'family'>

/** What a link rests on; it ends with either. */
export interface LinkGround {
  readonly holder: Holder
  /** The case of the content; null where it is of none. */
  readonly caseId: number | null
}

/** Links that serve one thing to whoever holds them, for some minutes and no longer than what they rest on (E-37). They live in memory: a restart ends them all. */
export interface Links {
  /** Answers the secret part of the address, and when it ends at the latest. */
  give(content: OfferedContent, ground: LinkGround): { readonly token: string; readonly expiresAtMs: number }
  find(token: string): LinkedContent | null
}

const livesMs = 10 * 60_000
const linksMax = 10_000

/** What tells whether the ground of a link still holds. */
export interface LinkParts {
  readonly env: Pick<Env, 'clock' | 'random'>
  readonly admits: Admits
  readonly hasCase: (caseId: number) => boolean
}

/** Makes the table of links. */
export const createLinks = ({ env: { clock, random }, admits, hasCase }: LinkParts): Links => {
  const links = new Map<string, { readonly content: OfferedContent; readonly ground: LinkGround; readonly endsMono: number }>()

  const isHeld = ({ holder, caseId }: LinkGround): boolean => admits(holder) && (caseId === null || hasCase(caseId))

  const served = (content: OfferedContent, ground: LinkGround): LinkedContent => ({ ...content, open: (start, end) => content.open(start, end, () => isHeld(ground)) })

  const dropEnded = (): void => {
    for (const [token, { endsMono }] of links) {
      // The oldest come first, and all live equally long.
      if (endsMono > clock.monoMs() && links.size < linksMax) return
      links.delete(token)
    }
  }

  return {
    give: (content, ground) => {
      dropEnded()
      const token = Buffer.from(random.bytes(32)).toString('base64url')
      links.set(token, { content, ground, endsMono: clock.monoMs() + livesMs })
      return { token, expiresAtMs: clock.nowMs() + livesMs }
    },
    find: (token) => {
      const link = links.get(token)
      if (link === undefined || link.endsMono <= clock.monoMs()) return null
      return isHeld(link.ground) ? served(link.content, link.ground) : null
    },
  }
}
