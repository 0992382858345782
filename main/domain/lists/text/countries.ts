/** How a name of a country is compared: lower-case Latin letters and single blanks. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/gu, ' and ')
    .replace(/['’.]/gu, '')
    .replace(/[^a-z]+/gu, ' ')
    .trim()
    .replace(/^the | the$/gu, '')
    .replace(/\bsaint\b/gu, 'st')

/** Names that lists use and that are not the English ones of the Unicode CLDR. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates'],
  AX: ['Aland Islands'],
  BA: ['Bosnia-Herzegovina', 'Bosnia'],
  BN: ['Brunei Darussalam'],
  BO: ['Plurinational State of Bolivia', 'Bolivia (Plurinational State of)'],
  BS: ['Bahamas, The'],
  CD: [
    'Democratic Republic of the Congo',
    'Congo, Democratic Republic of the',
    'Congo (Democratic Republic)',
    'DR Congo',
    'DRC',
    'Zaire',
  ],
  CG: ['Republic of the Congo', 'Congo, Republic of the', 'Congo'],
  CI: ["Cote d'Ivoire", 'Ivory Coast'],
  CN: ["People's Republic of China", 'China, Peoples Republic of', 'PRC'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  FK: ['Falkland Islands (Malvinas)'],
  FM: ['Micronesia (Federated States of)', 'Federated States of Micronesia'],
  GB: [
    'UK',
    'Great Britain',
    'United Kingdom of Great Britain and Northern Ireland',
    'England',
    'Scotland',
    'Wales',
    'Northern Ireland',
  ],
  GM: ['Gambia, The'],
  GW: ['Guinea Bissau'],
  HK: ['Hong Kong', 'Hong Kong SAR', 'Hong Kong Special Administrative Region', 'China, Hong Kong'],
  IM: ['Man, Isle of'],
  IR: ['Islamic Republic of Iran', 'Iran (Islamic Republic of)', 'Iran, Islamic Republic of'],
  KG: ['Kyrgyz Republic'],
  KP: [
    "Democratic People's Republic of Korea",
    'Korea, North',
    "Korea, Democratic People's Republic of",
    'DPRK',
    'North Korea',
  ],
  KR: ['Republic of Korea', 'Korea, South', 'Korea, Republic of', 'South Korea'],
  LA: ["Lao People's Democratic Republic", 'Lao PDR'],
  LY: ['Libyan Arab Jamahiriya', 'State of Libya'],
  MD: ['Republic of Moldova', 'Moldova, Republic of'],
  MK: [
    'Macedonia',
    'The former Yugoslav Republic of Macedonia',
    'Macedonia, The Former Yugoslav Republic of',
    'North Macedonia, The Republic of',
  ],
  MM: ['Myanmar', 'Burma'],
  MO: ['Macao', 'Macau', 'Macau SAR'],
  NL: ['Netherlands, The', 'Holland'],
  PS: [
    'Palestine',
    'Palestinian',
    'West Bank',
    'Gaza',
    'Region: Gaza',
    'State of Palestine',
    'Palestinian territory, occupied',
    'Occupied Palestinian Territories',
  ],
  RS: ['Republic of Serbia'],
  RU: ['Russian Federation'],
  SY: ['Syrian Arab Republic'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey', 'Turkiye'],
  TW: ['Taiwan, Province of China', 'Chinese Taipei'],
  TZ: ['United Republic of Tanzania', 'Tanzania, United Republic of'],
  US: ['USA', 'United States of America'],
  VA: ['Holy See', 'Vatican'],
  VC: ['St. Vincent and the Grenadines'],
  VE: ['Bolivarian Republic of Venezuela', 'Venezuela (Bolivarian Republic of)', 'Venezuela, Bolivarian Republic of'],
  VG: ['Virgin Islands, British', 'British Virgin Islands'],
  VI: ['Virgin Islands, U.S.'],
  VN: ['Viet Nam'],
  XK: ['Kosovo'],
  YE: ['Republic of Yemen'],
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
// Codes of ISO 3166-1 that name no country, and ICU's codes for tests.
const noCountry = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ', 'AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'])

const englishNames = (): Map<string, string> => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map<string, string>()
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = noCountry.has(code) ? undefined : names.of(code)
    // A code that was given up (SU, YU) has another canonical one.
    if (name !== undefined && new Intl.Locale(`und-${code}`).region === code) found.set(code, name)
  }
  return found
}

const names = englishNames()

const byName: ReadonlyMap<string, string> = new Map([
  ...[...names].map(([code, name]): [string, string] => [folded(name), code]),
  ...Object.entries(otherNames).flatMap(([code, others]) =>
    others.map((name): [string, string] => [folded(name), code]),
  ),
])

/**
 * The ISO 3166-1 alpha-2 code of a country that a list names in English or by its code; null where none is known by
 * that name. Whatever stands in brackets behind a name (`Germany (since 2003)`) is left aside where the whole is no
 * name.
 */
export const countryCode = (text: string): string | null => {
  const given = text.trim()
  if (/^[A-Za-z]{2}$/u.test(given)) {
    const code = given.toUpperCase()
    if (names.has(code)) return code
  }
  return byName.get(folded(given)) ?? byName.get(folded(given.replace(/\([^()]*\)/gu, ' '))) ?? null
}
