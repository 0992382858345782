import { at, attribute, textAt, textsAt, type XmlNode } from '../lists/xml/node.ts'
import { unitsOf, withPoint } from './exact.ts'
import type { StatementEntry } from './statement.ts'

type Direction = StatementEntry['direction']

/** An entry of a statement: what it counts for the balance, and its transactions. */
export interface CamtEntry {
  readonly direction: Direction
  readonly amount: string
  readonly currency: string | undefined
  readonly parts: readonly StatementEntry[]
}

const orNone = (text: string): string | undefined => (text === '' ? undefined : text)

const momentIn = (node: XmlNode, name: string): string => textAt(node, name, 'DtTm') || textAt(node, name, 'Dt')

const directionIn = (node: XmlNode): Direction | null => {
  const side = textAt(node, 'CdtDbtInd')
  return side === 'CRDT' ? 'in' : side === 'DBIT' ? 'out' : null
}

const codeIn = (node: XmlNode): string | undefined => {
  const domain = [
    textAt(node, 'BkTxCd', 'Domn', 'Cd'),
    textAt(node, 'BkTxCd', 'Domn', 'Fmly', 'Cd'),
    textAt(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd'),
  ].filter((part) => part !== '')
  return orNone(domain.length > 0 ? domain.join(' ') : textAt(node, 'BkTxCd', 'Prtry', 'Cd'))
}

type Party = Pick<StatementEntry, 'counterpartyName' | 'counterpartyAccount'>

const partyOn = (details: XmlNode, side: 'Dbtr' | 'Cdtr'): Party => {
  const account = `${side}Acct`
  return {
    counterpartyName: orNone(
      textAt(details, 'RltdPties', side, 'Nm') || textAt(details, 'RltdPties', side, 'Pty', 'Nm'),
    ),
    counterpartyAccount: orNone(
      (
        textAt(details, 'RltdPties', account, 'Id', 'IBAN') || textAt(details, 'RltdPties', account, 'Id', 'Othr', 'Id')
      ).replaceAll(' ', ''),
    ),
  }
}

/**
 * Whoever stands on the other side: the debtor of money that came in, the creditor of money that went out. Of money
 * that comes back the parties keep the sides that they had on its way, so the account says which is the other; without
 * one, what is marked as a reversal does.
 */
const partyIn = (details: XmlNode, direction: Direction, own: string | null, isReversal: boolean): Party => {
  const [usual, other] = (direction === 'in' ? (['Dbtr', 'Cdtr'] as const) : (['Cdtr', 'Dbtr'] as const)).map((side) =>
    partyOn(details, side),
  ) as [Party, Party]
  if (own !== null && usual.counterpartyAccount === own) return other.counterpartyAccount === own ? usual : other
  if (own !== null && other.counterpartyAccount === own) return usual
  const isTold = other.counterpartyName !== undefined || other.counterpartyAccount !== undefined
  return isReversal && isTold ? other : usual
}

const referenceOf = (details: XmlNode): string | undefined => {
  const end = textAt(details, 'Refs', 'EndToEndId')
  return orNone(end === 'NOTPROVIDED' ? '' : end)
}

const textIn = (entry: XmlNode, details: XmlNode | undefined): string | undefined =>
  orNone(
    [
      ...(details === undefined ? [] : textsAt(details, 'RmtInf', 'Ustrd')),
      ...(details === undefined ? [] : textsAt(details, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')),
      ...(details === undefined ? [] : [textAt(details, 'AddtlTxInf')]),
      textAt(entry, 'AddtlNtryInf'),
    ]
      .filter((part) => part !== '')
      .join(' '),
  )

/** The amount of a transaction in the currency of its entry; null where it is told in none or in another. */
const amountIn = (details: XmlNode, currency: string): string | null => {
  const told = at(details, 'Amt')[0] ?? at(details, 'AmtDtls', 'TxAmt', 'Amt')[0]
  return told !== undefined && attribute(told, 'Ccy') === currency ? withPoint(told.text) : null
}

/**
 * Reads one entry. The transactions of a collected one are told singly where all have an amount in its currency and
 * make up its own; null where the entry cannot be read.
 *
 * @param own the account of the statement
 */
export const entriesIn = (node: XmlNode, line: number, own: string | null): CamtEntry | null => {
  const direction = directionIn(node)
  const amount = withPoint(textAt(node, 'Amt'))
  if (direction === null || amount === null || amount.startsWith('-')) return null
  const isReversal = textAt(node, 'RvslInd') === 'true' || textAt(node, 'RvslInd') === '1'
  const currency = attribute(at(node, 'Amt')[0], 'Ccy')
  const details = at(node, 'NtryDtls', 'TxDtls')
  const valueDate = momentIn(node, 'ValDt')
  const whole: StatementEntry = {
    line,
    at: momentIn(node, 'BookgDt') || valueDate,
    amount,
    direction,
    currency: orNone(currency),
    valueDate: orNone(valueDate),
    isReversal,
    code: codeIn(node),
    reference: orNone(textAt(node, 'AcctSvcrRef')),
    isUnique: true,
    text: textIn(node, details.length === 1 ? details[0] : undefined),
  }
  const [only] = details
  // One of several is not whom all of it came from.
  const isWhole = !(Number(textAt(node, 'NtryDtls', 'Btch', 'NbOfTxs') || 1) > 1)
  if (details.length === 1 && only !== undefined && isWhole)
    return {
      direction,
      amount,
      currency: whole.currency,
      parts: [{ ...whole, ...partyIn(only, direction, own, isReversal), customerReference: referenceOf(only) }],
    }
  const parts = details.map((one) => ({ one, part: amountIn(one, currency), side: directionIn(one) ?? direction }))
  const sum = parts.reduce<bigint | null>((total, { part, side }) => {
    const ofPart = part === null ? null : unitsOf(part)
    return total === null || ofPart === null ? null : total + (side === 'in' ? ofPart : -ofPart)
  }, 0n)
  const units = unitsOf(amount)
  if (parts.length === 0 || units === null || sum !== (direction === 'in' ? units : -units))
    return { direction, amount, currency: whole.currency, parts: [whole] }
  return {
    direction,
    amount,
    currency: whole.currency,
    parts: parts.map(({ one, part, side }) => ({
      ...whole,
      amount: part ?? amount,
      direction: side,
      ...partyIn(one, side, own, isReversal),
      reference: orNone(textAt(one, 'Refs', 'AcctSvcrRef')) ?? whole.reference,
      customerReference: referenceOf(one),
      text: textIn(node, one),
    })),
  }
}
