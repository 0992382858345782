import { pinyinSyllables } from './east.ts'
import { maybe, one, spellingsOf } from './spellings.ts'
import type { Spellings, SpellingStep } from './spellings.ts'

/** Whether a name in Han signs is a foreign one: its parts are tied by a dot. */
export const isTranscribed = (read: string): boolean => /\p{Script=Han}[·・‧•・]\p{Script=Han}/u.test(read)

const initials: Readonly<Record<string, SpellingStep>> = {
  b: one('b p'),
  p: one('b p'),
  d: one('d t'),
  t: one('th d t'),
  g: one('gh g k c j'),
  k: one('ck ch k c g q'),
  h: maybe('kh h g k x'),
  j: one('g j k c z dj dz d t'),
  q: one('tch ch c j k q t'),
  x: one('sch ch sh s h x c'),
  zh: one('j g z zh dj'),
  ch: one('tch ch c j'),
  sh: one('sch ch sh s c'),
  r: one('r j'),
  z: one('ts tz s z c'),
  c: one('ts tz s z c'),
  s: one('s c z'),
  l: one('l r'),
  f: one('ph f v w'),
  w: one('v w u o'),
  m: one('m'),
  n: one('n'),
  y: maybe('j y i e'),
}
const vowel = maybe('a e i o u y w')

const latinMax = 30

const initialSteps = (initial: string, isAfterN: boolean): readonly SpellingStep[] => {
  const step = initials[initial]
  if (step === undefined) return []
  if (step.optional) return [step]
  const again = { ...step, optional: true }
  return initial === 'n' && isAfterN ? [again, again] : [step, again]
}

const endSteps = (rhyme: string): readonly SpellingStep[] => {
  if (/n$|ng$/u.test(rhyme)) return [one('n m'), maybe('n m'), maybe('g')]
  return rhyme === 'er' ? [one('l r'), maybe('l r')] : [maybe('l r')]
}

/** What the Latin spellings of a foreign name look like that stands in Chinese syllables, here by their Pinyin. */
export const transcribedSpellings = (latin: string): Spellings => {
  let isAfterN = false
  const parts = pinyinSyllables(latin.slice(0, latinMax)).map((syllable, place): readonly SpellingStep[] => {
    const [, initial = '', rhyme = ''] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw]?)(.*)$/u.exec(syllable) ?? []
    const begin = initialSteps(initial, isAfterN)
    isAfterN = /n$|ng$/u.test(rhyme)
    return [...(place === 0 ? [] : [maybe('h')]), ...begin, vowel, vowel, vowel, ...endSteps(rhyme)]
  })
  return spellingsOf(...parts.flat(), maybe('l r h e'), maybe('l r h e'))
}
