/** An identifier as upper-case letters and digits, so that ways of writing it do not matter. */
export const bareIdentifier = (value: string): string =>
  value
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')
    .slice(0, 100)

const shortened: Readonly<Record<string, string>> = {
  street: 'st',
  road: 'rd',
  avenue: 'ave',
  floor: 'fl',
  building: 'bldg',
  suite: 'ste',
  strasse: 'str',
  straße: 'str',
  boulevard: 'blvd',
  square: 'sq',
  drive: 'dr',
  lane: 'ln',
}

/**
 * An address in the form in which two are compared: lower-case words without marks, the usual short forms, sorted, and
 * the country. The same words in another order, or with other punctuation, are the same place; null where there is too
 * little to tell a place by.
 */
export const comparedAddress = ({
  text,
  country,
}: {
  readonly text: string
  readonly country: string | null
}): string | null => {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== '')
    .map((word) => shortened[word] ?? word)
  // A town alone is no address: a house has a number.
  if (words.length < 2 || !words.some((word) => /\p{Nd}/u.test(word))) return null
  return [country ?? '', ...words.sort()].join(' ').slice(0, 400)
}
