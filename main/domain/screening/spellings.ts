/** A step of a spelling: one of these letters or groups of letters stands next; none need, where it is optional. */
export interface SpellingStep {
  readonly options: readonly string[]
  readonly optional: boolean
}

/** What a word can look like in Latin letters. */
export interface Spellings {
  /** Whether a word is one of them; never for one that is longer than any word of a name. */
  readonly test: (latin: string) => boolean
}

/** Places of a word that has been read so far are the bits of a number. */
const longest = 30

const listOf = (options: string): readonly string[] => options.split(' ')

/** @param options separated by spaces */
export const one = (options: string): SpellingStep => ({ options: listOf(options), optional: false })
export const maybe = (options: string): SpellingStep => ({ options: listOf(options), optional: true })

const exactly = (text: string): readonly SpellingStep[] => (text === '' ? [] : [{ options: [text], optional: false }])

const after = (latin: string, reached: number, { options, optional }: SpellingStep): number => {
  let next = optional ? reached : 0
  for (let at = 0; at < latin.length; at += 1) {
    if (((reached >>> at) & 1) === 0) continue
    for (const option of options) if (latin.startsWith(option, at)) next |= 1 << (at + option.length)
  }
  return next
}

/**
 * The spellings that some steps make one after another. All ways through them are followed at once, so that time grows
 * with the word and the steps alone: a pattern that tries one way after another takes for ever for some names, and
 * names come from whoever writes a list.
 */
export const spellingsOf = (...steps: readonly (SpellingStep | string)[]): Spellings => {
  const all = steps.flatMap((step) => (typeof step === 'string' ? exactly(step) : [step]))
  return {
    test: (latin) => {
      if (latin.length > longest) return false
      let reached = 1
      for (const step of all) {
        reached = after(latin, reached, step)
        if (reached === 0) return false
      }
      return ((reached >>> latin.length) & 1) === 1
    },
  }
}
