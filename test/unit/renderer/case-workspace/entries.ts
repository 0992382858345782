import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'

/** An entry of the timeline for tests; give what matters. */
export const entryOf = (given: Partial<TimelineEntry>): TimelineEntry => ({
  entry_id: 'a'.repeat(64),
  position: 0,
  place: 0,
  placed: false,
  type: 'note.added',
  at: '2026-11-20T09:30:00.000+00:00',
  actor: { id: 1, name: 'Ana Ruiz' },
  device: { id: '01912345-0000-7000-8000-000000000001', number: 0 },
  seq: 1,
  values: {},
  withheld: {},
  seal: { state: 'verified', codes: [], covered: true },
  ...given,
})

export const digest = (letter: string): string => letter.repeat(43)
