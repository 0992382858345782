import type { TransactionField } from '../../../shared/api/transaction-imports.ts'
import { plainWord, wordTable } from '../imports/words.ts'
import { sideOf, type Side } from './direction-words.ts'

/** Headers by the field that they name, as cores of banks, card schemes and public data sets write them. */
const headers = wordTable<Exclude<TransactionField, 'metadata' | 'time_of_day' | 'debit' | 'credit' | 'direction'>>({
  transaction_id: [
    'transaction id', 'transactionid', 'trx id', 'txn id', 'tx id', 'trans id', 'trans num', 'transaction number', 'transaction no', 'transaction reference', 'reference', 'referenz', 'buchungsreferenz', 'belegnummer', 'référence', 'referencia', 'payment id', 'event id', 'id', 'uid', 'uetr',
    'end to end id', 'rrn', 'transaktionsnummer', 'transaktions id', 'vorgangsnummer', 'id transaction', 'numéro de transaction', 'id transacción', 'número de transacción', 'номер транзакции', 'id транзакции', 'رقم المعاملة', '交易编号', '交易号', '取引id', '取引番号', 'लेनदेन आईडी',
  ],
  event_type: ['event type', 'type', 'transaction type', 'trx type', 'txn type', 'activity', 'activity type', 'kind', 'payment type', 'art', 'transaktionsart', 'type de transaction', 'tipo', 'тип', 'тип операции', 'نوع المعاملة', '交易类型', '取引種別', 'प्रकार'],
  at: [
    'at', 'time', 'date', 'datetime', 'date time', 'timestamp', 'transaction date', 'transaction time', 'trans date', 'trans date trans time', 'trx date', 'tx datetime', 'tx time', 'event time', 'booked at', 'booking date', 'value date', 'created at', 'occurred at', 'transaction datetime',
    'datum', 'zeitpunkt', 'buchungstag', 'buchungsdatum', 'uhrzeit', 'horodatage', 'date de transaction', 'fecha', 'fecha y hora', 'дата', 'дата и время', 'время', 'التاريخ', 'وقت المعاملة', '时间', '交易时间', '日期', '日時', '取引日時', 'तिथि', 'समय',
  ],
  amount: ['amount', 'amt', 'tx amount', 'transaction amount', 'trx amount', 'value', 'sum', 'total', 'betrag', 'summe', 'umsatz', 'montant', 'importe', 'monto', 'сумма', 'المبلغ', '金额', '金額', 'राशि'],
  currency: ['currency', 'ccy', 'currency code', 'cur', 'währung', 'devise', 'moneda', 'валюта', 'العملة', '币种', '通貨', 'मुद्रा'],
  customer_id: ['customer id', 'customer', 'customerid', 'cust id', 'client id', 'client', 'cif', 'party id', 'user id', 'user', 'cc num', 'card id', 'card number', 'cardholder', 'payer id', 'payer', 'kunde', 'kundennummer', 'kunden id', 'numéro client', 'identifiant client', 'cliente', 'id cliente', 'клиент', 'id клиента', 'العميل', 'رقم العميل', '客户', '客户号', '顧客', '顧客番号', 'ग्राहक'],
  account_id: ['account id', 'account', 'account number', 'account no', 'acct', 'acct id', 'iban', 'debtor account', 'debtor iban', 'from account', 'sender account', 'source account', 'sender account id', 'nameorig', 'orig account', 'originator account', 'konto', 'kontonummer', 'auftraggeberkonto', 'compte', 'numéro de compte', 'cuenta', 'счет', 'счёт', 'номер счета', 'الحساب', '账户', '账号', '口座', '口座番号', 'खाता'],
  counterparty_id: ['counterparty id', 'counterparty', 'beneficiary', 'beneficiary id', 'beneficiary account', 'creditor account', 'creditor iban', 'to account', 'receiver account', 'receiver', 'recipient', 'destination account', 'receiver account id', 'namedest', 'payee', 'payee id', 'empfänger', 'empfängerkonto', 'gegenkonto', 'bénéficiaire', 'beneficiario', 'получатель', 'المستفيد', '收款人', '对方账户', '受取人', 'लाभार्थी'],
  device_id: ['device id', 'device', 'device fingerprint', 'fingerprint', 'imei', 'gerät', 'geräte id', 'appareil', 'dispositivo', 'устройство', 'الجهاز', '设备', '設備', 'デバイス', 'उपकरण'],
  ip: ['ip', 'ip address', 'client ip', 'remote address', 'ip adresse', 'adresse ip', 'dirección ip', 'ip адрес', 'عنوان ip', 'ip地址', 'ipアドレス'],
  terminal_id: ['terminal id', 'terminal', 'merchant id', 'merchant', 'merchant name', 'pos id', 'pos terminal', 'atm id', 'atm', 'mid', 'tid', 'händler', 'händler id', 'terminal nummer', 'commerçant', 'comercio', 'terminalnummer', 'терминал', 'الطرفية', '终端', '商户', '端末', 'टर्मिनल'],
  channel: ['channel', 'entry mode', 'pos entry mode', 'source', 'kanal', 'canal', 'канал', 'القناة', '渠道', 'チャネル', 'चैनल'],
  country: ['country', 'country code', 'merchant country', 'ip country', 'land', 'ländercode', 'pays', 'país', 'страна', 'الدولة', '国家', '国', 'देश'],
  latitude: ['latitude', 'lat', 'merch lat', 'breitengrad', 'latitud', 'широта', '纬度', '緯度', 'अक्षांश'],
  longitude: ['longitude', 'lon', 'long', 'lng', 'merch long', 'längengrad', 'longitud', 'долгота', '经度', '経度', 'देशांतर'],
  is_fraud: ['is fraud', 'isfraud', 'fraud', 'tx fraud', 'fraud flag', 'fraudulent', 'label', 'class', 'is laundering', 'is sar', 'betrug', 'fraude', 'es fraude', 'мошенничество', 'احتيال', '欺诈', '不正', 'धोखाधड़ी'],
})

const timeWords: ReadonlySet<string> = new Set(['time of day', 'zeit', 'heure', 'hora', 'час', 'الوقت', '时刻', '時刻', 'घंटा'])

/** Whether a header names a time, or a part of one. */
export const tellsTime = (header: string): boolean => transactionFieldOf(header) === 'at' || timeWords.has(plainWord(header))

/** Names of amounts that count where no column has one of the others. */
const furtherAmounts: ReadonlySet<string> = new Set(['transaction amt', 'transactionamt', 'trans amt', 'txn amt', 'trx amt', 'trans amount', 'txn amount', 'payment amount', 'transfer amount'])

/** Codes that are words too: `total_all` names no currency. */
const wordsToo: ReadonlySet<string> = new Set(['ALL', 'TOP'])
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency').filter((code) => !wordsToo.has(code)))

const isAmount = (word: string): boolean => headers.get(word) === 'amount' || furtherAmounts.has(word)

/** A header as a currency at one of its ends and the rest of its words; empty where it names no currency. */
const withCurrency = (header: string): readonly { readonly currency: string; readonly rest: string }[] => {
  const words = plainWord(header.replace(/(?<=[a-z])(?=[A-Z]{3}$)/u, ' ').replace('€', ' EUR ').replace('£', ' GBP ').replace('₹', ' INR ')).split(' ')
  const ends = [
    [words.at(-1), words.slice(0, -1)],
    [words[0], words.slice(1)],
  ] as const
  return ends.flatMap(([code = '', rest]) => {
    const currency = code.toUpperCase()
    return currencies.has(currency) ? [{ currency, rest: rest.join(' ').replace(/ (?:in|en|em)$/u, '') }] : []
  })
}

/** What a header says of amounts with the currency in it: `Amount (EUR)`, `amount_usd`, `amountUSD`, `Betrag in EUR`. Undefined: it names no amount, or no currency. */
export const currencyOfHeader = (header: string): string | undefined => withCurrency(header).find(({ rest }) => isAmount(rest))?.currency

/** The same of a header of money out or money in: `Debit (EUR)`. */
export const currencyOfSide = (header: string): string | undefined => withCurrency(header).find(({ rest }) => sideOf(rest) !== undefined)?.currency

/** Which of the two columns of money out and money in a header names, with or without its currency. */
export const sideOfHeader = (header: string): Side | undefined => sideOf(plainWord(header)) ?? withCurrency(header).flatMap(({ rest }) => sideOf(rest) ?? [])[0]

/** Whether a header names an amount in a way that counts only where no other column is one. */
export const mayBeAmount = (header: string): boolean => furtherAmounts.has(plainWord(header)) || currencyOfHeader(header) !== undefined

/** The field that a header names; undefined where it names none that is known. */
export const transactionFieldOf = (header: string): TransactionField | undefined => {
  const word = plainWord(header)
  return headers.get(word) ?? headers.get(word.replaceAll(' ', ''))
}
