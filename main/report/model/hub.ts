import type { BundleContents, BundledChain, BundledConflict, BundledLogProof } from '../../bundle/contents.ts'
import { provenOf } from '../../../shared/text/proven.ts'
import { parseNote } from '../../seal/checkpoint.ts'
import { openCosignatures } from '../../seal/cosignature.ts'
import { parseVerifierKey } from '../../seal/verifier-key.ts'
import { countedText, momentOfText } from './formats.ts'
import { absent, code, joinedPhrases, value, words, type Phrase } from './phrase.ts'
import type { Fact } from './report.ts'

/** What is told of conflicts: at the entry that was overtaken, and at the one that settled it. */
export interface Contests {
  /** Whether an entry was overtaken, so that it changed nothing. */
  readonly isOvertaken: (entryId: string) => boolean
  readonly factsOf: (entryId: string) => readonly Fact[]
}

const hows: Readonly<Record<'kept' | 'redecided', string>> = {
  kept: 'what held was let stand',
  redecided: 'it was decided anew',
}

/**
 * The conflicts of a case by the entries that they concern.
 *
 * @param numbers the number of an entry by its id
 */
export const contestsOf = ({ hub }: BundleContents, numbers: ReadonlyMap<string, number>): Contests => {
  const conflicts = hub?.conflicts ?? []
  const byLoser = new Map(conflicts.map((conflict) => [conflict.loser, conflict]))
  const bySettler = Map.groupBy(conflicts, ({ settled }) => settled?.entry ?? '')
  const entry = (id: string): string => {
    const number = numbers.get(id)
    return number === undefined ? 'an entry that is not listed here' : `entry ${number}`
  }
  const lost = ({ winner, settled }: BundledConflict): Fact[] => [
    { label: 'Overtaken by', value: words(entry(winner)) },
    {
      label: 'Settled',
      value: settled === null ? absent('Not yet') : words(`by ${entry(settled.entry)}: ${hows[settled.how]}`),
    },
  ]
  return {
    isOvertaken: (id) => byLoser.has(id),
    factsOf: (id) => {
      const conflict = byLoser.get(id)
      const settles = (bySettler.get(id) ?? []).map(({ loser }): Fact => ({
        label: 'Settles',
        value: words(`that ${entry(loser)} was overtaken`),
      }))
      return conflict === undefined ? settles : [...lost(conflict), ...settles]
    },
  }
}

/** What the cover says of conflicts; nothing where there is no hub. */
export const conflictFacts = ({ hub }: BundleContents): Fact[] => {
  if (hub === undefined) return []
  const open = hub.conflicts.filter(({ settled }) => settled === null).length
  const told =
    hub.conflicts.length === 0
      ? 'None'
      : `${countedText(hub.conflicts.length, 'entry was overtaken', 'entries were overtaken')}, ${open === 0 ? 'all settled' : `${open} not settled`}`
  return [{ label: 'Conflicts', value: words(told) }]
}

const cosigners = (note: string, origin: string): string[] => {
  const names = (parseNote(note)?.signatures ?? []).map(({ name }) => name)
  return [...new Set(names.filter((name) => name !== origin && !name.startsWith(`${origin}/`)))]
}

const witnessed = (note: string | null, origin: string, entries: number): Phrase => {
  const [, size = ''] = note?.split('\n') ?? []
  if (note === null || !/^\d{1,15}$/.test(size)) return absent('No hub has vouched for this case yet')
  const others = cosigners(note, origin)
  return [
    ...words(
      `${size} of ${countedText(entries, 'entry', 'entries')}, in the order of the hub${others.length === 0 ? '' : ', cosigned by '}`,
    ),
    ...joinedPhrases(others.map(value)),
  ]
}

/** Who has cosigned the head of the log in which the case stands, of the witnesses that the exporting device trusts. */
const witnessFacts = (log: readonly BundledLogProof[]): Fact[] => {
  const proof = log.find(({ kind }) => kind === 'cosigned')
  const opened =
    proof === undefined
      ? null
      : openCosignatures(
          proof.head,
          proof.witnesses.flatMap((key) => parseVerifierKey(key, 'witness') ?? []),
        )
  if (proof === undefined || opened?.ok !== true || opened.value.length === 0)
    return [{ label: 'Witnesses', value: absent('None that this device trusts') }]
  const size = Number(proof.leaf.split('\n', 2)[1])
  return [
    {
      label: 'Witnesses',
      value: [
        ...words(`${countedText(size, 'entry', 'entries')} cosigned by `),
        ...joinedPhrases(
          opened.value.map(({ name, atSeconds }) =>
            value(`${name} (${momentOfText(new Date(atSeconds * 1_000).toISOString())})`),
          ),
        ),
      ],
    },
  ]
}

const stampFacts = (log: readonly BundledLogProof[]): Fact[] => {
  const proof = log.find(({ kind }) => kind === 'timestamped')
  if (proof === undefined || proof.stamp === null) return []
  const size = Number(proof.leaf.split('\n', 2)[1])
  return [
    {
      label: 'Time stamp',
      value: [
        ...words(
          `${countedText(size, 'entry', 'entries')}, ${momentOfText(new Date(proof.stamp.atMs).toISOString())}, by `,
        ),
        ...value(proof.stamp.signer),
      ],
    },
  ]
}

/** What the seal rests on at the hub; nothing where there is none. */
export const hubSealFacts = ({ hub, chain }: BundleContents): Fact[] => {
  if (hub === undefined || chain.hub === undefined) return []
  const { checkpoint, receipts } = chain.hub
  const last = receipts.reduce<string | null>(
    (newest, { at }) => (newest === null || Date.parse(newest) < Date.parse(at) ? at : newest),
    null,
  )
  return [
    { label: 'Hub', value: code(hub.origin) },
    { label: 'Key of the hub', value: code(hub.kid) },
    { label: 'Last witnessed', value: witnessed(checkpoint, hub.origin, chain.entries.length) },
    ...witnessFacts(chain.hub.log ?? []),
    ...stampFacts(chain.hub.log ?? []),
    { label: 'Last receipt', value: last === null ? absent('None') : words(momentOfText(last)) },
  ]
}

const coveredOf = ({ hub }: BundledChain): number => Number(hub?.checkpoint?.split('\n')[1] ?? 0)

/**
 * S-115, S-117: how far the case is proven to be complete, as the hub's newest checkpoint says: of the case, and of
 * what enrols its keys.
 */
export const endFact = ({ chain, workspaceChain }: BundleContents): Fact => {
  const { reach, witnessed: seen, complete } = provenOf({ entries: chain.entries.length, witnessed: coveredOf(chain) })
  const keys =
    reach === 'to_the_end' && coveredOf(workspaceChain) < workspaceChain.entries.length
      ? ' The newest entries about keys and people are not witnessed.'
      : ''
  const told = `${seen} ${complete}${keys}`
  return { label: 'The end', value: reach === 'to_the_end' && keys === '' ? words(told) : absent(told) }
}
