import type { StatementEntry } from './statement.ts'

type Told = Pick<StatementEntry, 'text' | 'code' | 'counterpartyName' | 'counterpartyAccount' | 'customerReference'>

const orNone = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

/** German banks: a code of three digits, then numbered parts behind a sign of the bank's choice. */
const numbered = (text: string): Told | null => {
  const found = /^(\d{3})([^\w\s])(?=\d\d)/u.exec(text)
  if (found === null) return null
  const [, code = '', sign = ''] = found
  const parts = new Map<string, string>()
  for (const part of text.slice(3).split(sign)) {
    const number = part.slice(0, 2)
    if (/^\d\d$/u.test(number)) parts.set(number, (parts.get(number) ?? '') + part.slice(2))
  }
  const joined = (...numbers: readonly string[]): string => numbers.map((number) => parts.get(number) ?? '').join('')
  const range = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  const purpose = joined(...range(20, 29), ...range(60, 63))
  const reference = /EREF\+(.*?)(?=(?:KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC)\+|$)/u.exec(purpose)?.[1]
  return {
    code: [code, parts.get('00') ?? ''].join(' ').trim(),
    text: orNone(purpose),
    counterpartyAccount: orNone(joined('31')),
    counterpartyName: orNone(joined('32', '33')),
    customerReference: reference === undefined ? undefined : orNone(reference),
  }
}

const keys =
  'TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|KREF|MARF|CSID|ORDP|BENM|CNTP|ISDT|PREF|RTRN|ADDR|ACCW|BUSP|ULTD|ULTC|PURP|ID'

/** Banks of the Netherlands and others: words between slashes. */
const slashed = (text: string): Told | null => {
  if (!new RegExp(`^/(?:${keys})/`, 'u').test(text)) return null
  const value = (key: string): string | undefined =>
    new RegExp(`/${key}/(.*?)(?=/(?:${keys})/|$)`, 'u').exec(text)?.[1]?.replace(/(?<!\/)\/+$/u, '')
  const party = value('CNTP')?.split('/')
  const remitted = value('REMI')?.replace(/^(?:USTD|STRD)\/*/u, '')
  return {
    text: orNone(remitted ?? text),
    code: value('TRTP') ?? value('TRCD'),
    counterpartyAccount: party?.[0] ?? value('IBAN'),
    counterpartyName: party?.[2] ?? value('NAME'),
    customerReference: value('EREF'),
  }
}

/** What the lines behind an entry say (:86:), in the forms that are known; any other is text. */
export const readNarrative = (lines: readonly string[]): Told => {
  const told = numbered(lines.join('')) ?? slashed(lines.join(''))
  return Object.fromEntries(
    Object.entries(told ?? { text: orNone(lines.join(' ')) }).filter(([, value]) => value !== undefined),
  )
}
