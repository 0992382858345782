/** A code of FinCEN's SAR and what it means. */
export interface ReportCode {
  readonly code: string
  readonly label: string
}

const codes = (rows: readonly (readonly [code: string, label: string])[]): readonly ReportCode[] =>
  rows.map(([code, label]) => ({ code, label }))

/** What kind of institution files, or is where it happened (FinCEN SAR XML 2.0, OrganizationTypeID). */
export const organisationTypes = codes([
  ['1', 'Casino or card club'],
  ['2', 'Depository institution'],
  ['3', 'Insurance company'],
  ['4', 'Money services business'],
  ['5', 'Securities or futures'],
  ['11', 'Loan or finance company'],
  ['12', 'Housing GSE'],
  ['999', 'Other'],
])

/** Subtypes of casinos and of securities and futures firms (OrganizationSubtypeID), by their type. */
export const organisationSubtypes: Readonly<Record<string, readonly ReportCode[]>> = {
  '1': codes([
    ['101', 'State licensed casino'],
    ['102', 'Tribal authorised casino'],
    ['103', 'Card club'],
    ['1999', 'Other gaming institution'],
  ]),
  '5': codes([
    ['503', 'Subsidiary of a financial or bank holding company'],
    ['504', 'Holding company'],
    ['508', 'Futures commission merchant'],
    ['513', 'Introducing broker, commodities'],
    ['514', 'Investment adviser'],
    ['528', 'Self-regulatory organisation, futures'],
    ['529', 'Self-regulatory organisation, securities'],
    ['533', 'Retail foreign exchange dealer'],
    ['534', 'CPO or CTA'],
    ['535', 'Clearing broker, securities'],
    ['539', 'Investment company'],
    ['540', 'Introducing broker, securities'],
    ['541', 'Execution-only broker, securities'],
    ['542', 'Self-clearing broker, securities'],
    ['5999', 'Other securities or futures'],
  ]),
}

/** Primary federal regulators (PrimaryRegulatorTypeCode). */
export const regulators = codes([
  ['1', 'Federal Reserve'],
  ['2', 'FDIC'],
  ['3', 'NCUA'],
  ['4', 'OCC'],
  ['6', 'SEC'],
  ['7', 'IRS'],
  ['9', 'CFTC'],
  ['13', 'FHFA'],
  ['99', 'Not applicable'],
])

/** Kinds of suspicious activity (SuspiciousActivityTypeID) with their subtypes (SuspiciousActivitySubtypeID). */
export const activityTypes: readonly (ReportCode & { readonly subtypes: readonly ReportCode[] })[] = [
  {
    code: '1',
    label: 'Structuring',
    subtypes: codes([
      ['106', 'Suspicious inquiry about reporting or recordkeeping requirements'],
      ['111', 'Alters or cancels a transaction to avoid recordkeeping'],
      ['112', 'Alters or cancels a transaction to avoid a currency transaction report'],
      ['113', 'Transactions below the recordkeeping threshold'],
      ['114', 'Transactions below the currency transaction report threshold'],
      ['1999', 'Other structuring'],
    ]),
  },
  {
    code: '7',
    label: 'Terrorist financing',
    subtypes: codes([
      ['701', 'Known or suspected terrorist or terrorist organisation'],
      ['7999', 'Other terrorist financing'],
    ]),
  },
  {
    code: '3',
    label: 'Fraud',
    subtypes: codes([
      ['301', 'Cheque'],
      ['304', 'Consumer loan'],
      ['305', 'Credit or debit card'],
      ['308', 'Mail'],
      ['309', 'Mass-marketing'],
      ['310', 'Pyramid scheme'],
      ['312', 'Wire transfer'],
      ['320', 'ACH'],
      ['321', 'Business loan'],
      ['322', 'Advance fee'],
      ['323', 'Health care or health insurance'],
      ['324', 'Ponzi scheme'],
      ['325', 'Securities fraud'],
      ['3999', 'Other fraud'],
    ]),
  },
  {
    code: '12',
    label: 'Gaming activities',
    subtypes: codes([
      ['1201', 'Chip walking'],
      ['1202', 'Minimal gaming with large transactions'],
      ['1203', 'Suspicious use of counter checks or markers'],
      ['1204', 'Unknown source of chips'],
      ['12999', 'Other gaming activity'],
    ]),
  },
  {
    code: '8',
    label: 'Money laundering',
    subtypes: codes([
      ['801', 'Exchanges small bills for large, or the reverse'],
      ['804', 'Suspicious designation of beneficiaries, assignees or joint owners'],
      ['805', 'Suspicious electronic or wire transfers'],
      ['806', 'Suspicious receipt of government payments or benefits'],
      ['807', 'Suspicious use of multiple accounts'],
      ['808', 'Suspicious use of noncash monetary instruments'],
      ['809', 'Suspicious use of third-party transactors (straw man)'],
      ['812', 'Transaction out of pattern for the customer'],
      ['820', 'Suspicion about the physical condition of funds'],
      ['821', 'Suspicion about the source of funds'],
      ['822', 'Suspicious exchange of currencies'],
      ['823', 'Trade-based money laundering or black market peso exchange'],
      ['824', 'Funnel account'],
      ['8999', 'Other money laundering'],
    ]),
  },
  {
    code: '4',
    label: 'Identification and documentation',
    subtypes: codes([
      ['401', 'Changes the spelling or arrangement of a name'],
      ['402', 'Several individuals with the same or similar identities'],
      ['403', 'Questionable or false documentation'],
      ['404', 'Refused or avoided a request for documentation'],
      ['405', 'One individual with several identities'],
      ['409', 'Questionable or false identification'],
      ['4999', 'Other identification or documentation'],
    ]),
  },
  {
    code: '9',
    label: 'Other suspicious activities',
    subtypes: codes([
      ['920', 'Account takeover'],
      ['901', 'Bribery or gratuity'],
      ['917', 'Counterfeit instrument'],
      ['921', 'Elder financial exploitation'],
      ['903', 'Embezzlement, theft or disappearance of funds'],
      ['904', 'Forgeries'],
      ['926', 'Human smuggling'],
      ['927', 'Human trafficking'],
      ['905', 'Identity theft'],
      ['922', 'Little or no concern for product performance, penalties, fees or tax'],
      ['924', 'Misuse of position or self-dealing'],
      ['907', 'Suspected corruption (domestic)'],
      ['908', 'Suspected corruption (foreign)'],
      ['909', 'Suspicious use of an informal value transfer system'],
      ['910', 'Suspicious use of multiple locations'],
      ['925', 'No apparent economic, business or lawful purpose'],
      ['928', 'Involves a foreign high-risk jurisdiction'],
      ['911', 'Two or more individuals working together'],
      ['913', 'Unlicensed or unregistered money services business'],
      ['9999', 'Other suspicious activity'],
    ]),
  },
  {
    code: '5',
    label: 'Insurance',
    subtypes: codes([
      ['501', 'Excessive insurance'],
      ['502', 'Excessive or unusual cash borrowing against a policy or annuity'],
      ['504', 'Proceeds sent to an unrelated third party'],
      ['505', 'Suspicious life settlement sales insurance'],
      ['506', 'Suspicious termination of a policy or contract'],
      ['507', 'Unclear or no insurable interest'],
      ['5999', 'Other insurance'],
    ]),
  },
  {
    code: '6',
    label: 'Securities, futures and options',
    subtypes: codes([
      ['601', 'Insider trading'],
      ['608', 'Market manipulation'],
      ['603', 'Misappropriation'],
      ['604', 'Unauthorised pooling'],
      ['609', 'Wash trading'],
      ['6999', 'Other securities, futures or options'],
    ]),
  },
  {
    code: '10',
    label: 'Mortgage fraud',
    subtypes: codes([
      ['1005', 'Application fraud'],
      ['1001', 'Appraisal fraud'],
      ['1006', 'Foreclosure or short sale fraud'],
      ['1003', 'Loan modification fraud'],
      ['1007', 'Origination fraud'],
      ['10999', 'Other mortgage fraud'],
    ]),
  },
  {
    code: '11',
    label: 'Cyber event',
    subtypes: codes([
      ['1101', 'Against the institution'],
      ['1102', 'Against customers of the institution'],
      ['11999', 'Other cyber event'],
    ]),
  },
]

/** The type of a subtype of suspicious activity; undefined where there is no such subtype. */
export const activityTypeOf = (subtype: string): ReportCode | undefined =>
  activityTypes.find(({ subtypes }) => subtypes.some(({ code }) => code === subtype))

/** Whether a code of a list stands for "other" and wants its own words. */
export const isOther = (code: string): boolean => code.endsWith('999')

/**
 * Products and instruments (AssetSubtypeID), each with its AssetTypeID: 5 a product, 6 an instrument or payment
 * mechanism.
 */
export const instruments: readonly (ReportCode & { readonly type: '5' | '6' })[] = [
  ...codes([
    ['2', 'Bonds or notes'],
    ['3', 'Commercial mortgage'],
    ['4', 'Commercial paper'],
    ['5', 'Credit card'],
    ['6', 'Debit card'],
    ['46', 'Deposit account'],
    ['7', 'Foreign exchange transactions'],
    ['8', 'Futures, or options on futures'],
    ['9', 'Hedge fund'],
    ['10', 'Home equity loan'],
    ['11', 'Home equity line of credit'],
    ['12', 'Insurance or annuity products'],
    ['47', 'Microcap securities'],
    ['13', 'Mutual fund'],
    ['14', 'Options on securities'],
    ['16', 'Prepaid access'],
    ['17', 'Residential mortgage'],
    ['18', 'Security futures products'],
    ['19', 'Stocks'],
    ['20', 'Swap, hybrid or other derivative'],
    ['30', 'Other product'],
  ]).map((code) => ({ ...code, type: '5' as const })),
  ...codes([
    ['31', 'Bank or cashier’s cheque'],
    ['32', 'Foreign currency'],
    ['33', 'Funds transfer'],
    ['34', 'Gaming instruments'],
    ['35', 'Government payment'],
    ['36', 'Money orders'],
    ['37', 'Personal or business cheque'],
    ['38', 'Travellers’ cheques'],
    ['39', 'US currency'],
    ['41', 'Other instrument or payment mechanism'],
  ]).map((code) => ({ ...code, type: '6' as const })),
]

/** Instruments that want words of their own. */
export const otherInstruments: readonly string[] = ['30', '41']

/** What identifies a subject (PartyIdentificationTypeCode). Tax numbers are told apart from documents. */
export const filedIdentifierTypes = codes([
  ['1', 'SSN or ITIN'],
  ['2', 'EIN'],
  ['9', 'Foreign tax number'],
  ['5', 'Driver’s licence or state ID'],
  ['6', 'Passport'],
  ['7', 'Alien registration'],
  ['999', 'Other document'],
])

/** Types of `identifierTypes` that are tax numbers. */
export const taxNumberTypes: readonly string[] = ['1', '2', '9']

/** Numbers under which an institution is known besides its tax number. */
export const institutionNumberTypes = codes([
  ['10', 'CRD number'],
  ['11', 'IARD number'],
  ['32', 'NAIC number'],
  ['12', 'NFA ID'],
  ['33', 'NMLS ID'],
  ['14', 'RSSD number'],
  ['13', 'SEC number'],
])

/** Indicators of a cyber event (CyberEventIndicatorsTypeCode). */
export const cyberIndicators = codes([
  ['1', 'Command and control IP address'],
  ['2', 'Command and control URL or domain'],
  ['3', 'Malware hash (MD5, SHA-1 or SHA-256)'],
  ['4', 'MAC address'],
  ['5', 'Port'],
  ['6', 'Suspicious e-mail address'],
  ['7', 'Suspicious file name'],
  ['8', 'Suspicious IP address'],
  ['9', 'Suspicious URL or domain'],
  ['10', 'Targeted system'],
  ['999', 'Other'],
])

/** What a subject is to the institution, with the field of the SAR that says it. */
export const relations = [
  ['accountant', 'Accountant'],
  ['agent', 'Agent'],
  ['appraiser', 'Appraiser'],
  ['attorney', 'Attorney'],
  ['borrower', 'Borrower'],
  ['customer', 'Customer'],
  ['director', 'Director'],
  ['employee', 'Employee'],
  ['officer', 'Officer'],
  ['owner', 'Owner or shareholder'],
  ['other', 'Other'],
  ['none', 'No relationship'],
] as const
export const filedRelationKinds = relations.map(([kind]) => kind) as [
  (typeof relations)[number][0],
  ...(typeof relations)[number][0][],
]
export type FiledRelationKind = (typeof relations)[number][0]
