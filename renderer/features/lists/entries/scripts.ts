/** Scripts in which lists give names, told apart by the letters that belong to one alone. */
const scripts = {
  Latin: /\p{Script=Latin}/u,
  Cyrillic: /\p{Script=Cyrillic}/u,
  Arabic: /\p{Script=Arabic}/u,
  Han: /\p{Script=Han}/u,
  Hangul: /\p{Script=Hangul}/u,
  Hiragana: /\p{Script=Hiragana}/u,
  Katakana: /\p{Script=Katakana}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Greek: /\p{Script=Greek}/u,
  Devanagari: /\p{Script=Devanagari}/u,
  Bengali: /\p{Script=Bengali}/u,
  Thai: /\p{Script=Thai}/u,
  Armenian: /\p{Script=Armenian}/u,
  Georgian: /\p{Script=Georgian}/u,
  Ethiopic: /\p{Script=Ethiopic}/u,
  Myanmar: /\p{Script=Myanmar}/u,
} as const

/**
 * The scripts that a name is written in, by their names in Unicode; none where it has no letters of those that lists
 * use.
 */
export const scriptsOf = (text: string): readonly string[] =>
  Object.entries(scripts).flatMap(([name, letters]) => (letters.test(text) ? [name] : []))
