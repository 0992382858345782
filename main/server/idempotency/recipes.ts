import { redactedText } from '../../../shared/schema/case.ts'
import type { CaseStore } from '../../storage/cases/case-store.ts'
import type { Recipe } from './idempotency.ts'

/**
 * The answer to a create holds the title, which a redaction may erase; so it is kept without it, and a replay reads the title of that
 * time from the first entry's disclosure, where redaction reaches it.
 */
const createdCase = (cases: Pick<CaseStore, 'timeline'>): Recipe => ({
  strip: ({ title: _title, ...data }) => data,
  restore: async (data) => {
    const timeline = await cases.timeline(data['id'] as number, { order: 'oldest', page: 1, size: 1 })
    const disclosed = timeline.ok ? timeline.value.data[0]?.withheld['title'] : undefined
    const { id, case_number, ...rest } = data
    return { id, case_number, title: disclosed?.state === 'disclosed' ? disclosed.value : redactedText, ...rest }
  },
})

/** The recipes of the operations whose answers hold text that can be erased. */
export const recipesFor = (cases: Pick<CaseStore, 'timeline'>): Readonly<Record<string, Recipe>> => ({ createCase: createdCase(cases) })
