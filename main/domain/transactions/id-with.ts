import { activityIdMax } from '../../../shared/schema/activity.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { isBlank, type CellProblem, type RowValue } from '../imports/cells.ts'
import { readRowId } from './read-id.ts'
import type { TimedActivity } from './read-activity.ts'
import { madePrefix } from './made-ids.ts'

type ReadRow = (values: readonly RowValue[]) => Result<TimedActivity, readonly CellProblem[]>

/**
 * Tells identifiers apart that are unique only beside another column, most often the account: what stands there is put
 * before each, with a slash between. An identifier that was made says it already.
 *
 * @param column index of the other column
 * @param name its header
 */
export const withIdBeside =
  (read: ReadRow, column: number, name: string): ReadRow =>
  (values) => {
    const row = read(values)
    if (!row.ok || row.value.event.transaction_id.startsWith(madePrefix)) return row
    const problem = (reason: string): Result<never, readonly CellProblem[]> =>
      fail([{ column: name, value: null, reason }])
    if (isBlank(values[column])) return problem('is empty, and identifiers are told apart by it')
    const beside = readRowId(values[column])
    if (!beside.ok) return problem(beside.error)
    const id = `${typeof beside.value === 'string' ? beside.value : JSON.stringify(beside.value)}/${row.value.event.transaction_id}`
    if (id.length > activityIdMax) return problem(`makes an identifier of more than ${activityIdMax} characters`)
    return ok({ ...row.value, event: { ...row.value.event, transaction_id: id } })
  }
