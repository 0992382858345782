import { z } from 'zod'
import { actingPerson } from './decisions.ts'
import { entryId, lineOfText, timestamp, uid } from './text.ts'

/** What kind of party owns, is owned, or holds a post. A nominee is no kind: it is an interest. */
export const partyKinds = ['company', 'person', 'trust', 'state', 'unknown'] as const
export const partyKind = z.enum(partyKinds)
export type PartyKind = z.infer<typeof partyKind>

/**
 * What one party can hold in another; the names are those of the Open Ownership standard's code list (BODS 0.4), in
 * this interface's spelling.
 */
export const interestKinds = [
  'shareholding',
  'voting_rights',
  'appointment_of_board',
  'other_influence_or_control',
  'senior_managing_official',
  'settlor',
  'trustee',
  'protector',
  'beneficiary',
  'surplus_assets',
  'profit_or_income',
  'rights_by_contract',
  'conditional_rights',
  'control_by_articles',
  'control_by_law',
  'board_member',
  'board_chair',
  'nominee',
  'nominator',
  'enjoyment_of_assets',
  'unknown',
  'unpublished',
] as const
export const interestKind = z.enum(interestKinds)
export type InterestKind = z.infer<typeof interestKind>

/** A share in percent as it was stated: exact (both ends alike) or a range. */
export const statedShare = z.object({
  min: z.number().min(0).max(100),
  max: z.number().min(0).max(100),
  above_min: z.boolean().describe('The share is more than `min`, not equal to it.'),
  below_max: z.boolean().describe('The share is less than `max`, not equal to it.'),
})
export type StatedShare = z.infer<typeof statedShare>

/** Percent between two bounds; alike where it is known exactly. */
export const shareRange = z.object({ min: z.number(), max: z.number() })
export type ShareRange = z.infer<typeof shareRange>

/** `<data set>:<record>`: names a party of the ownership data for as long as its record is there. */
export const businessIdMax = 300
export const businessId = lineOfText(businessIdMax)

/** A day as ISO 8601 writes it. */
export const calendarDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day as YYYY-MM-DD')

export const identifierTypes = ['lei', 'vat', 'company_number', 'iban', 'bic'] as const
export const identifierType = z.enum(identifierTypes)
export type IdentifierType = z.infer<typeof identifierType>

/** `not_checked`: there is no check without a network for this kind or country. It is never a pass. */
export const identifierVerdicts = ['valid', 'invalid', 'not_checked'] as const
export const identifierVerdict = z.enum(identifierVerdicts)
export type IdentifierVerdict = z.infer<typeof identifierVerdict>

/** An identifier with what a check of its form and check digits says. Whether a register knows it is not asked. */
export const checkedIdentifier = z.object({
  type: identifierType,
  value: z.string().describe('As it was given.'),
  normalised: z.string().nullable().describe('Without spaces and in capitals; null where it was not checked.'),
  country: z.string().nullable(),
  verdict: identifierVerdict,
  code: z.string().describe('In one word: `check_digits`, `format`, `length`, `component`, `no_check_for_country` ...'),
  reason: z.string(),
  rule: z
    .string()
    .nullable()
    .describe('The number that was checked, for example `Umsatzsteur-Identifikationnummer` or `ISO 17442`.'),
})
export type CheckedIdentifier = z.infer<typeof checkedIdentifier>

/** A file of ownership data as it was taken in. */
export const ownershipDataset = z.object({
  key: z.string(),
  version: z.int(),
  in_force: z.boolean(),
  file_name: z.string(),
  format: z.enum(['bods', 'csv']),
  sha256: z.string(),
  imported_at: timestamp,
  imported_by: z.string().nullable(),
  dated: calendarDay.nullable().describe('The newest date that its statements bear; null where they bear none.'),
  age_days: z.int().describe('Since `dated`, else since it was imported.'),
  stale: z.boolean().describe('Older than a year: what it says may have changed.'),
  parties: z.int(),
  companies: z.int(),
  interests: z.int(),
})
export type OwnershipDataset = z.infer<typeof ownershipDataset>

export const partyAddress = z.object({ text: z.string(), country: z.string().nullable() })
export const partyIdentifier = z.object({ scheme: z.string(), value: z.string(), country: z.string().nullable() })

/** A party in a list. */
export const partyItem = z.object({
  id: z.string().describe('`<data set>:<record>`.'),
  kind: partyKind,
  name: z.string(),
  jurisdiction: z.string().nullable().describe('ISO 3166-1 alpha-2, with the part of the country where it is known.'),
  founded: z.string().nullable().describe('Of a company; as exactly as it is known.'),
  dissolved: z.string().nullable(),
  dataset: z.string(),
  last_check: z
    .object({ id: uid, at: timestamp, outcome: z.enum(['passed', 'failed', 'attention', 'not_checked']) })
    .nullable(),
})
export type PartyItem = z.infer<typeof partyItem>

/** A direct interest with whoever stands at the other end. */
export const partyInterest = z.object({
  party: z
    .object({ id: z.string().nullable(), name: z.string(), kind: partyKind })
    .describe('`id` is null where the data names nobody and says why.'),
  kind: interestKind,
  share: statedShare.nullable(),
  direct: z.enum(['direct', 'indirect', 'unknown']),
  from: z.string().nullable(),
  to: z.string().nullable(),
  details: z.string().nullable(),
})
export type PartyInterest = z.infer<typeof partyInterest>

export const checkOutcomes = ['passed', 'failed', 'attention', 'not_checked'] as const
export const checkOutcome = z.enum(checkOutcomes)
export type CheckOutcome = z.infer<typeof checkOutcome>

export const checkParts = [
  'identifiers',
  'registration',
  'beneficial_owners',
  'control',
  'screening',
  'blocked_ownership',
  'adverse_signals',
] as const
export const checkPartName = z.enum(checkParts)
export type CheckPartName = z.infer<typeof checkPartName>

/** One thing that a part of a check found, or could not look at. */
export const checkFinding = z.object({
  code: z.string(),
  state: z
    .enum(['clear', 'found', 'failed', 'not_checked'])
    .describe('`found` asks for a look; `not_checked` says what could not be looked at.'),
  reason: z.string(),
  evidence: z.array(z.string()).describe('What it rests on: records, addresses, dates, shares.'),
})
export type CheckFinding = z.infer<typeof checkFinding>

export const checkPart = z.object({
  part: checkPartName,
  outcome: checkOutcome,
  reason: z.string(),
  findings: z.array(checkFinding),
})
export type CheckPart = z.infer<typeof checkPart>

/** Whether a bound is surely met, cannot be told from ranges, or is surely not met. */
export const metBy = z.enum(['yes', 'possible', 'no'])
export type MetBy = z.infer<typeof metBy>

/** Why somebody counts as a beneficial owner. */
export const ownerBasis = z.enum(['shares', 'votes', 'control', 'trust', 'declared', 'managing_official'])
export type OwnerBasis = z.infer<typeof ownerBasis>

/** Somebody who owns or controls the business in the end, and through whom. */
export const finalOwner = z.object({
  id: z.string(),
  name: z.string(),
  kind: partyKind,
  known: z.boolean().describe('false: the data says that there is somebody, and not who.'),
  shares: shareRange.describe('Integrated: through every chain and loop.'),
  votes: shareRange,
  beneficial_owner: metBy,
  basis: z.array(ownerBasis),
  controls: metBy.describe('By majorities of votes through majorities, or by what is declared.'),
  paths: z
    .array(
      z.object({
        through: z.array(z.string()).describe('Names from the owner to the business, both ends included.'),
        share: shareRange,
      }),
    )
    .describe('The weightiest, five at most; a path goes through nobody twice.'),
  paths_more: z.boolean(),
})
export type FinalOwner = z.infer<typeof finalOwner>

/**
 * A node of the ownership tree, in the order in which a tree is read aloud. A party that stands above already is named
 * again, and not unfolded.
 */
export const treeNode = z.object({
  depth: z.int().describe('0: the business itself.'),
  parent: z.int().nullable().describe('Index of the node below it.'),
  party: z.object({ id: z.string().nullable(), name: z.string(), kind: partyKind }),
  interests: z.array(
    z.object({ kind: interestKind, share: statedShare.nullable(), direct: z.enum(['direct', 'indirect', 'unknown']) }),
  ),
  integrated: shareRange
    .nullable()
    .describe('Share of the business that it holds or passes on, in percent; null where no share is stated.'),
  again: z
    .enum(['loop', 'elsewhere'])
    .nullable()
    .describe('`loop`: it stands on the way from here to the business; `elsewhere`: unfolded at another place.'),
  hidden: z.int().describe('Owners that are not unfolded because the tree is too large.'),
})
export type TreeNode = z.infer<typeof treeNode>

/** What there is to tell about the shape of the ownership. */
export const ownershipFinding = z.object({
  code: z.enum([
    'loop',
    'closed_loop',
    'self_holding',
    'over_owned',
    'undisclosed',
    'votes_from_shares',
    'truncated',
    'upper_bounds',
    'indirect_only',
    'no_share',
  ]),
  message: z.string(),
  parties: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type OwnershipFinding = z.infer<typeof ownershipFinding>

/** Bounds of a check; the defaults are those of most laws. */
export const checkThresholds = z.strictObject({
  beneficial_owner: z.number().gt(0).max(100).default(25).describe('Percent of shares or votes.'),
  comparator: z
    .enum(['over', 'at_least'])
    .default('over')
    .describe('`over`: more than that; `at_least`: that or more.'),
  fresh_days: z.int().min(1).max(3_650).default(180).describe('A business younger than this is fresh.'),
  address_companies: z
    .int()
    .min(2)
    .max(10_000)
    .default(10)
    .describe('From so many companies at one address on, it is told.'),
  officer_posts: z.int().min(2).max(10_000).default(10).describe('From so many posts of one officer on, it is told.'),
  opaque_layers: z
    .int()
    .min(1)
    .max(100)
    .default(4)
    .describe('From so many companies between the business and an owner on, the chain is told.'),
  undisclosed: z
    .number()
    .min(0)
    .max(100)
    .default(25)
    .describe('Percent of shares without a known final owner from which on it is told.'),
})
export type CheckThresholds = z.infer<typeof checkThresholds>

/** Integrated owners of a business on a day. */
export const ownershipAnswer = z.object({
  business: partyItem,
  as_of: calendarDay,
  thresholds: z.object({ beneficial_owner: z.number(), comparator: z.enum(['over', 'at_least']) }),
  owners: z.array(finalOwner),
  undisclosed: shareRange.describe('Percent of the shares whose final owner the data does not name.'),
  tree: z.array(treeNode),
  findings: z.array(ownershipFinding),
  dataset: ownershipDataset,
})
export type OwnershipAnswer = z.infer<typeof ownershipAnswer>

/** A screened owner or officer. */
export const screenedParty = z.object({
  id: z.string().nullable(),
  name: z.string(),
  kind: partyKind,
  role: z.enum(['business', 'owner', 'officer', 'intermediary']),
  state: z.enum(['clear', 'hits', 'not_checked']),
  reason: z.string(),
  hits: z.array(
    z.object({
      list: z.string(),
      list_version: z.string(),
      entry: z.string(),
      listed_name: z.string(),
      score: z.number(),
      state: z.enum(['open', 'true_match', 'false_match']).describe('What a person said of it at the screening desk.'),
    }),
  ),
})
export type ScreenedParty = z.infer<typeof screenedParty>

/** What a check was made from. */
export const madeFrom = z.object({
  dataset: z
    .object({
      key: z.string(),
      version: z.int(),
      sha256: z.string(),
      dated: calendarDay.nullable(),
      age_days: z.int(),
      stale: z.boolean(),
    })
    .nullable(),
  lists: z.array(z.object({ key: z.string(), version: z.string(), age_days: z.int() })),
  as_of: calendarDay,
})
export type MadeFrom = z.infer<typeof madeFrom>

/** What a person concluded of a check; sealed in the workspace's chain. */
export const checkConclusion = z.object({
  verdict: z.enum(['accept', 'refuse', 'enhanced_review']),
  reason: z.string(),
  by: actingPerson,
  at: timestamp,
  entry_id: entryId,
})
export type CheckConclusion = z.infer<typeof checkConclusion>

/** Which identifiers a caller gives for a business. */
export const givenIdentifiers = z.strictObject({
  lei: lineOfText(64).optional(),
  vat: lineOfText(64).optional(),
  company_number: lineOfText(64).optional(),
  iban: lineOfText(64).optional(),
  bic: lineOfText(64).optional(),
})
export type GivenIdentifiers = z.infer<typeof givenIdentifiers>

/** One difference between two checks of the same business. */
export const checkChange = z.object({
  what: z.string().describe('For example `part.screening` or `owner`.'),
  was: z.string().nullable(),
  is: z.string().nullable(),
})
export type CheckChange = z.infer<typeof checkChange>

export const businessCheck = z.object({
  id: uid,
  at: timestamp,
  made_by: actingPerson,
  business: z.object({ id: z.string().nullable(), name: z.string(), country: z.string().nullable() }),
  outcome: checkOutcome.describe(
    'The worst of its parts: failed, then attention, then not_checked; passed only where every part passed.',
  ),
  parts: z.array(checkPart),
  identifiers: z.array(checkedIdentifier),
  owners: z.array(finalOwner),
  officers: z.array(partyInterest),
  screened: z.array(screenedParty),
  ownership_findings: z.array(ownershipFinding),
  thresholds: checkThresholds,
  made_from: madeFrom,
  previous: z.object({ id: uid, at: timestamp }).nullable(),
  changes: z.array(checkChange).describe('Since the previous check of this business.'),
  sha256: z
    .string()
    .describe('Of the check as canonical JSON (RFC 8785) without this and its conclusions; a conclusion seals it.'),
  conclusions: z.array(checkConclusion).describe('The newest first.'),
})
export type BusinessCheck = z.infer<typeof businessCheck>

export const checkSummary = z.object({
  id: uid,
  at: timestamp,
  business_id: z.string().nullable(),
  name: z.string(),
  outcome: checkOutcome,
  parts: z.record(checkPartName, checkOutcome),
  changes: z.int(),
  concluded: z.enum(['accept', 'refuse', 'enhanced_review']).nullable(),
})
export type CheckSummary = z.infer<typeof checkSummary>

/** A business as its page shows it. */
export const businessPage = z.object({
  business: partyItem,
  aliases: z.array(z.string()),
  identifiers: z.array(checkedIdentifier),
  other_identifiers: z.array(partyIdentifier).describe('Of kinds that no check here knows.'),
  addresses: z.array(
    z.object({
      ...partyAddress.shape,
      companies: z.int().describe('Companies of the data set at this address, this one included.'),
    }),
  ),
  owners: z.array(partyInterest).describe('Direct, on the day asked for.'),
  owned: z.array(partyInterest),
  officers: z.array(partyInterest),
  dataset: ownershipDataset,
  checks: z.array(checkSummary),
})
export type BusinessPage = z.infer<typeof businessPage>
