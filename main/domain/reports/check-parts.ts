import type { ReportAddress } from '../../../shared/schema/reports.ts'
import { bareNumber, lengthOf } from './fincen-text.ts'
import type { Finder } from './finder.ts'

/** States, territories and military addresses of the United States (USPS). */
const statesOfUs = new Set(
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI FM MH PW AA AE AP'.split(
    ' ',
  ),
)
const provincesOfCanada = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))

/** Territories of the United States, which FinCEN records as a country and as a state too. */
const territories: readonly string[] = ['AS', 'FM', 'GU', 'MH', 'MP', 'PR', 'PW', 'VI']

/** Countries whose states FinCEN records. */
export const countriesWithStates: readonly string[] = ['US', 'CA', 'MX', ...territories]

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/**
 * The codes that ISO 3166-1 assigns, and Kosovo’s, which FinCEN lists. Others have names too (EU, UN, UK, AN), and are
 * no countries.
 */
const countries = new Set(
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW XK'.split(
    ' ',
  ),
)

/** The English name of a country; null where the code names none. */
export const countryName = (code: string): string | null => (countries.has(code) ? (names.of(code) ?? null) : null)

/** Whether a state or province can be of the country. */
const isState = (country: string, region: string): boolean => {
  const state = region.trim().toUpperCase()
  if (country === 'US') return statesOfUs.has(state)
  if (territories.includes(country)) return state === country
  return country === 'CA' ? provincesOfCanada.has(state) : /^[A-Z]{2,3}$/.test(state)
}

const isZipOfUs = (postcode: string): boolean => /^(?!0{5})\d{5}(\d{4})?$/.test(bareNumber(postcode))

/**
 * An address as FinCEN's schema asks for it.
 *
 * @param canBeUnknown whether its parts may be said to be unknown; those of whoever files may not
 */
export const checkAddress = (
  finder: Finder,
  path: string,
  name: string,
  address: ReportAddress,
  canBeUnknown: boolean,
): void => {
  const isUnknown = (part: ReportAddress['unknown'][number]): boolean => canBeUnknown && address.unknown.includes(part)
  const part = (field: 'street' | 'city' | 'postcode' | 'country', word: string, max: number): void => {
    if (isUnknown(field)) {
      if (address[field].trim() !== '')
        finder.add('contradiction', `${path}.${field}`, `The ${word} of ${name} is given and said to be unknown.`)
      return
    }
    if (address[field].trim() === '')
      finder.add(
        'missing',
        `${path}.${field}`,
        `The ${word} of ${name} is missing${canBeUnknown ? '; say where it is unknown' : ''}.`,
      )
    finder.text(`${path}.${field}`, address[field], `The ${word} of ${name}`, max)
  }
  part('street', 'street', 100)
  part('city', 'city', 50)
  part('country', 'country', 2)
  if (address.country !== '' && countryName(address.country) === null)
    finder.add('unknown_code', `${path}.country`, `${address.country} is the code of no country.`)
  if (lengthOf(bareNumber(address.postcode)) > 9)
    finder.add('too_long', `${path}.postcode`, `The postcode of ${name} has more than 9 letters and digits.`)
  else part('postcode', 'postcode', 60)
  if (address.country === 'US' && address.postcode.trim() !== '' && !isZipOfUs(address.postcode))
    finder.add('malformed', `${path}.postcode`, `The ZIP code of ${name} must have 5 or 9 digits.`)
  if (!countriesWithStates.includes(address.country) || isUnknown('region')) return
  if (address.region.trim() === '')
    finder.add(
      'missing',
      `${path}.region`,
      `The state of ${name} is missing${canBeUnknown ? '; say where it is unknown' : ''}.`,
    )
  else if (!isState(address.country, address.region))
    finder.add(
      'unknown_code',
      `${path}.region`,
      territories.includes(address.country)
        ? `${address.region} is not the state of ${name}: of a territory FinCEN takes its own code, ${address.country}.`
        : `${address.region} is the code of no state of ${countryName(address.country) ?? address.country}.`,
    )
}

/** A tax number of the United States: nine digits, not all alike. */
export const isTin = (number: string): boolean =>
  /^\d{9}$/.test(bareNumber(number)) && !/^(\d)\1{8}$/.test(bareNumber(number))

/** A tax number; of another country it is any number of at most 25 letters and digits. */
export const checkTin = (finder: Finder, path: string, name: string, number: string, isForeign: boolean): void => {
  if (number.trim() === '') return
  if (!isForeign && !isTin(number))
    finder.add('malformed', path, `${name} must have nine digits that are not all alike.`)
  if (isForeign && !/^[A-Za-z0-9]{1,25}$/.test(bareNumber(number)))
    finder.add('malformed', path, `${name} must have at most 25 letters and digits.`)
}

/** A telephone number: digits, at most 16. */
export const checkPhone = (finder: Finder, path: string, name: string, number: string, extension = ''): void => {
  if (number.trim() !== '' && !/^\d{3,16}$/.test(bareNumber(number)))
    finder.add('malformed', path, `${name} must be a number of 3 to 16 digits.`)
  if (extension.trim() !== '' && !/^\d{1,6}$/.test(bareNumber(extension)))
    finder.add(
      'malformed',
      path,
      `The extension of ${name.charAt(0).toLowerCase()}${name.slice(1)} must have at most 6 digits.`,
    )
}
