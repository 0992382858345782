import { entityKinds } from '../../../shared/schema/activity.ts'
import type { EntityKind } from '../../../shared/schema/activity.ts'
import type { FieldEntry } from '../../../shared/schema/rules.ts'
import { isProfiled, profiledKinds } from '../features/catalogue.ts'

const field = (
  path: string,
  kind: FieldEntry['kind'],
  summary: string,
  rest: Partial<FieldEntry> = {},
): FieldEntry => ({ path, kind, summary, optional: true, open: false, ...rest })

const identifier = (kind: string, of: string): FieldEntry => field(kind, 'text', `Identifier of ${of}, as text.`)

/** What rules may read of an activity itself. What is known of it afterwards (`is_fraud`) is not among it. */
const eventFields: readonly FieldEntry[] = [
  field('event.transaction_id', 'text', 'The institution’s own identifier.', { optional: false }),
  field(
    'event.event_type',
    'text',
    'Kind of activity, for example `card_payment`, `transfer`, `login`, `account_opening`.',
    { optional: false },
  ),
  field('event.at', 'time', 'When it happened, ISO 8601.', { optional: false }),
  field(
    'event.amount',
    'number',
    'In units of its own currency; `features.amount` is in the base currency, as sums and means are.',
  ),
  field('event.currency', 'text', 'ISO 4217, three capitals.'),
  identifier('event.customer_id', 'the customer'),
  identifier('event.account_id', 'the account'),
  identifier('event.counterparty_id', 'who receives or pays'),
  identifier('event.device_id', 'the device'),
  field('event.ip', 'text', 'Address in the internet.'),
  identifier('event.terminal_id', 'the terminal or merchant'),
  field('event.channel', 'text', 'For example `web`, `app`, `branch`.'),
  field('event.country', 'text', 'ISO 3166-1, two capitals.'),
  field('event.latitude', 'number', 'Degrees, -90 to 90.'),
  field('event.longitude', 'number', 'Degrees, -180 to 180.'),
]

/** What a profile holds (main/detection/profiles/profile.ts) of its customer or account. */
const profileMembers: readonly (readonly [name: string, kind: FieldEntry['kind'], summary: (of: string) => string])[] =
  [
    ['first_seen_at', 'time', (of) => `When the ${of} was first met.`],
    ['last_seen_at', 'time', (of) => `When the ${of} was last met.`],
    ['activities', 'number', (of) => `Activities of the ${of} so far.`],
    ['amounts', 'number', (of) => `Activities of the ${of} that had an amount that is counted.`],
    ['amount_mean', 'number', (of) => `Mean of the ${of}’s amounts, in units of the base currency.`],
    ['amount_max', 'number', (of) => `The ${of}’s largest amount, in units of the base currency.`],
    [
      'usual_amount',
      'number',
      (of) => `The ${of}’s usual amount: the mean on a scale of ratios, which single large ones hardly move.`,
    ],
    ['usual_amount_low', 'number', (of) => `Where the ${of}’s usual amounts begin.`],
    ['usual_amount_high', 'number', (of) => `Where the ${of}’s usual amounts end.`],
    ['hours', 'array', (of) => `How many of the ${of}’s activities fell into each hour of the day, UTC; 24 numbers.`],
    ['terminals', 'array', (of) => `Terminals at which the ${of} was met, the newest 32.`],
    ['counterparties', 'array', (of) => `Whom the ${of} paid or was paid by, the newest 32.`],
    ['devices', 'array', (of) => `Devices from which the ${of} came, the newest 32.`],
    ['ips', 'array', (of) => `Addresses in the internet from which the ${of} came, the newest 32.`],
    ['countries', 'array', (of) => `Countries in which the ${of} was met, the newest 32.`],
    ['channels', 'array', (of) => `Channels by which the ${of} came, the newest 32.`],
    ['last_country', 'text', (of) => `The country in which the ${of} was last met.`],
    ['last_latitude', 'number', (of) => `Degrees, of the place where the ${of} was last met.`],
    ['last_longitude', 'number', (of) => `Degrees, of the place where the ${of} was last met.`],
    ['last_located_at', 'time', (of) => `When the ${of} was last met at a known place.`],
  ]

const profileFields: readonly FieldEntry[] = profiledKinds.flatMap((of) =>
  profileMembers.map(([name, kind, summary]) => field(`profile.${of}.${name}`, kind, summary(of))),
)

/** What the network knew of an entity of the activity before it (main/server/network/graph-facts.ts). */
const graphFields: readonly FieldEntry[] = entityKinds.flatMap((kind) => [
  field(`graph.${kind}.known_bad`, 'truth', `Whether the ${kind} is known bad.`),
  field(
    `graph.${kind}.hops_to_bad`,
    'number',
    `Links from the ${kind} to the nearest known bad node; missing where none is within four.`,
  ),
  field(
    `graph.${kind}.nearness`,
    'number',
    `Nearness of the ${kind} to known bad nodes (personalised PageRank), 0 and more.`,
  ),
  field(`graph.${kind}.risk`, 'number', `Risk of the ${kind} in the network, 0 to 1.`),
  field(`graph.${kind}.ties`, 'number', `Nodes that the ${kind} is linked to.`),
  field(
    `graph.${kind}.shapes`,
    'array',
    `Shapes of transfers that the ${kind} is part of: burst, fan_in, cycle, fan_out, pass_through.`,
  ),
])

/** All that rules may read. */
export const fields: readonly FieldEntry[] = [
  ...eventFields,
  field('metadata', 'any', 'Whatever else the institution tells of the activity, by its own names.', { open: true }),
  field('features', 'number', 'What the windows counted before the activity; the vocabulary lists their names.', {
    open: true,
  }),
  ...profileFields,
  ...graphFields,
  field('model.score', 'number', 'The model’s score, 0 to 1; missing without a model.'),
]

const closed: ReadonlySet<string> = new Set(
  [...eventFields, ...graphFields].map(({ path }) => path).concat('model.score'),
)
const sections: ReadonlySet<string> = new Set(['event', 'metadata', 'features', 'profile', 'graph', 'model'])
const kinds: ReadonlySet<string> = new Set(entityKinds)

const ofNoProfile = (path: string): string =>
  `reads "${path}", but profiles are of ${profiledKinds.join(' and ')} alone`

const profilePlaces: ReadonlyMap<string, FieldEntry['kind']> = new Map(
  profileFields.map(({ path, kind }) => [path, kind]),
)

/**
 * Why a path leads to nothing of a profile; null where it does not. Rules that read such paths were sealed and run: it
 * is told where one is written, and stops none.
 */
export const profileFault = (path: string): string | null => {
  const [section, of, name, ...rest] = path.split('.')
  if (section !== 'profile' || of === undefined || !kinds.has(of)) return null
  if (!isProfiled(of as EntityKind)) return ofNoProfile(path)
  if (name === undefined) return null
  const kind = profilePlaces.get(`profile.${of}.${name}`)
  const leads =
    kind !== undefined && (rest.length === 0 || (kind === 'array' && rest.length === 1 && /^\d+$/u.test(rest[0] ?? '')))
  return leads ? null : `reads "${path}", which a profile does not have`
}

/** What is wrong with a path into the facts; null where nothing is. */
export const factPathFault = (path: string, features: ReadonlySet<string>): string | null => {
  const [section = '', name, ...rest] = path.split('.')
  if (!sections.has(section))
    return `reads "${path}", which is nothing of an activity; begin with ${[...sections].map((known) => `${known}.`).join(', ')}`
  if (name === undefined) return null
  if (section === 'features')
    return features.has(name) && rest.length === 0 ? null : `reads "${path}", but there is no feature of this name`
  if (section === 'profile') return kinds.has(name) ? null : ofNoProfile(path)
  if (section === 'metadata') return null
  if (section === 'graph' && rest.length === 0 && kinds.has(name)) return null
  return closed.has(path) ? null : `reads "${path}", which an activity does not have`
}

/** Paths that hold what identifies someone: a rule that compares one with a literal seals it openly. */
export const identifyingPaths: ReadonlySet<string> = new Set([
  'event.customer_id',
  'event.account_id',
  'event.counterparty_id',
  'event.device_id',
  'event.ip',
])
