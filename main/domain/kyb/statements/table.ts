import { interestKinds, partyKinds } from '../../../../shared/schema/kyb.ts'
import type { InterestKind, PartyKind, StatedShare } from '../../../../shared/schema/kyb.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import { namesTotal } from '../../imports/left-rows.ts'
import { countryOf, dateOf, calendarDay, jurisdictionOf, textOf } from './fields.ts'
import { recordKeyMax } from './records.ts'
import type { InterestRecord, PartyRecord, RelationRecord, Statement, StatementProblem } from './records.ts'

/** Columns of a table of ownership; `owner` and `owned` are needed. */
export const tableColumns = [
  'owner',
  'owned',
  'share',
  'share_min',
  'share_max',
  'interest',
  'direct',
  'owner_id',
  'owned_id',
  'owner_kind',
  'owned_kind',
  'owner_country',
  'owned_country',
  'owner_born',
  'owned_founded',
  'owned_dissolved',
  'owner_address',
  'owned_address',
  'owned_lei',
  'owned_vat',
  'owned_number',
  'owner_lei',
  'owner_number',
  'on_behalf_of',
  'beneficial',
  'from',
  'to',
  'dated',
] as const
export type TableColumn = (typeof tableColumns)[number]

/** Which cell of a row is which column. */
export type TableLayout = ReadonlyMap<TableColumn, number>

/** What other systems call the columns. */
const synonyms: Readonly<Record<string, TableColumn>> = {
  shareholder: 'owner',
  parent: 'owner',
  holder: 'owner',
  owner_name: 'owner',
  company: 'owned',
  subsidiary: 'owned',
  subject: 'owned',
  owned_name: 'owned',
  entity: 'owned',
  percent: 'share',
  percentage: 'share',
  share_percent: 'share',
  ownership: 'share',
  shares: 'share',
  min: 'share_min',
  minimum: 'share_min',
  max: 'share_max',
  maximum: 'share_max',
  kind: 'interest',
  interest_type: 'interest',
  type: 'interest',
  owner_type: 'owner_kind',
  owned_type: 'owned_kind',
  nominee_for: 'on_behalf_of',
  start: 'from',
  start_date: 'from',
  since: 'from',
  end: 'to',
  end_date: 'to',
  until: 'to',
  date: 'dated',
  as_of: 'dated',
  statement_date: 'dated',
  owner_birth_date: 'owner_born',
  founded: 'owned_founded',
  address: 'owned_address',
  country: 'owned_country',
  lei: 'owned_lei',
  vat: 'owned_vat',
  company_number: 'owned_number',
}

const plain = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '_')
    .replaceAll(/^_|_$/gu, '')

/** Finds the columns of a table by their headers; the first of two that mean the same counts. */
export const readLayout = (headers: readonly string[]): Result<TableLayout, string> => {
  const layout = new Map<TableColumn, number>()
  for (const [at, header] of headers.entries()) {
    const name = plain(header)
    const column =
      tableColumns.find((known) => known === name) ?? (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined)
    if (column !== undefined && !layout.has(column)) layout.set(column, at)
  }
  const missing = (['owner', 'owned'] as const).filter((column) => !layout.has(column))
  return missing.length === 0
    ? ok(layout)
    : fail(`the file has no column ${missing.join(' and no column ')}; it has: ${headers.join(', ').slice(0, 500)}`)
}

const bad = (field: string, reason: string): { readonly ok: false; readonly error: StatementProblem } =>
  fail({ field, reason })

/** A percentage as tables write it: `25`, `25.5 %`, `25,5`; of fractions `0.255`. NaN where it is none. */
const percentOf = (text: string, scale: number): number => {
  const digits = text.replaceAll(/[\s%]/gu, '').replace(',', '.')
  // Fractions are written with as many digits as fit: the product is rounded to what a percentage has.
  const value = /^\d{1,3}(\.\d{1,15})?$/u.test(digits) ? Math.round(Number(digits) * scale * 1e12) / 1e12 : Number.NaN
  return value <= 100 ? value : Number.NaN
}

/** `25`, or a range as `25-50`. */
const stated = (
  text: string | null,
  min: string | null,
  max: string | null,
  scale: number,
): Result<StatedShare | null, StatementProblem> => {
  const range = text === null ? null : /^([^-–]+)[-–]([^-–]+)$/u.exec(text)
  const lower = range?.[1] ?? text ?? min
  const upper = range?.[2] ?? text ?? max
  if (lower === null && upper === null) return ok(null)
  const [from, to] = [lower === null ? 0 : percentOf(lower, scale), upper === null ? 100 : percentOf(upper, scale)]
  if (Number.isNaN(from) || Number.isNaN(to))
    return bad(
      'share',
      `is no ${scale === 1 ? 'percentage from 0 to 100' : 'fraction from 0 to 1'}, and no range of two`,
    )
  return from > to
    ? bad('share', 'has a lower bound above its upper one')
    : ok({ min: from, max: to, above_min: false, below_max: false })
}

const interestOf = (text: string | null): InterestKind | null => {
  if (text === null) return 'shareholding'
  const name = plain(text.replaceAll(/([a-z])([A-Z])/gu, '$1_$2'))
  const short: Readonly<Record<string, InterestKind>> = {
    shares: 'shareholding',
    share: 'shareholding',
    votes: 'voting_rights',
    voting: 'voting_rights',
    director: 'board_member',
    chair: 'board_chair',
    control: 'other_influence_or_control',
  }
  return interestKinds.find((kind) => kind === name) ?? (Object.hasOwn(short, name) ? (short[name] ?? null) : null)
}

const kindOf = (text: string | null, otherwise: PartyKind): PartyKind | null =>
  text === null ? otherwise : (partyKinds.find((kind) => kind === plain(text)) ?? null)

/** A party without an id is known by its name and country: two rows with both alike mean the same. */
const keyOf = (id: string | null, name: string, country: string | null): string =>
  (id ?? `${name.toLowerCase()}${country === null ? '' : ` (${country})`}`).slice(0, recordKeyMax).toWellFormed()

const bare = (key: string, name: string, kind: PartyKind): PartyRecord => ({
  key,
  name,
  kind,
  known: kind !== 'unknown',
  aliases: [],
  jurisdiction: null,
  countries: [],
  founded: null,
  dissolved: null,
  identifiers: [],
  addresses: [],
})

const numbers = (
  country: string | null,
  given: Readonly<Record<'XI-LEI' | 'VAT' | 'NUMBER', string | null>>,
): PartyRecord['identifiers'] =>
  Object.entries(given).flatMap(([scheme, value]) =>
    value === null
      ? []
      : [{ scheme: scheme === 'XI-LEI' || country === null ? scheme : `${country}-${scheme}`, value, country }],
  )

/** What a row says in a column; null: nothing. */
type Cell = (column: TableColumn) => string | null

const addressesOf = (text: string | null, jurisdiction: string | null): PartyRecord['addresses'] =>
  text === null ? [] : [{ text, country: countryOf(jurisdiction?.slice(0, 2)) }]

const ownerOf = (cell: Cell, name: string, kind: PartyKind): PartyRecord => {
  const country = jurisdictionOf(cell('owner_country'))
  return {
    ...bare(keyOf(cell('owner_id'), name, country), name, kind),
    ...(cell('owner_kind') === null && kind === 'company' ? { assumed: true as const } : {}),
    jurisdiction: kind === 'person' ? null : country,
    countries: kind === 'person' && country !== null ? [country.slice(0, 2)] : [],
    founded: dateOf(cell('owner_born')),
    identifiers: numbers(countryOf(country?.slice(0, 2)), {
      'XI-LEI': cell('owner_lei'),
      VAT: null,
      NUMBER: cell('owner_number'),
    }),
    addresses: addressesOf(cell('owner_address'), country),
  }
}

const ownedOf = (cell: Cell, name: string, kind: PartyKind): PartyRecord => {
  const country = jurisdictionOf(cell('owned_country'))
  return {
    ...bare(keyOf(cell('owned_id'), name, country), name, kind),
    ...(cell('owned_kind') === null ? { assumed: true as const } : {}),
    jurisdiction: country,
    founded: dateOf(cell('owned_founded')),
    dissolved: dateOf(cell('owned_dissolved')),
    identifiers: numbers(countryOf(country?.slice(0, 2)), {
      'XI-LEI': cell('owned_lei'),
      VAT: cell('owned_vat'),
      NUMBER: cell('owned_number'),
    }),
    addresses: addressesOf(cell('owned_address'), country),
  }
}

/**
 * Reads a row of a table of ownership: who owns whom, by how much, and what is known of both; null where it is a sum of
 * the others. `scale` makes its shares percentages.
 */
export const readTableRow = (
  cells: readonly string[],
  layout: TableLayout,
  scale: 1 | 100 = 1,
): Result<Statement | null, StatementProblem> => {
  const cell: Cell = (column) => textOf(cells[layout.get(column) ?? -1] ?? null)
  const [owner, owned] = [cell('owner'), cell('owned')]
  if (owner === null) return bad('owner', 'is empty')
  if (owned === null) return bad('owned', 'is empty')
  // The sum of a company's shares is nobody's.
  if (namesTotal(owner)) return ok(null)
  const kind = interestOf(cell('interest'))
  if (kind === null) return bad('interest', `is none of ${interestKinds.join(', ')}`)
  const ownerKind = kindOf(
    cell('owner_kind'),
    layout.has('owner_born') && cell('owner_born') !== null ? 'person' : 'company',
  )
  const ownedKind = kindOf(cell('owned_kind'), 'company')
  if (ownerKind === null || ownedKind === null)
    return bad(ownerKind === null ? 'owner_kind' : 'owned_kind', `is none of ${partyKinds.join(', ')}`)
  const share = stated(cell('share'), cell('share_min'), cell('share_max'), scale)
  if (!share.ok) return share
  const days: Partial<Record<'from' | 'to' | 'dated', string>> = {}
  for (const column of ['from', 'to', 'dated'] as const) {
    const text = cell(column)
    const day = calendarDay(text)
    if (text !== null && day === null) return bad(column, 'is no day as YYYY-MM-DD')
    if (day !== null) days[column] = day
  }
  const direct = cell('direct')?.toLowerCase() ?? 'direct'
  if (direct !== 'direct' && direct !== 'indirect' && direct !== 'unknown')
    return bad('direct', 'is none of direct, indirect, unknown')
  const ownerParty = ownerOf(cell, owner, ownerKind)
  const ownedParty = ownedOf(cell, owned, ownedKind)
  const principal = cell('on_behalf_of')
  const interest: InterestRecord = {
    kind,
    share: share.value,
    direct,
    declared: /^(yes|true|1|y)$/iu.test(cell('beneficial') ?? ''),
    from: days.from ?? null,
    to: days.to ?? null,
    details: null,
  }
  // Whoever holds for another owns nothing of it: the other does, and that somebody stands in front is told.
  const principalParty = principal === null ? null : bare(keyOf(null, principal, null), principal, 'person')
  const relationOf = (holder: PartyRecord, held: InterestRecord): RelationRecord => ({
    record: `${holder.key} > ${ownedParty.key} > ${held.kind}${held.from === null ? '' : ` > ${held.from}`}`,
    owner: holder.key,
    owned: ownedParty.key,
    interests: [held],
    closed: false,
  })
  const dated = days.dated ?? null
  if (principalParty === null)
    return ok({ dated, parties: [ownerParty, ownedParty], relations: [relationOf(ownerParty, interest)] })
  const nominee: InterestRecord = {
    ...interest,
    kind: 'nominee',
    share: null,
    declared: false,
    details: `for ${principalParty.name}`,
  }
  return ok({
    dated,
    parties: [ownerParty, ownedParty, principalParty],
    relations: [
      relationOf(principalParty, { ...interest, details: `held by ${owner} as a nominee` }),
      relationOf(ownerParty, nominee),
    ],
  })
}
