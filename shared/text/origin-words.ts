import type { Cause, ReadOrigin } from '../schema/origin.ts'

/** A part of what is said of an origin: words, or the place of the actor's name. */
export type OriginPart = string
/** Where the name of the actor stands. */
export const actorPlace = '\u0000actor'

/** What is said of who did something: before what was done, and after it. */
export interface OriginWords {
  /** The doer: `Detection policy 4`. */
  readonly doer: readonly OriginPart[]
  /** How it came about: `, in an import started by Ana Ruiz`. */
  readonly after: readonly OriginPart[]
}

const importWords: Readonly<Record<Extract<Cause, { by: 'import' }>['kind'], string>> = {
  cases: 'cases',
  transactions: 'transactions',
  alerts: 'alerts',
  ownership: 'ownership data',
  list: 'a list',
}

/** So much of a digest tells files apart; the whole stands in the entry. */
const shortDigest = (sha256: string): string => `SHA-256 ${sha256.slice(0, 12)}…`

const setOffBy = (cause: Cause): readonly OriginPart[] => {
  switch (cause.by) {
    case 'import':
      return [
        `, in an import started by `,
        actorPlace,
        ` (${importWords[cause.kind]}, file with the ${shortDigest(cause.sha256)})`,
      ]
    case 'person':
      return [', set off by what ', actorPlace, ' sent']
    case 'program':
      return [', set off by what a program sent with the key ', actorPlace]
    case 'sample':
      return [', in the made-up story of the sample']
    case 'sync':
    case 'hub':
    case 'setup':
      return [`, set off by ${cause.by === 'hub' ? 'the hub' : cause.by === 'sync' ? 'a sync' : 'the setting up'}`]
  }
}

/**
 * What an entry's origin comes to in words, the same in the window, in reports, in bundles and in narratives. Around
 * what was done it makes a sentence: `Detection policy 4` opened the case `, in an import started by Ana Ruiz (...)`.
 *
 * @param isHubs whether the actor is the hub itself, which asks nobody
 */
export const originWords = (origin: ReadOrigin, isHubs = false): OriginWords => {
  const byActor = { doer: [actorPlace] }
  if (origin === 'not_recorded') return { ...byActor, after: [' (origin not recorded)'] }
  if (origin === 'unknown') return { ...byActor, after: [' (with an origin that this release does not know)'] }
  switch (origin.by) {
    case 'person':
      return { ...byActor, after: [] }
    case 'program':
      return { ...byActor, after: [' (a program, by its key)'] }
    case 'policy':
      // What set it off is that the person signed in.
      if (origin.policy === 'sign_in')
        return { doer: [`Sign-in policy ${origin.version}`], after: [', in the name of ', actorPlace] }
      return {
        doer: [origin.version === 0 ? 'The detection policy as it ships' : `Detection policy ${origin.version}`],
        after: setOffBy(origin.cause),
      }
    case 'import':
      return {
        doer: [`An import of ${importWords[origin.kind]} started by `, actorPlace],
        after: [` (file with the ${shortDigest(origin.sha256)})`],
      }
    case 'sync':
      return { doer: ['A sync'], after: [', in the name of ', actorPlace] }
    case 'hub':
      return { doer: ['The hub'], after: isHubs ? [] : [', in the name of ', actorPlace] }
    case 'schedule':
      return { doer: [`The schedule “${origin.what}”`], after: [', in the name of ', actorPlace] }
    case 'setup':
      return { ...byActor, after: [', by setting up the workspace'] }
    case 'sample':
      return { ...byActor, after: [' (in the made-up story of the sample)'] }
  }
}

/** Parts of an origin's words as one text. */
export const originText = (parts: readonly OriginPart[], actor: string): string =>
  parts.map((part) => (part === actorPlace ? actor : part)).join('')

const lowered = (part: OriginPart | undefined): OriginPart =>
  part === undefined || part === actorPlace ? actorPlace : `${part.slice(0, 1).toLowerCase()}${part.slice(1)}`

/** The same after what was done, in the passive: `by detection policy 4, in an import started by Ana Ruiz (...)`. */
export const originBy = (origin: ReadOrigin, actor: string): string => {
  const { doer, after } = originWords(origin)
  const [first, ...rest] = doer
  return originText(['by ', lowered(first), ...rest, ...after], actor)
}
