import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { named, type StatedChange } from './changes.ts'
import { factOf } from './entryFacts.ts'
import type { DetectionEntryType } from '../../../../shared/schema/timeline.ts'

const titleOf = (facts: unknown): unknown =>
  typeof facts === 'object' && facts !== null && 'title' in facts ? facts.title : null

/** The alert by its title where the entry froze it, else by its number. */
const alertOf = (entry: TimelineEntry): StatedChange[] => {
  const facts = factOf(entry, 'facts')
  const title = facts?.state === 'shown' ? titleOf(facts.value) : null
  const id = named('alert', 'alert', entry, ['alert_id'])
  return typeof title === 'string'
    ? [...id, { field: 'alertTitle', kind: 'text', from: null, to: { state: 'shown', value: title } }]
    : id
}

const outcomeOf = (entry: TimelineEntry): StatedChange[] => named('outcome', 'outcome', entry)

/** What the entries of detection state or change. */
export const detectionChanges: Readonly<Record<DetectionEntryType, (entry: TimelineEntry) => readonly StatedChange[]>> =
  {
    'alert.attached': (entry) => [...alertOf(entry), ...named('risk', 'risk', entry, ['risk_level'])],
    'alert.detached': alertOf,
    'alert.moved': (entry) => [
      { field: 'alertStatus', kind: 'alertStatus', from: factOf(entry, 'from'), to: factOf(entry, 'to') },
      ...alertOf(entry),
    ],
    'alert.assigned': (entry) => [
      { field: 'assignee', kind: 'user', from: factOf(entry, 'from_id'), to: factOf(entry, 'to_id') },
      ...alertOf(entry),
    ],
    'decision.recorded': (entry) => [...outcomeOf(entry), ...alertOf(entry)],
    'decision.proposed': (entry) => [...outcomeOf(entry), ...alertOf(entry)],
    'decision.approved': outcomeOf,
    'decision.refused': outcomeOf,
  }
