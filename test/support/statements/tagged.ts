import type { Draw } from '../drawn-files.ts'
import { plainAmount } from './countries.ts'
import { gapsOfBalances, toldWhole, type WrittenAccount } from './told.ts'
import { dayAfter, sumOf, type TrueAccount, type TrueEntry, type TrueStatement } from './truth.ts'

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const side = (units: number): 'CRDT' | 'DBIT' => (units < 0 ? 'DBIT' : 'CRDT')

/** Entries of one day and side that are booked as one now and then, as a bank collects them. */
const collected = (draw: Draw, entries: readonly TrueEntry[]): readonly (readonly TrueEntry[])[] => {
  const groups: TrueEntry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const [first] = last ?? []
    const fits = first !== undefined && first.day === entry.day && side(first.units) === side(entry.units)
    if (last !== undefined && fits && draw.below(2) === 0) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

const camtDetails = ({ name, text, units, reference }: TrueEntry, currency: string, places: number): string => {
  const party = units < 0 ? 'Cdtr' : 'Dbtr'
  return `<TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="${currency}">${plainAmount(Math.abs(units), places)}</Amt><RltdPties><${party}><Nm>${escaped(name)}</Nm></${party}></RltdPties><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls>`
}

/** Writes an account as CAMT.053 with an entry that is not booked in each statement. */
export const writeCamt = (draw: Draw, account: TrueAccount, encoding: string): WrittenAccount => {
  const { currency, places } = account.country
  const amount = (units: number): string =>
    `<Amt Ccy="${currency}">${plainAmount(Math.abs(units), places)}</Amt><CdtDbtInd>${side(units)}</CdtDbtInd>`
  const balance = (kind: string, units: number, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amount(units)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = (group: readonly TrueEntry[]): string =>
    `<Ntry>${amount(sumOf(group))}<Sts>BOOK</Sts><BookgDt><Dt>${group[0]?.day ?? ''}</Dt></BookgDt><AcctSvcrRef>${group[0]?.reference ?? ''}</AcctSvcrRef><NtryDtls>${group.map((one) => camtDetails(one, currency, places)).join('')}</NtryDtls></Ntry>\n`
  const statement = ({ number, opening, closing, from, to, entries }: TrueStatement): string =>
    `<Stmt><Id>${account.id}-${number}</Id><Acct><Id><Othr><Id>${account.id}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening, from)}${balance('CLBD', closing, to)}${balance('CLAV', closing - 7, to)}
${collected(draw, entries).map(entry).join('')}<Ntry>${amount(-99)}<Sts>PDNG</Sts></Ntry></Stmt>`
  return {
    text: `<?xml version="1.0" encoding="${encoding.startsWith('utf-16') ? 'UTF-16' : encoding}"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>
${account.statements.map(statement).join('\n')}
</BkToCstmrStmt></Document>`,
    statements: account.statements.map(toldWhole),
    gaps: gapsOfBalances(account),
    args: [],
  }
}

/** Writes an account as OFX 1 or 2, with times of day in some zone now and then. */
export const writeOfx = (draw: Draw, account: TrueAccount): WrittenAccount => {
  const { currency, places } = account.country
  const isXml = draw.below(2) === 0
  const hasTimes = draw.below(2) === 0
  const tag = (name: string, value: string): string => `<${name}>${escaped(value)}${isXml ? `</${name}>` : ''}\n`
  const posted = (day: string): string => day.replaceAll('-', '') + (hasTimes ? '033000[+5.30:IST]' : '')
  const entry = ({ day, units, name, text, reference }: TrueEntry): string =>
    `<STMTTRN>${tag('TRNTYPE', units < 0 ? 'DEBIT' : 'CREDIT')}${tag('DTPOSTED', posted(day))}${tag('TRNAMT', plainAmount(units, places))}${tag('FITID', reference)}${tag('NAME', name)}${tag('MEMO', text)}</STMTTRN>\n`
  const statement = ({ closing, to, entries }: TrueStatement): string =>
    `<STMTTRNRS><STMTRS>${tag('CURDEF', currency)}<BANKACCTFROM>${tag('BANKID', '1')}${tag('ACCTID', account.id)}</BANKACCTFROM><BANKTRANLIST>${entries.map(entry).join('')}</BANKTRANLIST><LEDGERBAL>${tag('BALAMT', plainAmount(closing, places))}${tag('DTASOF', to.replaceAll('-', ''))}</LEDGERBAL></STMTRS></STMTTRNRS>`
  const head = isXml
    ? '<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n'
    : 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n'
  return {
    text: `${head}<OFX><BANKMSGSRSV1>${account.statements.map(statement).join('')}</BANKMSGSRSV1></OFX>\n`,
    statements: account.statements.map((one) => ({ ...toldWhole(one), opening: null })),
    // A balance before the first entry is not told, so that nothing can be missed.
    gaps: [],
    at: ({ day }) => (hasTimes ? `${dayAfter(day, -1)}T22:00:00.000Z` : `${day}T00:00:00.000Z`),
    args: [],
  }
}
