import { identifierTypes } from '../../../../shared/schema/kyb.ts'
import type { CheckedIdentifier, GivenIdentifiers, IdentifierType } from '../../../../shared/schema/kyb.ts'
import { checkBic, checkIban } from './account.ts'
import { checkLei } from './lei.ts'
import { checkCompanyNumber, checkVat } from './national.ts'
import { judged } from './verdict.ts'
import type { IdentifierReading } from './verdict.ts'

const checks: Readonly<Record<IdentifierType, (given: string, country: string | null) => IdentifierReading>> = {
  lei: checkLei,
  vat: checkVat,
  company_number: checkCompanyNumber,
  iban: checkIban,
  bic: checkBic,
}

/**
 * Checks one identifier by its form and check digits; never throws, whatever the text. `country` is ISO 3166-1 alpha-2.
 */
export const checkIdentifier = (type: IdentifierType, given: string, country: string | null): CheckedIdentifier =>
  judged(type, given, checks[type](given, country))

/** Checks those that are given, in the order of the kinds. */
export const checkIdentifiers = (given: GivenIdentifiers, country: string | null): readonly CheckedIdentifier[] =>
  identifierTypes.flatMap((type) => {
    const value = given[type]
    return value === undefined ? [] : [checkIdentifier(type, value, country)]
  })

/**
 * Schemes of org-id.guide, as statements of ownership name them, whose numbers a check here knows. The country stands
 * in front: `GB-COH`.
 */
export const typeOfScheme = (
  scheme: string,
): { readonly type: IdentifierType; readonly country: string | null } | null => {
  const text = scheme.trim().toUpperCase()
  if (text === 'XI-LEI' || text === 'LEI') return { type: 'lei', country: null }
  const parts = /^([A-Z]{2})-([A-Z0-9]+)$/u.exec(text)
  const [, country = null, register = ''] = parts ?? []
  if (parts === null || country === null) return null
  if (/VAT|MWST|TVA|^IVA$|^BTW$/u.test(register)) return { type: 'vat', country: country === 'EL' ? 'GR' : country }
  return companySchemes.has(text) ? { type: 'company_number', country } : null
}

/** Registers whose numbers are those that `checkCompanyNumber` knows, by their codes at org-id.guide. */
const companySchemes: ReadonlySet<string> = new Set([
  'AT-FB',
  'AU-ACN',
  'BE-BCE_KBO',
  'BG-EIK',
  'BR-CNPJ',
  'CA-CRA_ACR',
  'CH-UID',
  'CL-RUT',
  'CN-SAIC',
  'CO-RUE',
  'CZ-ICO',
  'DK-CVR',
  'EE-RIK',
  'FI-PRO',
  'FR-RCS',
  'FR-SIREN',
  'GB-COH',
  'IL-ROC',
  'JP-JCN',
  'KR-BRN',
  'MD-IDNO',
  'NO-BRC',
  'PE-SUNAT',
  'PL-REGON',
  'PT-NIPC',
  'SE-BLV',
  'SG-ACRA',
  'UA-EDR',
  'US-EIN',
  'VN-MST',
])
