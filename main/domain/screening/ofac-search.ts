import { commonPrefix, jaroWinklerAtMost } from './jaro-winkler.ts'
import { comparedParts, nearEnough, scorePreparedOfac } from './ofac.ts'
import type { OfacName, OfacScore } from './ofac.ts'
import { soundex } from './soundex.ts'

/** A listed name that scores high enough. */
export interface OfacFound {
  /** Its place among the names. */
  readonly number: number
  readonly score: OfacScore
}

/** Many listed names, laid out so that most of them are passed over without being scored. */
export interface OfacSearch {
  /** Every name whose score is at least `threshold` (0 to 1), in order: what scoring each of them would find. */
  find(searched: OfacName, threshold: number, isWanted: (number: number) => boolean): readonly OfacFound[]
}

/** Units fall into classes, A to Z each into its own. Texts share at most as many units as they share by classes. */
const classes = 32
const letters = 26
const classOf = (unit: number): number =>
  unit >= 65 && unit <= 90 ? unit - 65 : letters + (unit % (classes - letters))

/** More of one class are not told apart; such a text is counted as sharing everything. */
const countMax = 255

/** Rounding of a bound must never make it less than the score that it bounds. */
const margin = 1e-9

/** Texts with how many units of each class they hold. */
interface Counted {
  readonly texts: string[]
  counts: Uint8Array
  /** 1 where a class is too full to be counted. */
  readonly full: number[]
}

const nothingCounted = (): Counted => ({ texts: [], counts: new Uint8Array(classes), full: [] })

/** Adds a text; answers its place. */
const countText = (into: Counted, text: string): number => {
  const number = into.texts.push(text) - 1
  if ((number + 1) * classes > into.counts.length) {
    const wider = new Uint8Array(into.counts.length * 2)
    wider.set(into.counts)
    into.counts = wider
  }
  into.full[number] = 0
  for (let at = 0; at < text.length; at += 1) {
    const place = number * classes + classOf(text.charCodeAt(at))
    if (into.counts[place] === countMax) into.full[number] = 1
    else into.counts[place] = (into.counts[place] as number) + 1
  }
  return number
}

/** Answers the most that Jaro-Winkler can say of a text and one of the counted. */
const boundsOf = (asked: string, { texts, counts, full }: Counted): ((number: number) => number) => {
  const own = nothingCounted()
  countText(own, asked)
  const met = Array.from({ length: classes }, (_, unit) => unit).filter((unit) => (own.counts[unit] as number) > 0)
  const least = Uint8Array.from(met, (unit) => own.counts[unit] as number)
  return (number) => {
    const text = texts[number] as string
    let shared = Math.min(asked.length, text.length)
    if (own.full[0] === 0 && full[number] === 0) {
      // Length alone often says enough.
      if (jaroWinklerAtMost(shared, asked.length, text.length, 4) < 0.7) return 0.7
      const from = number * classes
      let sum = 0
      for (let place = 0; place < met.length; place += 1) {
        const listed = counts[from + (met[place] as number)] as number
        const mine = least[place] as number
        sum += listed < mine ? listed : mine
      }
      shared = Math.min(shared, sum)
    }
    return jaroWinklerAtMost(shared, asked.length, text.length, commonPrefix(asked, text))
  }
}

/** The distinct ones of several texts of each name, one name behind the other. */
interface Listing {
  readonly counted: Counted
  readonly placeOf: Map<string, number>
  readonly starts: number[]
  readonly places: number[]
}

const emptyListing = (): Listing => ({ counted: nothingCounted(), placeOf: new Map(), starts: [0], places: [] })

const addTexts = ({ counted, placeOf, starts, places }: Listing, texts: readonly string[]): void => {
  for (const text of texts) {
    let place = placeOf.get(text)
    if (place === undefined) placeOf.set(text, (place = countText(counted, text)))
    places.push(place)
  }
  starts.push(places.length)
}

/** Names on their way into a search. */
export interface OfacLayout {
  add(name: OfacName): void
  /** Everything is added. */
  search(): OfacSearch
}

/**
 * Lays out listed names for search. A name is scored only where bounds of its score reach the threshold: Jaro-Winkler
 * can match no more units than two texts share, whatever their order, and each part
 * of a searched name can at most take the part that it could be nearest to. So nothing is ever missed, and most names
 * cost a few additions.
 */
export const createOfacLayout = (): OfacLayout => {
  const names: OfacName[] = []
  const parts = emptyListing()
  const sounds: string[] = []
  const forms = emptyListing()
  const wholes = nothingCounted()

  /** By distinct part of the list, the most that a part of the searched name can have of it. */
  const worthOfParts = (part: string): Float64Array => {
    const bound = boundsOf(part, parts.counted)
    const sound = soundex(part)
    return Float64Array.from(sounds, (listed, place) => {
      const most = bound(place)
      return most + margin >= nearEnough || listed === sound ? most : 0
    })
  }
  const find: OfacSearch['find'] = (searched, threshold, isWanted) => {
    const reaches = (most: number): boolean => Math.round((most + margin) * 100) / 100 >= threshold
    const formBound = boundsOf(searched.forms[0] ?? '', forms.counted)
    const wholeBound = boundsOf(searched.whole, wholes)
    const worth = comparedParts(searched).map(worthOfParts)
    const formBounds = new Float64Array(forms.counted.texts.length).fill(-1)

    const byParts = (number: number): boolean => {
      const end = parts.starts[number + 1] as number
      let sum = 0
      for (const worths of worth) {
        let most = 0
        for (let at = parts.starts[number] as number; at < end; at += 1)
          most = Math.max(most, worths[parts.places[at] as number] as number)
        sum += most
      }
      return reaches(worth.length === 0 ? 0 : sum / worth.length)
    }
    const byWhole = (number: number): boolean => {
      const end = forms.starts[number + 1] as number
      for (let at = forms.starts[number] as number; at < end; at += 1) {
        const form = forms.places[at] as number
        if (formBounds[form] === -1) formBounds[form] = formBound(form)
        if (reaches(formBounds[form] as number)) return true
      }
      return reaches(wholeBound(number))
    }
    const found: OfacFound[] = []
    for (let number = 0; number < names.length; number += 1) {
      if (!isWanted(number) || !(byParts(number) || byWhole(number))) continue
      const score = scorePreparedOfac(searched, names[number] as OfacName)
      if (score.score / 100 >= threshold) found.push({ number, score })
    }
    return found
  }
  return {
    add: (name) => {
      names.push(name)
      addTexts(parts, name.parts)
      while (sounds.length < parts.counted.texts.length)
        sounds.push(soundex(parts.counted.texts[sounds.length] as string))
      addTexts(forms, name.forms)
      countText(wholes, name.whole)
    },
    search: () => ({ find }),
  }
}
