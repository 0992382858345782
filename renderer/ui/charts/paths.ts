type Spot = { readonly x: number; readonly y: number }
type Span = { readonly x: number; readonly low: number; readonly high: number }

const at = (x: number, y: number): string => `${x.toFixed(1)},${y.toFixed(1)}`

/** Parts a row at its gaps. */
const runsOf = <T>(row: readonly (T | null)[]): readonly (readonly T[])[] => {
  const runs: T[][] = []
  let open = false
  for (const one of row) {
    if (one !== null && open) runs.at(-1)?.push(one)
    else if (one !== null) runs.push([one])
    open = one !== null
  }
  return runs
}

/** A line through the spots that breaks where one is missing; a lone spot is a dot by the line's round ends. */
export const linePath = (spots: readonly (Spot | null)[]): string =>
  runsOf(spots)
    .map((run) => `M${run.map(({ x, y }) => at(x, y)).join('L')}${run.length === 1 ? 'h0.01' : ''}`)
    .join('')

/** The area between the lows and the highs, in a piece for each stretch without a gap. */
export const areaPath = (spans: readonly (Span | null)[]): string =>
  runsOf(spans)
    .map(
      (run) =>
        `M${run.map(({ x, high }) => at(x, high)).join('L')}L${[...run]
          .reverse()
          .map(({ x, low }) => at(x, low))
          .join('L')}Z`,
    )
    .join('')
