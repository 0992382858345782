import { describe, expect, it } from 'vitest'
import { holdsWords, quotedBy } from '../../../../main/domain/reports/quotations.ts'
import type { Doomed } from '../../../../main/domain/reports/quotations.ts'
import type { ReportForm } from '../../../../shared/schema/reports.ts'
import { completeForm } from '../../../support/report-forms.ts'

const entryId = 'e'.repeat(64)
const doomed = (values: readonly unknown[], ...evidenceIds: readonly number[]): Doomed => ({
  entryIds: new Set([entryId]),
  evidenceIds: new Set(evidenceIds),
  values,
})
const saying = (text: string, sources: ReportForm['narrative'][number]['sources'] = []): ReportForm =>
  completeForm({ narrative: [{ id: 'n1', text, origin: 'written', sources, answers: [], paragraph: false }] })

describe('a form quotes what is erased', () => {
  it.each([
    [
      'by naming its entry',
      saying('Nothing of it.', [{ kind: 'entry', id: entryId }]),
      doomed(['Quite other words']),
      ['source'],
    ],
    [
      'by naming its evidence',
      saying('Nothing of it.', [{ kind: 'evidence', id: 7 }]),
      doomed(['Quite other words'], 7),
      ['source'],
    ],
    [
      'by its words, however they are spaced',
      saying('She said: “He came  twice that day.”'),
      doomed(['He came\ntwice that day']),
      ['text'],
    ],
    [
      'by both',
      saying('He came twice.', [{ kind: 'entry', id: entryId }]),
      doomed(['He came twice.']),
      ['source', 'text'],
    ],
    [
      'by a number of a list',
      saying('It is linked to customer 4242 of the institution.'),
      doomed([[1, 4242]]),
      ['text'],
    ],
    [
      'by a short number that a field holds alone',
      completeForm({ accounts: [{ ...completeForm().accounts[0]!, number: '17' }] }),
      doomed([[17]]),
      ['text'],
    ],
    [
      'not by another entry or piece',
      saying('None.', [
        { kind: 'entry', id: 'f'.repeat(64) },
        { kind: 'evidence', id: 8 },
      ]),
      doomed(['Words of it'], 7),
      [],
    ],
    ['not by a number within a longer one', saying('Account 142421 was used.'), doomed([[4242]]), []],
    ['not by a short word that stands there by chance', saying('It was so.'), doomed(['so']), []],
    ['not by what is erased already', saying('None.'), doomed([]), []],
  ] as const)('%s', (_name, form, what, by) => {
    expect(quotedBy(form, what)).toEqual(by)
  })

  it('and so does a title alone', () => {
    expect(holdsWords('Secretname Titlezz', doomed(['Secretname Titlezz']))).toBe(true)
    expect(holdsWords('', doomed(['']))).toBe(false)
  })
})
