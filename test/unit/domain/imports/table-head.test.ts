import { describe, expect, it } from 'vitest'
import { tableHead } from '../../../../main/domain/imports/table-head.ts'
import { fieldOfHeader } from '../../../../main/domain/imports/headers.ts'
import { knownTransactionHeader } from '../../../../main/domain/transactions/known-headers.ts'

const of = (text: string, named?: number) => tableHead(text, knownTransactionHeader, named)

describe('where the header of a table is found', () => {
  it('is the first row where nothing stands above it', () => {
    expect(of('transaction_id,date,amount\nT1,2026-01-02,3.50\n')).toEqual({ delimiter: ',', headerLine: null })
  })

  it('is further down under lines of a bank, with blank lines counted', () => {
    expect(
      of('"Konto";"AT611904300234573201"\n"Zeitraum";"01.02.2026 - 28.02.2026"\n\n"Buchungsdatum";"Text";"Betrag"\n'),
    ).toEqual({ delimiter: ';', headerLine: 4 })
  })

  it('is found under lines of one cell, which tell no delimiter', () => {
    expect(
      of('Statement of account\nMr. A. Example\n\nDate;Description;Amount;Currency\n2026-01-02;x;1.00;EUR\n'),
    ).toEqual({
      delimiter: ';',
      headerLine: 4,
    })
  })

  it('is found under lines whose words hold the other delimiter', () => {
    expect(of('Holder: Doe, Jane\nBranch: Oslo, West\nDate\tAmount\tCurrency\n2026-01-02\t5\tNOK\n')).toEqual({
      delimiter: '\t',
      headerLine: 3,
    })
  })

  it('is found under lines that a spreadsheet padded to the width of the table', () => {
    expect(of('Account,GB33BUKB20201555555555,,\nFrom,2026-01-01,,\nDate,Details,Amount,Currency\n')).toEqual({
      delimiter: ',',
      headerLine: 3,
    })
  })

  it('is no row of values, whatever words stand in it', () => {
    expect(of('when,what,how much\n2026-01-02,Amount,5.00\n2026-01-03,Date,Currency 7\n')).toEqual({
      delimiter: ',',
      headerLine: null,
    })
  })

  it('is where a person says, with the delimiter of that line', () => {
    expect(of('a,b,c\nd,e,f\nWann;Was\n1;2\n', 3)).toEqual({ delimiter: ';', headerLine: 3 })
    expect(of('a,b\n1,2\n', 1)).toEqual({ delimiter: ',', headerLine: null })
  })

  it('is read by the delimiter that the file says', () => {
    expect(of('sep=;\nKonto;1\n\nDatum;Betrag;Kunde\n')).toEqual({ delimiter: ';', headerLine: 4 })
  })

  it('is found by amounts with a currency, money out and in, balances and texts', () => {
    expect(of('Kontoauszug;AT61\n\nBuchungstag;Verwendungszweck;Soll (EUR);Haben (EUR);Saldo (EUR)\n')).toEqual({
      delimiter: ';',
      headerLine: 3,
    })
    expect(of('Extrait\nLibellé;Solde\n')).toEqual({ delimiter: ';', headerLine: 2 })
  })

  it('is that of the rows where a block about the account has a header of its own', () => {
    const block = 'Account number;Currency;Balance\nDE001;EUR;100,00\n'
    const table =
      'Transaction ID;Account;Booking date;Counterparty;Amount;Currency\n1;DE001;03.02.2024;Shop;-4,50;EUR\n'
    expect(of(`${block}\n${table}`)).toEqual({ delimiter: ';', headerLine: 4 })
    expect(of(`${block}${table}`)).toEqual({ delimiter: ';', headerLine: 3 })
  })

  it('is the first where the same is repeated, or a wider row follows that names less', () => {
    const header = 'Date;Amount;Currency;Customer\n'
    expect(of(`${header}2026-01-02;1;EUR;7\n${header}2026-01-03;2;EUR;8\n`)).toMatchObject({ headerLine: null })
    expect(of(`${header}2026-01-02;1;EUR;7\n\nDate;Amount;;;;Note\n`)).toMatchObject({ headerLine: null })
  })

  it('is found in files of cases too', () => {
    expect(tableHead('Export of the tracker\nby A. Example\nKey,Title,Status\nA-1,x,Open\n', fieldOfHeader)).toEqual({
      delimiter: ',',
      headerLine: 3,
    })
  })
})
