import type { Activity } from '../../../shared/schema/activity.ts'
import { isCounterpartyCustomer } from '../../../shared/schema/counterparty.ts'
import { directionIn } from '../../../shared/schema/money.ts'
import type { EntityRef, LinkKind } from '../../../shared/schema/network.ts'
import { storedAmount } from '../transactions/amounts.ts'
import { normalRef } from './refs.ts'

/** A link that an activity tells of. */
export interface ToldLink {
  readonly from: EntityRef
  readonly to: EntityRef
  readonly kind: LinkKind
  /** In ten-thousandths; 0 where no money moved. */
  readonly amount: number
  /** null: no money moved. A sum without a currency has the currency ''. */
  readonly currency: string | null
}

/** Something that an activity tells about an entity. */
export interface ToldFact {
  readonly about: EntityRef
  readonly name: FactName
  readonly value: string
}

/** `counterparty`: the identifier under which a customer is the counterparty of others. */
export const factNames = ['name', 'birth_date', 'identifier', 'email', 'phone', 'address', 'counterparty'] as const
export type FactName = (typeof factNames)[number]

/** What the network takes from one activity. */
export interface NetworkFacts {
  readonly links: readonly ToldLink[]
  readonly facts: readonly ToldFact[]
  /** The link whose money counts for shapes of transfers; null: none. */
  readonly movement: ToldLink | null
  /** Where it was paid: the terminal, the device, the address in the internet, the merchant of a purchase. */
  readonly paidAt: readonly EntityRef[]
}

/** Names of metadata as the systems of others write them, without case and punctuation. */
const metadataNames = {
  email: ['email', 'emailaddress', 'customeremail', 'useremail'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilenumber', 'msisdn', 'telephone', 'customerphone'],
  address: ['address', 'streetaddress', 'postaladdress', 'customeraddress', 'billingaddress'],
  card: ['card', 'cardid', 'cardtoken', 'cardnumber'],
  name: ['name', 'fullname', 'customername', 'accountname', 'accountholder', 'holdername'],
  birth_date: ['birthdate', 'dateofbirth', 'dob'],
  identifier: ['nationalid', 'taxid', 'passportnumber', 'documentnumber', 'idnumber', 'identitynumber'],
  counterparty_name: [
    'counterpartyname',
    'beneficiaryname',
    'payeename',
    'recipientname',
    'creditorname',
    'merchantname',
  ],
} as const
type MetadataName = keyof typeof metadataNames

const wanted: ReadonlyMap<string, MetadataName> = new Map(
  (Object.keys(metadataNames) as MetadataName[]).flatMap((name) =>
    metadataNames[name].map((written) => [written, name] as const),
  ),
)

const valueMax = 300

/**
 * What the metadata tells under known names: of text and whole numbers, at the top or one object deeper; the first
 * counts.
 */
const readMetadata = (metadata: Activity['metadata']): Partial<Record<MetadataName, string>> => {
  const found: Partial<Record<MetadataName, string>> = {}
  const read = (values: Readonly<Record<string, unknown>>, deeper: boolean): void => {
    for (const [written, value] of Object.entries(values)) {
      if (deeper && typeof value === 'object' && value !== null && !Array.isArray(value))
        read(value as Readonly<Record<string, unknown>>, false)
      const name = wanted.get(written.toLowerCase().replace(/[^a-z0-9]/gu, ''))
      if (name === undefined || found[name] !== undefined) continue
      const text =
        typeof value === 'string'
          ? value.trim()
          : typeof value === 'number' && Number.isSafeInteger(value)
            ? String(value)
            : ''
      if (text !== '' && text.length <= valueMax) found[name] = text
    }
  }
  if (metadata !== undefined) read(metadata, true)
  return found
}

const refOf = (kind: EntityRef['kind'], id: string | undefined): EntityRef | null =>
  id === undefined ? null : normalRef({ kind, id })

/** Purchases at a shop or machine: everybody pays the same price there, so they make no shapes. */
export const isPurchase = (event: Pick<Activity, 'event_type' | 'terminal_id'>): boolean =>
  event.terminal_id !== undefined || /card|purchase|merchant|(?<![a-z])pos(?![a-z])/iu.test(event.event_type)

const identifying = (
  told: Partial<Record<MetadataName, string>>,
  subject: EntityRef,
  counterparty: EntityRef | null,
): ToldFact[] => {
  const facts: ToldFact[] = []
  const say = (about: EntityRef, name: FactName, value: string | undefined): void => {
    if (value !== undefined) facts.push({ about, name, value })
  }
  say(subject, 'name', told.name)
  say(subject, 'birth_date', /^\d{4}-\d{2}-\d{2}$/u.test(told.birth_date ?? '') ? told.birth_date : undefined)
  say(subject, 'identifier', told.identifier?.toUpperCase().replace(/[^A-Z0-9]/gu, ''))
  for (const kind of ['email', 'phone', 'address'] as const) say(subject, kind, refOf(kind, told[kind])?.id)
  if (counterparty !== null) say(counterparty, 'name', told.counterparty_name)
  if (counterparty?.kind === 'customer') say(counterparty, 'counterparty', counterparty.id)
  return facts.filter(({ value }) => value !== '')
}

/**
 * What an activity tells of who hangs together. The holder is its customer, or its account; one that names neither
 * tells nothing.
 */
export const toldBy = (event: Activity): NetworkFacts => {
  const [customer, account, counterparty] = [
    refOf('customer', event.customer_id),
    refOf('account', event.account_id),
    refOf(isCounterpartyCustomer(event.metadata) ? 'customer' : 'counterparty', event.counterparty_id),
  ]
  const holder = customer ?? account
  if (holder === null) return { links: [], facts: [], movement: null, paidAt: [] }
  const told = readMetadata(event.metadata)
  const links: ToldLink[] = []
  const amount = event.amount === undefined ? 0 : storedAmount(Math.abs(event.amount))
  const currency = event.amount === undefined ? null : (event.currency ?? '')
  const use = (kind: LinkKind, used: EntityRef | null): void => {
    if (used !== null) links.push({ from: holder, to: used, kind, amount: 0, currency: null })
  }
  if (customer !== null) use('account', account)
  let movement: ToldLink | null = null
  if (counterparty !== null) {
    const payer = account ?? holder
    // A negative amount came in, unless it takes back what had come in.
    const cameIn = (event.amount ?? 0) < 0 !== (directionIn(event.metadata) === 'in')
    const [from, to] = cameIn ? [counterparty, payer] : [payer, counterparty]
    const transfer: ToldLink = { from, to, kind: 'transfer', amount, currency }
    links.push(transfer)
    if (amount > 0 && !isPurchase(event)) movement = transfer
  }
  const [terminal, device, ip] = [
    refOf('terminal', event.terminal_id),
    refOf('device', event.device_id),
    refOf('ip', event.ip),
  ]
  if (terminal !== null) links.push({ from: holder, to: terminal, kind: 'terminal', amount, currency })
  use('device', device)
  use('ip', ip)
  for (const kind of ['card', 'email', 'phone', 'address'] as const) use(kind, refOf(kind, told[kind]))
  const paidAt = event.amount === undefined ? [] : [terminal, device, ip, isPurchase(event) ? counterparty : null]
  return {
    links,
    facts: identifying(told, holder, counterparty),
    movement,
    paidAt: paidAt.filter((point) => point !== null),
  }
}
