import { tableWords } from '../imports/more-languages.ts'

/**
 * Headers of statements in the languages whose code pages are read, beside those of `headers.ts`: of Central and Eastern
 * Europe, the south and the north, Turkish, Greek, Hebrew, Persian, Korean, Vietnamese and Thai.
 */
export const moreTransactionHeaders = {
  transaction_id: tableWords(
    `číslo transakce, id transakce, id pohybu, číslo transakcie, numer transakcji, id transakcji, numer referencyjny, tranzakció azonosító, tranzakció száma, număr tranzacție, id tranzacție, referință, broj transakcije, id transakcije,
    številka transakcije, işlem no, işlem numarası, dekont no, fiş no, id operazione, numero operazione, id transação, número da transação, transactienummer, transactie id, transaktionsid, verifikationsnummer, transaktions id, transaksjons id, tapahtumatunnus,
    αριθμός συναλλαγής, κωδικός συναλλαγής, номер транзакції, номер транзакция, операции номер, operacijos numeris, darījuma numurs, tehingu number, אסמכתא, מספר אסמכתא, شماره تراکنش, شماره سند, 거래번호, mã giao dịch, số giao dịch, số bút toán, หมายเลขรายการ, เลขที่รายการ`,
  ),
  at: tableWords(
    `datum pohybu, datum transakce, datum zaúčtování, datum provedení, dátum pohybu, dátum transakcie, dátum, data operacji, data transakcji, data księgowania, könyvelés dátuma, tranzakció dátuma, dátum és idő, data tranzacției, data operațiunii,
    datum transakcije, datum knjiženja, datum i vrijeme, datum knjiženja, tarih, işlem tarihi, data, data operazione, data contabile, data movimento, data da transação, data do movimento, boekdatum, boekingsdatum, transactiedatum, bokföringsdag, transaktionsdag, bokføringsdato,
    bogføringsdato, dato, kirjauspäivä, arvopäivä, päivämäärä, ημερομηνία, ημερομηνία συναλλαγής, дата операції, дата і час, дата на операцията, дата операции, operacijos data, data, datums, kuupäev, תאריך, תאריך פעולה, تاریخ, تاریخ تراکنش, 거래일, 거래일시, 날짜,
    ngày, ngày giao dịch, วันที่, วันที่ทำรายการ, 交易日期, 记账日期, 交易日, 入账日期, 取引日, お取引日, 記帳日, 年月日, 계리일, 처리일자`,
  ),
  amount: tableWords(
    `částka, objem, suma, čiastka, kwota, kwota operacji, kwota transakcji, összeg, sumă, valoare, iznos, znesek, tutar, işlem tutarı, importo, valor, montante, bedrag, belopp, beløb, beløp, määrä, summa, ποσό, сума, suma, summa, סכום, مبلغ, 금액, 거래금액,
    số tiền, số tiền giao dịch, จำนวนเงิน, จำนวน`,
  ),
  currency: tableWords(
    `měna, mena, waluta, pénznem, deviza, devizanem, monedă, valută, valuta, para birimi, döviz, döviz cinsi, divisa, moeda, munt, muntsoort, valuutta, νόμισμα, валюта, valiuta, valūta, valuuta, מטבע, ارز, 통화, loại tiền, tiền tệ, สกุลเงิน`,
  ),
  account_id: tableWords(
    `číslo účtu, účet, vlastní účet, numer rachunku, numer konta, rachunek, számlaszám, bankszámlaszám, număr cont, cont, broj računa, račun, številka računa, hesap no, hesap numarası, numero conto, conto, número da conta, conta, rekeningnummer, rekening,
    kontonummer, konto, tilinumero, tili, αριθμός λογαριασμού, λογαριασμός, номер рахунку, рахунок, номер на сметка, сметка, sąskaita, sąskaitos numeris, konts, konta numurs, kontonumber, מספר חשבון, חשבון, شماره حساب, 계좌번호, 계좌, số tài khoản, tài khoản, เลขที่บัญชี`,
  ),
  counterparty_id: tableWords(
    `protiúčet, číslo protiúčtu, účet protistrany, protistrana, rachunek kontrahenta, numer rachunku kontrahenta, rachunek nadawcy odbiorcy, ellenszámla, ellenoldali számlaszám, partner számlaszám, cont beneficiar, cont corespondent, račun primatelja,
    račun nalogodavca, račun prejemnika, karşı hesap, alıcı hesap no, conto controparte, iban controparte, conta de destino, conta contraparte, tegenrekening, tegenrekening iban, mottagarkonto, motkonto, modkonto, saajan tili, λογαριασμός δικαιούχου, рахунок контрагента,
    сметка на получателя, gavėjo sąskaita, saņēmēja konts, saaja konto, חשבון נגדי, حساب مقصد, 상대계좌, 상대계좌번호, tài khoản đối ứng, บัญชีปลายทาง`,
  ),
} as const

/** Headers of the two columns of money out and money in, in the same languages. */
export const moreSides = {
  debit: tableWords(
    `má dáti, odchozí, výdaje, výdaj, obciążenia, obciążenie, wypłaty, wydatki, terhelés, terhelések, kifizetés, plăți, debitare, isplate, isplata, duguje, odljevi, borç, giden, çekilen, çıkan tutar, addebiti, addebito, dare, uscite, uscita, saídas, saída, débitos, afgeschreven,
    uttag, utbetaling, hævet, ut, ud, otot, χρέωση, χρεώσεις, видатки, списання, дебит, debetas, išlaidos, debets, deebet, חובה, בחובה, برداشت, بدهکار, 출금, 출금액, 출금금액, 찾으신금액, 지급금액, ghi nợ, phát sinh nợ, tiền ra, ถอนเงิน, ถอน, เดบิต`,
  ),
  credit: tableWords(
    `dal, příchozí, příjmy, příjem, uznania, uznanie, wpłaty, wpływy, jóváírás, jóváírások, befizetés, încasări, creditare, uplate, uplata, potražuje, priljevi, alacak, gelen, yatırılan, giren tutar, accrediti, accredito, avere, entrate, entrata, entradas, entrada, créditos, bijgeschreven,
    insättning, innbetaling, indsat, inn, ind, panot, πίστωση, πιστώσεις, надходження, зарахування, kreditas, pajamos, kredīts, kreedit, זכות, בזכות, واریز, بستانکار, 입금, 입금액, 입금금액, 맡기신금액, ghi có, phát sinh có, tiền vào, ฝากเงิน, ฝาก, เครดิต`,
  ),
} as const
