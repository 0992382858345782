import { pinyinSyllables } from './east.ts'

/** Whether a name in Han signs is a foreign one: its parts are tied by a dot. */
export const isTranscribed = (read: string): boolean => /\p{Script=Han}[·・‧•・]\p{Script=Han}/u.test(read)

const initials: Readonly<Record<string, string>> = {
  b: '[bp]',
  p: '[bp]',
  d: '[dt]',
  t: '(?:th|[dt])',
  g: '(?:gh|[gkcj])',
  k: '(?:ck|ch|[kcgq])',
  h: '(?:kh|[hgkx])?',
  j: '(?:[gjkcz]|dj|dz)',
  q: '(?:t?ch|[cjkqt])',
  x: '(?:s?ch|sh|[shxc])',
  zh: '(?:[jgz]|zh|dj)',
  ch: '(?:t?ch|[cj])',
  sh: '(?:s?ch|sh|[sc])',
  r: '[rj]',
  z: '(?:t?[sz]|c)',
  c: '(?:t?[sz]|c)',
  s: '[scz]',
  l: '[lr]',
  f: '(?:ph|[fvw])',
  w: '[vwuo]',
  m: 'm',
  n: 'n',
  y: '[jyie]?',
}

const latinMax = 30

/** What the Latin spellings of a foreign name look like that stands in Chinese syllables, here by their Pinyin. */
export const transcribedPattern = (latin: string): RegExp => {
  let isAfterN = false
  const parts = pinyinSyllables(latin.slice(0, latinMax)).map((syllable) => {
    const [, initial = '', rhyme = ''] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw]?)(.*)$/u.exec(syllable) ?? []
    const pattern = initials[initial] ?? ''
    const begin =
      pattern === '' ? '' : `${pattern}${initial === 'n' && isAfterN ? '{0,2}' : '{1,2}'}`.replace('?{1,2}', '?')
    isAfterN = /n$|ng$/u.test(rhyme)
    return `${begin}[aeiouyw]{0,3}${isAfterN ? '[nm]{1,2}g?' : rhyme === 'er' ? '[lr]{1,2}' : '[lr]?'}`
  })
  return new RegExp(`^${parts.join('h?')}[lrhe]{0,2}$`, 'u')
}
