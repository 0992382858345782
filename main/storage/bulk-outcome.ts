import type { Refusal } from '../../shared/api/errors.ts'
import type { Result } from '../../shared/schema/result.ts'

/** What became of one of many that are changed each by itself. */
interface Done {
  readonly id: number
  readonly result: Result<{ readonly entry_id: string }, Refusal>
}

/** What is told of many that were each changed or refused by themselves. */
export const bulkOutcome = (outcomes: readonly Done[]) => {
  const results = outcomes.map(({ id, result }) =>
    result.ok
      ? { id, ok: true, entry_id: result.value.entry_id }
      : { id, ok: false, error: { code: result.error.code, message: result.error.message } },
  )
  const changed = results.filter((result) => result.ok).length
  return { changed, refused: results.length - changed, results }
}
