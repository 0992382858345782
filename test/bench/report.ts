/** Median of measurements; these machines are noisy, so no mean is ever shown. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** One line of the result: a figure of ours beside a limit or peer measured in the same run. */
export interface BenchLine {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly limit: number
  readonly limitName: string
  /** ours / limit where more is better, limit / ours where less is better: 1 is the limit itself. */
  readonly ratio: number
  readonly aim: string
  readonly met: boolean
}

const shown = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3))

/** Prints a line for people, and the same as JSON for machines. */
export const printLine = (line: BenchLine): void => {
  const verdict = line.met ? 'met' : 'MISSED'
  console.log(
    `${line.name}: ${shown(line.ours)} ${line.unit}; ${line.limitName}: ${shown(line.limit)} ${line.unit}; ratio ${line.ratio.toFixed(2)} (aim ${line.aim}: ${verdict})`,
  )
  console.log(JSON.stringify(line))
}

/**
 * Runs `round` alternately for each contender, `rounds` times, and answers the median of each: noise hits both alike.
 */
export const alternate = async <K extends string>(
  rounds: number,
  contenders: Readonly<Record<K, () => number | Promise<number>>>,
): Promise<Record<K, number>> => {
  const names = Object.keys(contenders) as K[]
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>
  for (let round = 0; round < rounds; round++) for (const name of names) results[name].push(await contenders[name]())
  return Object.fromEntries(names.map((name) => [name, median(results[name])])) as Record<K, number>
}
