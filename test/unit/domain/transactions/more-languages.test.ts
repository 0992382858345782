import { expect, it } from 'vitest'
import { sideOfHeader, transactionFieldOf } from '../../../../main/domain/transactions/headers.ts'

const asked = ['transaction_id', 'at', 'amount', 'currency', 'account_id', 'counterparty_id']

it.each([
  ['Czech', ['ID pohybu', 'Datum zaúčtování', 'Částka', 'Měna', 'Číslo účtu', 'Protiúčet']],
  ['Polish', ['Numer transakcji', 'Data księgowania', 'Kwota', 'Waluta', 'Numer rachunku', 'Rachunek kontrahenta']],
  ['Hungarian', ['Tranzakció száma', 'Könyvelés dátuma', 'Összeg', 'Devizanem', 'Számlaszám', 'Ellenszámla']],
  ['Turkish', ['Dekont No', 'İşlem Tarihi', 'Tutar', 'Para Birimi', 'Hesap No', 'Karşı Hesap']],
  ['Dutch', ['Transactie ID', 'Boekdatum', 'Bedrag', 'Munt', 'Rekeningnummer', 'Tegenrekening']],
  ['Greek', ['Κωδικός συναλλαγής', 'Ημερομηνία', 'Ποσό', 'Νόμισμα', 'Αριθμός λογαριασμού', 'Λογαριασμός δικαιούχου']],
  ['Ukrainian', ['Номер транзакції', 'Дата операції', 'Сума', 'Валюта', 'Номер рахунку', 'Рахунок контрагента']],
  ['Hebrew', ['אסמכתא', 'תאריך', 'סכום', 'מטבע', 'מספר חשבון', 'חשבון נגדי']],
  ['Korean', ['거래번호', '거래일시', '거래금액', '통화', '계좌번호', '상대계좌번호']],
])('the headers of a statement in %s are known', (_language, headers) => {
  expect(headers.map(transactionFieldOf)).toEqual(asked)
})

it.each([
  ['Polish', 'Obciążenia', 'Uznania'],
  ['Hungarian', 'Terhelés', 'Jóváírás'],
  ['Turkish', 'Borç', 'Alacak'],
  ['Italian', 'Addebiti', 'Accrediti'],
  ['Greek', 'Χρέωση', 'Πίστωση'],
  ['Korean', '출금액', '입금액'],
  ['Thai', 'ถอนเงิน', 'ฝากเงิน'],
])('money out and money in are known in %s', (_language, debit, credit) => {
  expect([sideOfHeader(debit), sideOfHeader(credit)]).toEqual(['debit', 'credit'])
})
