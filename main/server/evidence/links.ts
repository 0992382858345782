import type { Refusal } from '../../../shared/api/errors.ts'
import type { Access } from '../../../shared/api/operation.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import type { Ledger } from '../../storage/ledger/ledger.ts'
import { uidOfHolder } from '../auth/holder.ts'
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
  /**
   * Opens the bytes between two offsets (`end` exclusive); what is altered is refused before the first byte where that
   * shows at once.
   */
  open(start: number, end: number): Promise<Result<AsyncIterable<Uint8Array>, Refusal>>
}

/** What a link is made of. */
export interface OfferedContent extends Omit<LinkedContent, 'open'> {
  /** As of the link; `isHeld` says whether the link still serves, and is asked again while the bytes go out. */
  open(start: number, end: number, isHeld: () => boolean): ReturnType<LinkedContent['open']>
}

/** Who asks for a link. */
export type LinkTaker = Actor & Pick<Caller, 'family'>

/** What a link rests on; it ends with any of it. */
export interface LinkGround {
  readonly holder: Holder
  /** Who may ask for such a link. */
  readonly access: Access
  /** The case of the content; null where it is of none. */
  readonly caseId: number | null
  /** Whether an erasure in the case ends it. A bundle ends with its row (L-56), and says so. */
  readonly endsByErasure: boolean
}

/**
 * Links that serve one thing to whoever holds them, for some minutes and no longer than what they rest on (E-37). They
 * live in memory: a restart ends them all.
 */
export interface Links {
  /** Answers the secret part of the address, and when it ends at the latest. */
  give(content: OfferedContent, ground: LinkGround): { readonly token: string; readonly expiresAtMs: number }
  find(token: string): LinkedContent | null
  /** Stops listening for erasures. */
  close(): void
}

const livesMs = 10 * 60_000
const linksMax = 10_000

/** What tells whether the ground of a link still holds. */
export interface LinkParts {
  readonly env: Pick<Env, 'clock' | 'random'>
  readonly admits: Admits
  readonly hasCase: (caseId: number) => boolean
  /** Whether a case is kept from whoever holds a link. */
  readonly hides: (uid: string, caseId: number) => boolean
  /** How many values of a case are erased. */
  readonly erasedIn: (caseId: number) => number
  readonly onCommitted: Ledger['onCommitted']
}

interface Link {
  readonly content: OfferedContent
  readonly ground: LinkGround
  readonly endsMono: number
  /** Values of its case that were erased when it was given. */
  readonly erased: number
  hasEnded: boolean
}

/** Makes the table of links. */
export const createLinks = ({
  env: { clock, random },
  admits,
  hasCase,
  hides,
  erasedIn,
  onCommitted,
}: LinkParts): Links => {
  const links = new Map<string, Link>()

  const isHeld = ({ ground: { holder, access, caseId }, hasEnded }: Link): boolean =>
    !hasEnded && admits(holder, access) && (caseId === null || (hasCase(caseId) && !hides(uidOfHolder(holder), caseId)))

  const served = (link: Link): LinkedContent => ({
    ...link.content,
    open: (start, end) => link.content.open(start, end, () => isHeld(link)),
  })

  const dropEnded = (): void => {
    for (const [token, { endsMono }] of links) {
      // The oldest come first, and all live equally long.
      if (endsMono > clock.monoMs() && links.size < linksMax) return
      links.delete(token)
    }
  }

  const erasedNow = ({ caseId, endsByErasure }: LinkGround): number =>
    caseId === null || !endsByErasure ? 0 : erasedIn(caseId)

  const endListening = onCommitted((chains) => {
    for (const link of links.values()) {
      if (link.ground.caseId !== null && chains.has(link.ground.caseId))
        link.hasEnded ||= erasedNow(link.ground) !== link.erased
    }
  })

  return {
    give: (content, ground) => {
      dropEnded()
      const token = Buffer.from(random.bytes(32)).toString('base64url')
      links.set(token, {
        content,
        ground,
        endsMono: clock.monoMs() + livesMs,
        erased: erasedNow(ground),
        hasEnded: false,
      })
      return { token, expiresAtMs: clock.nowMs() + livesMs }
    },
    find: (token) => {
      const link = links.get(token)
      if (link === undefined || link.endsMono <= clock.monoMs()) return null
      return isHeld(link) ? served(link) : null
    },
    close: endListening,
  }
}
