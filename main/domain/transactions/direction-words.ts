import type { Direction } from '../../../shared/schema/money.ts'
import type { RowValue } from '../imports/cells.ts'
import { plainWord, wordTable } from '../imports/words.ts'

/** One of two columns between which amounts are shared: debit is money that leaves the account, credit what comes in, as statements of banks write. */
export type Side = 'debit' | 'credit'

const sides = wordTable<Side>({
  debit: [
    'debits', 'debit amount', 'debit amt', 'amount debit', 'amount debited', 'debited', 'dr', 'dr amount', 'amount dr', 'withdrawal', 'withdrawals', 'withdrawal amount', 'withdrawal amt', 'withdrawal dr', 'withdrawals dr', 'debit withdrawal', 'paid out', 'money out', 'amount out', 'outflow',
    'soll', 'sollbetrag', 'betrag soll', 'sollumsatz', 'umsatz soll', 'belastung', 'belastungen', 'ausgang', 'ausgänge', 'ausgaben', 'débit', 'débits', 'montant débit', 'montant débité', 'montant au débit', 'sortie', 'sorties', 'retrait', 'retraits', 'débito', 'débitos', 'importe débito', 'cargo', 'cargos', 'importe cargo', 'debe', 'egreso', 'egresos', 'retiro', 'retiros', 'salidas',
    'дебет', 'сумма по дебету', 'обороты по дебету', 'расход', 'расходы', 'списание', 'списано', 'сумма списания', 'مدين', 'المدين', 'مبلغ مدين', 'السحب', 'سحب', 'السحوبات', '借方', '借方金额', '借方发生额', '借方金額', '支出', '支出金额', '支出金額', '付款金额', '取款', '提款', '出金', '出金額', 'お支払金額', '支払金額', 'お引出し', 'お引き出し', '引出金額', '引落金額', 'डेबिट', 'नामे', 'नामे राशि', 'निकासी', 'आहरण',
  ],
  credit: [
    'credits', 'credit amount', 'credit amt', 'amount credit', 'amount credited', 'credited', 'cr', 'cr amount', 'amount cr', 'deposit', 'deposits', 'deposit amount', 'deposit amt', 'deposit cr', 'deposits cr', 'credit deposit', 'paid in', 'money in', 'amount in', 'inflow',
    'haben', 'habenbetrag', 'betrag haben', 'habenumsatz', 'umsatz haben', 'gutschrift', 'gutschriften', 'eingang', 'eingänge', 'einnahmen', 'crédit', 'crédits', 'montant crédit', 'montant crédité', 'montant au crédit', 'entrée', 'entrées', 'versement', 'versements', 'crédito', 'créditos', 'importe crédito', 'abono', 'abonos', 'importe abono', 'haber', 'ingreso', 'ingresos', 'depósito', 'depósitos', 'entradas',
    'кредит', 'сумма по кредиту', 'обороты по кредиту', 'приход', 'поступление', 'поступления', 'зачисление', 'зачислено', 'сумма зачисления', 'دائن', 'الدائن', 'مبلغ دائن', 'الإيداع', 'إيداع', 'الإيداعات', '贷方', '贷方金额', '贷方发生额', '貸方', '貸方金額', '收入', '收入金额', '收入金額', '收款金额', '存款', '存入', '入金', '入金額', 'お預入金額', 'お預り金額', '預入金額', 'お預入れ', '預入額', 'क्रेडिट', 'जमा', 'जमा राशि',
  ],
})

const directionHeaders = wordTable<'direction'>({
  direction: [
    'payment direction', 'transaction direction', 'transfer direction', 'money direction', 'flow direction', 'd c', 'c d', 'dr cr', 'cr dr', 'debit credit', 'credit debit', 'debit or credit', 'credit or debit', 'cdt dbt', 'cdt dbt ind', 'in out', 'inbound outbound', 'incoming outgoing', 'inflow outflow',
    'richtung', 's h', 'h s', 'soll haben', 'haben soll', 'eingang ausgang', 'sens', 'débit crédit', 'crédit débit', 'sens de l opération', 'sentido', 'débito crédito', 'crédito débito', 'debe haber', 'cargo abono', 'abono cargo',
    'направление', 'дебет кредит', 'дт кт', 'д к', 'приход расход', 'الاتجاه', 'اتجاه', 'مدين دائن', '借贷', '借贷标志', '借贷方向', '借贷标记', '借貸', '借貸別', '收支', '收支方向', '收付', '收付标志', '交易方向', '資金方向', '入出金', '入出金区分', '貸借', '貸借区分', 'दिशा', 'डेबिट क्रेडिट', 'नामे जमा', 'af bij',
  ],
})

/** What systems write behind such a header: `D/C indicator`, `Soll/Haben-Kennzeichen`. */
const behindHeader = / (?:indicator|ind|flag|mark|code|kz|kennzeichen|kennung|признак)$/u

const words = wordTable<Direction>({
  out: [
    'd', 'dr', 'dbit', 'dbt', 'deb', 'debit', 'debits', 'debited', 'outgoing', 'outbound', 'outflow', 'withdrawal', 'withdrawn', 'paid out', 'money out', 'sent', 'send', 's', 'soll', 'belastung', 'ausgang', 'ausgehend', 'ausgabe', 'débit', 'débité', 'sortie', 'sortant', 'retrait', 'débito', 'cargo', 'debe', 'salida', 'saliente', 'egreso', 'retiro', 'af', 'debet',
    'д', 'дт', 'дебет', 'расход', 'исходящий', 'исходящая', 'исходящее', 'списание', 'مدين', 'سحب', 'خصم', 'صادر', '借', '借方', '支', '支出', '付', '付款', '出', '出账', '转出', '轉出', '出金', '支払', '引出', 'डेबिट', 'नामे', 'निकासी',
  ],
  in: [
    'c', 'cr', 'crdt', 'cdt', 'cred', 'credit', 'credits', 'credited', 'incoming', 'inbound', 'inflow', 'deposit', 'deposited', 'paid in', 'money in', 'received', 'receive', 'h', 'haben', 'gutschrift', 'eingang', 'eingehend', 'einnahme', 'crédit', 'crédité', 'entrée', 'entrant', 'versement', 'crédito', 'abono', 'haber', 'entrada', 'entrante', 'ingreso', 'depósito', 'bij',
    'к', 'кт', 'кредит', 'приход', 'входящий', 'входящая', 'входящее', 'поступление', 'зачисление', 'دائن', 'إيداع', 'إضافة', 'وارد', '贷', '贷方', '貸', '貸方', '收', '收入', '收款', '入', '入账', '转入', '轉入', '入金', '預入', 'क्रेडिट', 'जमा',
  ],
})

/** Of the words of a header without its currency: which of the two columns it names. */
export const sideOf = (word: string): Side | undefined => sides.get(word)

/** Whether a header names the direction of amounts. */
export const namesDirection = (header: string): boolean => directionHeaders.has(plainWord(header).replace(behindHeader, ''))

/** The direction that a cell tells; undefined where its word is not known. */
export const directionOf = (value: RowValue): Direction | undefined => {
  if (typeof value !== 'string') return undefined
  const sign = value.trim()
  if (sign === '+') return 'in'
  return sign === '-' || sign === '\u2212' ? 'out' : words.get(plainWord(sign))
}
