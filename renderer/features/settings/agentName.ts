/** What browsers call themselves, the more particular first: most say that they are Safari, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const found = (names: typeof browsers, agent: string): string | null =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** What a browser says that it is, and on which system: null where a program calls itself otherwise. */
export const browserOf = (agent: string): { readonly browser: string; readonly system: string | null } | null => {
  const browser = found(browsers, agent)
  return browser === null ? null : { browser, system: found(systems, agent) }
}
