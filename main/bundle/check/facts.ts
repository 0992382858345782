import { contestedIn } from '../../domain/cases/contest.ts'
import { apply } from '../../domain/cases/evolve.ts'
import { fitsForm } from '../../domain/cases/forms.ts'
import type { CaseState } from '../../domain/cases/state.ts'
import { asTheyCount, voidedType } from '../../domain/cases/voided.ts'
import { isHubId } from '../../seal/hub-epochs.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { foundedWorkspace } from '../../seal/key-authority.ts'
import { verifyInclusion } from '../../seal/merkle.ts'
import type { KeyRecord, VerifyReport } from '../../seal/verify-types.ts'
import { bundlePaths, caseFolders, numbered, proofEnding } from '../format/layout.ts'
import { bagInfoValue } from '../format/bagit-text.ts'
import type { CaseFile } from '../format/case-file.ts'
import type { HubFacts } from '../format/hub-facts.ts'
import type { BagReading } from './bag.ts'
import type { BundleFindings } from './findings.ts'
import type { CheckedLog } from './hub-log.ts'
import type { FiledChain, FiledDisclosures, FiledProof } from './read-chain.ts'

/** An entry of the case with what of it is disclosed. */
export interface OpenedFact {
  readonly number: number
  readonly file: string
  readonly id: string
  readonly payload: EntryPayload
  readonly disclosed: FiledDisclosures | undefined
}

const timeIs = (stated: string | null, ms: number | null): boolean =>
  stated === null ? ms === null : Date.parse(stated) === ms

/** The value of that name that an entry seals apart, where it is disclosed. */
export const valueOf = ({ disclosed }: OpenedFact, name: string): unknown =>
  disclosed?.values.find((value) => value.name === name)?.value

/** What each device may give out: its number, then 32 bits (Y-14). */
const idsPerDevice = 2 ** 32

/** Y-14: an id below 2^32 that a folder gave out before it joined is one of its device. */
export const ownId = (keys: ReadonlyMap<string, KeyRecord>, { kid, dseq }: EntryPayload, id: unknown): unknown => {
  const key = keys.get(kid)
  const isBefore = key?.joinedDseq !== undefined && key.deviceNumber !== undefined && dseq <= key.joinedDseq
  return isBefore && typeof id === 'number' && id < idsPerDevice ? id + key.deviceNumber * idsPerDevice : id
}

/** Whether an id is one that the device of an entry may give out (Y-14); of a key without a number nothing is known. */
export const mayGive = (keys: ReadonlyMap<string, KeyRecord>, { kid }: EntryPayload, id: unknown): boolean => {
  const number = keys.get(kid)?.deviceNumber
  return (
    typeof id === 'number' &&
    (number === undefined || (Math.floor(id / idsPerDevice) === number && id % idsPerDevice !== 0))
  )
}

/** Y-95: a word that something has no effect is the hub's; whoever else writes one says nothing. */
const isToBeHeard = ({ payload }: OpenedFact, keys: ReadonlyMap<string, KeyRecord>): boolean =>
  payload.type !== voidedType || isHubId(keys.get(payload.kid)?.deviceId ?? '')

/** Y-46: the entries that can have an effect: they have the form that their type asks for. */
export const effective = (facts: readonly OpenedFact[]): readonly OpenedFact[] =>
  facts.filter(({ payload }) => fitsForm(payload.type, payload.pub))

/** An entry as it counts. */
export interface CountedFact extends OpenedFact {
  readonly type: string
  readonly refs: readonly string[]
  readonly pub: EntryPayload['pub']
}

/** The entries that can have an effect, as they count: without those whose act has none (Y-95). */
export const countedFacts = (facts: readonly OpenedFact[], keys: ReadonlyMap<string, KeyRecord>): CountedFact[] => {
  const heard = effective(facts).filter((fact) => isToBeHeard(fact, keys))
  return [
    ...asTheyCount(
      heard.map((fact) => ({ ...fact, type: fact.payload.type, refs: fact.payload.refs, pub: fact.payload.pub })),
    ),
  ]
}

/** The case as its entries left it, in the order in which they take effect; null where they do not open one. */
export const caseStateOf = (facts: readonly OpenedFact[], keys: ReadonlyMap<string, KeyRecord>): CaseState | null => {
  let state: CaseState | null = null
  for (const { id, payload, disclosed, refs } of countedFacts(facts, keys)) {
    if (state === null && payload.type !== 'case.opened') continue
    const disclosures = Object.fromEntries(
      (disclosed?.values ?? []).map(({ name, digest, value }) => [name, { digest, value }]),
    )
    const pub =
      payload.type === 'case.opened'
        ? { ...payload.pub, case_id: ownId(keys, payload, payload.pub['case_id']) }
        : payload.pub
    state = apply(state, {
      id,
      refs,
      type: payload.type,
      caseUid: payload.case,
      atMs: Date.parse(payload.at),
      actor: payload.actor,
      pub,
      disclosures,
    })
  }
  return state
}

/** B-103: the workspace, as `case.json` and the bag name it, is the one that the first key founded. */
export const checkWorkspaceFacts = (
  { workspace: told }: CaseFile,
  { info }: BagReading,
  keys: ReadonlyMap<string, KeyRecord>,
  findings: BundleFindings,
): void => {
  const founded = foundedWorkspace(keys)
  const differ = (message: string, file: string): void => findings.add('bundle_facts_differ', message, { file })
  if (founded === null) {
    differ('no sealed entry of the first key says which workspace this is', bundlePaths.caseFile)
    return
  }
  const { uid, institution, name } = founded
  if (told.uid !== uid || told.institution !== institution || told.name !== name)
    differ('it names another workspace or institution than was founded', bundlePaths.caseFile)
  const organizations = info.get('source-organization') ?? []
  if (organizations.length !== 1 || organizations[0] !== bagInfoValue(name))
    differ('it names another organization than the workspace that was founded', bundlePaths.bagInfo)
}

/**
 * B-41: the case. Not to be asked of entries that have faults: what follows from them is not known.
 *
 * @param opened in the order in which they take effect (Y-40)
 */
export const checkCaseFacts = (
  facts: CaseFile,
  opened: readonly OpenedFact[],
  keys: ReadonlyMap<string, KeyRecord>,
  findings: BundleFindings,
): void => {
  const differ = (what: string): void =>
    findings.add('bundle_facts_differ', `it says another ${what} than the sealed entries`, {
      file: bundlePaths.caseFile,
    })
  const state = caseStateOf(opened, keys)
  if (state === null) {
    findings.add('bundle_facts_differ', 'the entries do not tell a case from its opening on', {
      file: bundlePaths.caseFile,
    })
    return
  }
  const told = facts.case
  const same: readonly (readonly [what: string, holds: boolean])[] = [
    ['uid', told.uid === state.uid],
    ['id', told.id === state.id],
    ['number', told.number === state.number],
    ['status', told.status === state.status],
    ['priority', told.priority === state.priority],
    ['time of creation', timeIs(told.created_at, state.createdAtMs)],
    ['deadline', timeIs(told.sla_due_at, state.slaDueAtMs)],
    ['time of finishing', timeIs(told.finished_at, state.finishedAtMs)],
    ['outcome', (told.outcome ?? null) === state.outcome],
    ['legal hold', told.on_legal_hold === (state.hold !== null)],
  ]
  for (const [what, holds] of same) if (!holds) differ(what)
}

/** Types by which conflicts of a case arise or are settled. */
const contestTypes: ReadonlySet<string> = new Set([
  'case.opened',
  'status.changed',
  'owner.assigned',
  'priority.changed',
  'note.added',
  'hold.placed',
  'hold.released',
  'redaction.applied',
  'transition.superseded',
  'assignment.superseded',
  'conflict.settled',
  voidedType,
])

const sorted = (texts: readonly string[]): string => JSON.stringify([...texts].sort())

/** What is said of conflicts, as texts that are equal where it is the same. */
const conflictTexts = (
  conflicts: readonly {
    readonly kind: string
    readonly loser: string
    readonly winner: string
    readonly settled: { readonly entry: string; readonly how: string } | null
  }[],
): string =>
  sorted(
    conflicts.map(({ kind, loser, winner, settled }) =>
      [kind, loser, winner, settled?.entry ?? '', settled?.how ?? ''].join(' '),
    ),
  )

/** What was checked of the hub, which `case.json` is held against. */
export interface CheckedHub {
  readonly origin: string
  readonly kid: string
  readonly received: number
  readonly witnessed: HubFacts['witnessed']
  readonly lastReceiptAt: string | null
}

/** B-95: what `case.json` says of the hub and of conflicts. Asked of whole entries alone. */
export const checkHubFacts = (
  facts: CaseFile,
  hub: CheckedHub | null,
  opened: readonly OpenedFact[],
  findings: BundleFindings,
): void => {
  const differ = (what: string): void =>
    findings.add('bundle_facts_differ', `it says ${what} of the hub than the bundle holds`, {
      file: bundlePaths.caseFile,
    })
  const told = facts.hub
  if (told === undefined && hub === null) return
  if (told === undefined || hub === null) {
    findings.add(
      'bundle_facts_differ',
      told === undefined
        ? 'it says nothing of the hub whose signatures are in the bundle'
        : 'it speaks of a hub, and nothing of one is in the bundle',
      { file: bundlePaths.caseFile },
    )
    return
  }
  const contested = contestedIn(
    effective(opened).flatMap(({ id, payload }) =>
      contestTypes.has(payload.type) ? [{ id, type: payload.type, refs: payload.refs, pub: payload.pub }] : [],
    ),
  )
  if (told.origin !== hub.origin || told.kid !== hub.kid) differ('another name or key')
  if (told.received !== hub.received) differ('another number of entries')
  if (JSON.stringify(told.witnessed) !== JSON.stringify(hub.witnessed)) differ('another newest checkpoint')
  if (!timeIs(told.last_receipt_at, hub.lastReceiptAt === null ? null : Date.parse(hub.lastReceiptAt)))
    differ('another time of the newest receipt')
  if (conflictTexts(told.conflicts) !== conflictTexts(contested))
    findings.add('bundle_facts_differ', 'it tells other conflicts than the sealed entries', {
      file: bundlePaths.caseFile,
    })
}

/** B-95: the time stamp, as far as this verifier can check one. */
export const checkStampFacts = ({ hub: told }: CaseFile, { stamped }: CheckedLog, findings: BundleFindings): void => {
  const stated = told?.time_stamp
  if (stamped === null || stated === undefined) return
  if (stated === null || Date.parse(stated.at) !== Date.parse(stamped.at) || stated.signer !== stamped.signer)
    findings.add('bundle_facts_differ', 'it tells another time stamp than the bundle holds', {
      file: bundlePaths.caseFile,
    })
}

/** B-41: what `case.json` says of a chain. */
export const checkChainFacts = (
  stated: CaseFile['chains']['case'],
  report: VerifyReport,
  findings: BundleFindings,
): void => {
  if (stated.size === report.size && stated.root === report.root) return
  findings.add(
    'bundle_facts_differ',
    `it says that the chain ${stated.uid === 'workspace' ? 'of the workspace ' : ''}has ${stated.size} entries with another root than there are`,
    { file: bundlePaths.caseFile },
  )
}

const hexBytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

const holds = (proof: FiledProof, number: number, root: Uint8Array, size: number): boolean =>
  proof.leafIndex === number &&
  proof.treeSize === size &&
  verifyInclusion({ leafHash: hexBytes(proof.entry), index: number, size, proof: proof.hashes.map(hexBytes), root })

/**
 * B-33: each entry has a proof that holds against the newest checkpoint.
 *
 * @param head size and root of the newest checkpoint; null where there is none that can be believed
 */
export const checkProofs = (
  chain: FiledChain,
  proofs: ReadonlyMap<number, { readonly file: string; readonly proof: FiledProof }>,
  head: { readonly size: number; readonly root: Uint8Array } | null,
  faulty: ReadonlySet<number>,
  findings: BundleFindings,
): void => {
  const differ = (message: string, file: string): void => findings.add('bundle_facts_differ', message, { file })
  const numbers = new Set(chain.entries.map(({ number }) => number))
  for (const { number, entry } of chain.entries) {
    const known = proofs.get(number)
    const file = `${caseFolders.proofs ?? ''}${numbered(number)}${proofEnding}`
    if (known === undefined) {
      if (!findings.concerns(file))
        findings.add('bundle_file_missing', 'the proof of an entry has to be there', { file })
    } else if (!faulty.has(number) && known.proof.entry !== entry.id) {
      differ('it is the proof of another entry', file)
    } else if (head !== null && !holds(known.proof, number, head.root, head.size)) {
      differ('it does not hold against the newest checkpoint', file)
    }
  }
  for (const [number, { file }] of proofs)
    if (!numbers.has(number) && !findings.concerns(file)) differ('there is no such entry', file)
}
