import { editDistance } from './edit-distance.ts'
import { organisationForms } from './form-words.ts'

/** Forms in other scripts, by one of the same kind in Latin letters; many are written as one with the name. */
const foreignForms: readonly (readonly [RegExp, string])[] = [
  [/株式会社|주식회사|股份有限公司|股份公司|\((?:株|주)\)/gu, ' kk '],
  [/有限会社|合同会社|有限责任公司|有限責任公司|有限公司|유한회사|유한책임회사|\((?:有|유)\)/gu, ' ltd '],
  [/บริษัท(?=.*จํากัด)/gu, ' '],
  [/公司|บริษัท/gu, ' co '],
  [/จํากัด \(มหาชน\)/gu, ' plc '],
  [/จํากัด|בע["״']?מ|ՍՊԸ/gu, ' ltd '],
  [/ԲԲԸ|ՓԲԸ/gu, ' jsc '],
  [/(?<!\p{L})شرك[ةه](?!\p{L})/gu, ' co '],
  [/(?<!\p{L})ذ\s?\.?\s?م\s?\.?\s?م(?!\p{L})\.?/gu, ' llc '],
  [/(?<!\p{L})ش\s?\.?\s?م\s?\.?\s?[معلق](?!\p{L})\.?/gu, ' sa '],
]

/** A name with its forms in Latin letters. */
export const withKnownForms = (name: string): string =>
  /^[ -~]*$/u.test(name) ? name : foreignForms.reduce((text, [form, latin]) => text.replace(form, latin), name)

/** From this length on a form with one letter wrong is still that form. */
const longForm = 7
const longForms = [...organisationForms.keys()].filter((form) => form.length >= longForm && !form.includes(' '))

/** The class of a form of organisation, also mistyped; undefined for what is none. */
export const organisationForm = (words: string): string | undefined => {
  const known = organisationForms.get(words)
  if (known !== undefined || words.length < longForm || words.includes(' ')) return known
  const near = longForms.find((form) => form.startsWith(words.slice(0, 2)) && editDistance(form, words, 1) <= 1)
  return near === undefined ? undefined : organisationForms.get(near)
}
