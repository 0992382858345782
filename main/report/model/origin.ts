import { originOf } from '../../../shared/schema/origin.ts'
import { actorPlace, originWords, type OriginPart } from '../../../shared/text/origin-words.ts'
import { isHubId } from '../../seal/hub-epochs.ts'
import type { PeopleOfCase } from './people.ts'
import { absent, words, type Phrase } from './phrase.ts'
import type { ReadEntry } from './read-entries.ts'

const phraseOf = (parts: readonly OriginPart[], actor: string, people: PeopleOfCase): Phrase =>
  parts.flatMap((part) => (part === actorPlace ? people.phrase(actor) : words(part)))

/** Who or what did what an entry says. */
export const doerOf = ({ payload }: ReadEntry, people: PeopleOfCase): Phrase =>
  payload === null ? absent('unknown') : phraseOf(originWords(originOf(payload.pub)).doer, payload.actor, people)

/** How it came about, to be said after what was done. */
export const originAfter = ({ payload }: ReadEntry, people: PeopleOfCase): Phrase =>
  payload === null
    ? []
    : phraseOf(originWords(originOf(payload.pub), isHubId(payload.actor)).after, payload.actor, people)
