/** Margins of an isolation forest by the share of activities that reach them: shares and margins go opposite ways. */
export type TailTable = readonly { readonly share: number; readonly margin: number }[]

const shares = [1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001] as const

/** The table of the margins that were seen: for each share the least margin of the most unusual part of that size. */
export const tailShares = (margins: Float32Array): TailTable => {
  const sorted = margins.slice().sort()
  const rows: { share: number; margin: number }[] = []
  for (const share of shares) {
    const place = Math.min(sorted.length - 1, Math.floor(sorted.length * (1 - share)))
    const margin = sorted[place]
    // A part smaller than one activity says nothing, and the table must rise.
    if (margin === undefined || share * sorted.length < 1 || margin <= (rows.at(-1)?.margin ?? -Infinity)) continue
    rows.push({ share, margin })
  }
  return rows
}

/**
 * The share of activities that are as unusual as this margin says, between the table's rows by the logarithm of the
 * share.
 */
const tailOf = (table: TailTable, margin: number): number => {
  let below = table[0]
  if (below === undefined || margin <= below.margin) return 1
  for (const row of table) {
    if (row.margin >= margin) {
      const part = row.margin === below.margin ? 1 : (margin - below.margin) / (row.margin - below.margin)
      return Math.exp(Math.log(below.share) + part * (Math.log(row.share) - Math.log(below.share)))
    }
    below = row
  }
  return below.share
}

/**
 * How unusual a margin is, 0 to 1, on the scale of risk: a quarter for each tenth part, so that one activity in ten
 * scores 0.25, one in a hundred 0.5, one in a thousand 0.75, one in ten thousand 1.
 */
export const unusualness = (table: TailTable, margin: number): number =>
  Math.min(1, Math.max(0, -Math.log10(tailOf(table, margin)) / 4))

/** Reads a table out of a model's attribute; null where it is none. */
export const readTail = (text: string | undefined): TailTable | null => {
  let value: unknown
  try {
    value = JSON.parse(text ?? 'null')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > 100) return null
  const rows: { share: number; margin: number }[] = []
  for (const row of value as unknown[]) {
    const [share, margin] = Array.isArray(row) ? (row as readonly unknown[]) : []
    const before = rows.at(-1)
    if (
      typeof share !== 'number' ||
      typeof margin !== 'number' ||
      !(share > 0) ||
      !(share <= 1) ||
      !Number.isFinite(margin)
    )
      return null
    if (before !== undefined && (share >= before.share || margin <= before.margin)) return null
    rows.push({ share, margin })
  }
  return rows
}
