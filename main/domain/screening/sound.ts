/** Spellings of one sound, longest first; what they become is a code, not a spelling. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/tsch|tch|tsh/gu, 'ch'],
  [/shch|sch/gu, 'sh'],
  [/ph/gu, 'f'],
  [/kh|ck|q/gu, 'k'],
  [/gh(?=.)/gu, 'g'],
  [/th/gu, 't'],
  [/dh/gu, 'd'],
  [/zh|dzh|dj/gu, 'j'],
  [/c(?=[eiy])/gu, 's'],
  [/c(?!h)/gu, 'k'],
  [/x/gu, 'ks'],
  [/w/gu, 'v'],
  [/ou|oo|u|o/gu, 'u'],
  [/ee|ea|ie|ei|ey|iy|yi|e|y|i/gu, 'i'],
  [/(?<=[aiu])h(?=$|[^aiu])/gu, ''],
]

/**
 * How a Latin token sounds: spellings that people and transcriptions mix up become one. A code for comparing, not for
 * showing.
 */
export const soundOf = (token: string): string => {
  let code = token
  for (const [spelling, sound] of sounds) code = code.replace(spelling, sound)
  return code.replace(/(.)\1+/gu, '$1')
}

/** The consonants of a sound code: what Arabic and Hebrew write of a name. */
export const skeletonOf = (sound: string): string => sound.replace(/[aiu]/gu, '').replace(/(?<=.)[hj]$/u, '')
