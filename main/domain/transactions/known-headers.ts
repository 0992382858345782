import { plainWord } from '../imports/words.ts'
import { mayBeAmount, sideOfHeader, tellsTime, transactionFieldOf } from './headers.ts'

/** What statements of accounts have beside the fields of an activity. */
const beside: ReadonlyMap<string, 'balance' | 'text'> = new Map([
  ...[
    'balance',
    'running balance',
    'account balance',
    'balance after',
    'saldo',
    'kontostand',
    'saldo nach buchung',
    'solde',
    'остаток',
    'баланс',
    'الرصيد',
    '余额',
    '账户余额',
    '残高',
    'शेष',
    'bakiye',
    'stan konta',
    'zůstatek',
    'egyenleg',
    'sold',
    'stanje',
    'υπόλοιπο',
    'залишок',
    'салдо',
    'likutis',
    'atlikums',
    'jääk',
    'יתרה',
    'مانده',
    '잔액',
    'số dư',
    'ยอดคงเหลือ',
  ].map((word) => [word, 'balance'] as const),
  ...[
    'description',
    'details',
    'narrative',
    'particulars',
    'memo',
    'text',
    'verwendungszweck',
    'buchungstext',
    'umsatztext',
    'libellé',
    'libelle',
    'motif',
    'concepto',
    'descripción',
    'descrizione',
    'causale',
    'descrição',
    'назначение платежа',
    'описание',
    'الوصف',
    'البيان',
    '摘要',
    '备注',
    '摘要内容',
    'विवरण',
    'açıklama',
    'opis',
    'tytuł',
    'popis',
    'közlemény',
    'omschrijving',
  ].map((word) => [word, 'text'] as const),
])

/** Without the currency that may stand behind it in brackets: `Saldo (EUR)`. */
const withoutCurrency = (header: string): string =>
  header.replace(/(?<!\s)\s*[([]\s*(?:[A-Z]{3}|\p{Sc})\s*[)\]]\s*$/u, '')

/** Whether a header names the balance of an account behind each row. */
export const isBalanceHeader = (header: string): boolean => beside.get(plainWord(withoutCurrency(header))) === 'balance'

/** What the header of a column of activities or of an account's statement names; undefined where it is not known. */
export const knownTransactionHeader = (header: string): string | undefined =>
  transactionFieldOf(header) ??
  sideOfHeader(header) ??
  (mayBeAmount(header) ? 'amount' : tellsTime(header) ? 'time' : beside.get(plainWord(withoutCurrency(header))))
