import en from './messages/en.json'

/** The viewer's message files: another language is one more file and one more line here. */
const languages: Readonly<Record<string, typeof en>> = { en }

type Word = keyof typeof en

/** A message in the page's language; `{{name}}` is filled in. */
export const word = (key: Word, values: Readonly<Record<string, string | number>> = {}): string => {
  const messages = languages[document.documentElement.lang] ?? en
  return messages[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A number as the page's language writes it. */
export const number = (value: number): string => value.toLocaleString(document.documentElement.lang)
