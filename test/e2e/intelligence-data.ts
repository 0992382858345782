/** What the test of the whole way brings: a small list in the UN's form, and payments of the customer who is on it. */

const today = (): string => new Date().toISOString()

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

type Listed = {
  readonly id: string
  readonly names: readonly string[]
  readonly alias?: string
  readonly born?: string
  readonly country?: string
  readonly passport?: string
  readonly comment: string
}

const individual = (
  { id, names: [first = '', second = '', third = ''], alias, born, country, passport, comment }: Listed,
  place: number,
): string => `
    <INDIVIDUAL>
      <DATAID>${6_900_000 + place}</DATAID><VERSIONNUM>1</VERSIONNUM>
      <FIRST_NAME>${first}</FIRST_NAME><SECOND_NAME>${second}</SECOND_NAME><THIRD_NAME>${third}</THIRD_NAME>
      <UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>${id}</REFERENCE_NUMBER><LISTED_ON>2019-03-04</LISTED_ON>
      <COMMENTS1>${comment}</COMMENTS1>
      ${country === undefined ? '' : `<NATIONALITY><VALUE>${country}</VALUE></NATIONALITY>`}
      <LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE>
      ${alias === undefined ? '' : `<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${alias}</ALIAS_NAME></INDIVIDUAL_ALIAS>`}
      <INDIVIDUAL_ADDRESS><CITY>Brazzaville</CITY><COUNTRY>Congo</COUNTRY></INDIVIDUAL_ADDRESS>
      ${born === undefined ? '' : `<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>${born}</DATE></INDIVIDUAL_DATE_OF_BIRTH>`}
      ${passport === undefined ? '' : `<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>${passport}</NUMBER></INDIVIDUAL_DOCUMENT>`}
      <SORT_KEY/><SORT_KEY_LAST_MOD/>
    </INDIVIDUAL>`

const listed: readonly Listed[] = [
  {
    id: 'CDi.901',
    names: ['VIKTOR', 'ALEKSANDROVICH', 'DRAHTMANN'],
    alias: 'Victor Drahtman',
    born: '1968-05-17',
    country: 'Democratic Republic of the Congo',
    passport: 'OB0411872',
    comment: 'Trades minerals through companies in three countries.',
  },
  { id: 'CDi.902', names: ['ANNE-MARIE', 'KABELO'], born: '1974-11-02', comment: 'Keeps the books of the network.' },
  { id: 'CDi.903', names: ['TOBIAS', 'EISENHOF'], comment: 'Moves cash across the lake.' },
]

/** The list, published today, in the form in which the UN publishes its own. */
export const unFile = () => ({
  name: 'consolidated.xml',
  mimeType: 'application/xml',
  buffer: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="${today()}">
  <INDIVIDUALS>${listed.map(individual).join('')}
  </INDIVIDUALS>
  <ENTITIES>
    <ENTITY><DATAID>6900099</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>LAKESIDE MINERALS TRADING</FIRST_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>CDe.950</REFERENCE_NUMBER><LISTED_ON>2019-03-04</LISTED_ON><LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE><SORT_KEY/><SORT_KEY_LAST_MOD/></ENTITY>
  </ENTITIES>
</CONSOLIDATED_LIST>
`),
})

/** The customer, as the bank knows him. */
export const customer = { id: '4711', name: 'Viktor A. Drahtmann', born: '1968-05-17', account: '900100' }

/** Days of the first and of the last payment. */
export const activity = { from: daysAgo(40), to: daysAgo(31), amount: '38600' }

const payments = [
  ...['LAKE-1', 'LAKE-2', 'LAKE-3', 'LAKE-4'].map(
    (payee, n) =>
      `P-${n},${daysAgo(40 - 3 * n)}T09:1${n}:00Z,${9_500 + 100 * n}.00,USD,${customer.id},${customer.account},${payee},phone-7`,
  ),
  `P-4,${daysAgo(35)}T11:00:00Z,120.00,USD,4712,900200,SHOP-1,phone-7`,
  `P-5,${daysAgo(34)}T11:00:00Z,95.00,USD,4713,900300,SHOP-1,tablet-2`,
]

/** Payments of the customer to four payees, and of another one who used the same telephone. */
export const paymentsFile = () => ({
  name: 'payments.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['Transaction ID,Timestamp,Amount,Currency,Customer ID,Account ID,Counterparty ID,Device ID', ...payments, ''].join(
      '\n',
    ),
  ),
})
