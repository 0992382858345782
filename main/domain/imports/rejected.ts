/** What stands before the cells of a rejected row in a CSV file. */
export const rejectedHeaders = ['line', 'reason'] as const

/**
 * The members that a rejected row of JSON lines begins with; `text` holds a line that could not be read. Their names
 * are such that no row has them of its own.
 */
export const rejectedMembers = { line: 'rejected_line', reason: 'rejected_reason', text: 'rejected_text' } as const

const memberNames: ReadonlySet<string> = new Set(Object.values(rejectedMembers))

/**
 * Columns that a file of rejected rows has put before the rows' own: they say nothing of the rows, and a file that is
 * mended and imported again says nothing by them.
 */
export const rejectedColumns = (columns: readonly string[]): ReadonlySet<number> => {
  const found = new Set<number>()
  for (let at = 0; columns[at] === rejectedHeaders[0] && columns[at + 1] === rejectedHeaders[1]; at += 2)
    found.add(at).add(at + 1)
  columns.forEach((name, column) => {
    if (memberNames.has(name)) found.add(column)
  })
  return found
}
