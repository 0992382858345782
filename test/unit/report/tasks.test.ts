import { expect, test } from 'vitest'
import { plain } from '../../../main/report/model/phrase.ts'
import { reportOf } from '../../../main/report/report-of.ts'
import { taskEntryTypes } from '../../../shared/schema/timeline.ts'
import { SampleCase, ines, omar } from './sample-contents.ts'

const task = '018f0000-0000-7000-8000-00000000007a'

test('L-74: the report says in words what was done of tasks, and which step was overtaken', () => {
  const sample = new SampleCase()
  sample.open()
  const { id: added } = sample.seal({
    type: 'task.added',
    pub: {
      task,
      required: true,
      note_required: true,
      to_uid: ines,
      to_id: 1,
      due_at: '2026-03-12T12:00:00.000+00:00',
    },
    withheld: { title: 'Ask for a hold', description: 'By telephone.', assignee_name: 'Inês Prado' },
  })
  sample.seal({
    type: 'task.assigned',
    refs: [added],
    pub: { task, from_uid: ines, from_id: 1, to_uid: omar, to_id: 2 },
    withheld: { from_assignee: 'Inês Prado', to_assignee: 'عمر الفارسي' },
  })
  const done = { type: 'task.done', actor: omar, refs: [added], pub: { task, note_required: true } }
  const { id: first } = sample.seal({ ...done, withheld: { note: 'Held since 11:40.' } })
  sample.seal({ ...done, actor: ines, withheld: { note: 'Held, says the bank.' } })
  sample.seal({ type: 'task.reopened', refs: [first], pub: { task }, withheld: { reason: 'It was let go.' } })
  const { timeline, people } = reportOf(sample.contents())
  const rows = timeline.filter(({ type }) => type.startsWith('task.'))
  expect(rows.map(({ sentence }) => plain(sentence))).toEqual([
    'added the required task Ask for a hold for Inês Prado',
    'assigned the task “Ask for a hold” (entry 2) to عمر الفارسي',
    'marked as done: “Ask for a hold” (entry 2)',
    'marked as done: “Ask for a hold” (entry 2) (overtaken: this changed nothing)',
    'reopened the task “Ask for a hold” (entry 2)',
  ])
  expect(rows.map(({ facts }) => facts.map(({ label, value }) => `${label}: ${plain(value)}`))).toEqual([
    [expect.stringMatching(/^Due: 12 March 2026|^Due: 2026-03-12/u)],
    [],
    [],
    ['Overtaken by: entry 4'],
    [],
  ])
  expect(rows.map(({ passages }) => passages.map(({ label, text }) => `${label}: ${text}`))).toEqual([
    ['Description: By telephone.'],
    [],
    ['Note: Held since 11:40.'],
    ['Note: Held, says the bank.'],
    ['Reason: It was let go.'],
  ])
  expect(people.find(({ uid }) => uid === omar)?.roles).toContain('did tasks')
})

test.each(taskEntryTypes)('%s has a sentence of its own, also where its texts are withheld', (type) => {
  const sample = new SampleCase()
  sample.open()
  sample.seal({ type, pub: { task }, withheld: {} })
  const row = reportOf(sample.contents()).timeline.at(-1)
  expect(row === undefined ? '' : plain(row.sentence)).not.toMatch(/which this release does not know|^$/u)
})
