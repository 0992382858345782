import { seededRandom } from './random.ts'
import { seedOfRun } from './seed-of-run.ts'

/** Whether everything is asked that there is to ask, as in CI. */
export const isFullDepth = (): boolean => process.env['FIELDSEAL_DEPTH'] === 'full'

/**
 * How often a test of chance is tried, or how much is drawn by one of a great amount. `npm test` as people run it takes
 * `everyday`; where there is more time, as in CI, `FIELDSEAL_DEPTH=full` takes `full`.
 *
 * @param variable an environment variable that overrules both with a figure of its own
 */
export const tries = (
  variable: string,
  { everyday, full }: { readonly everyday: number; readonly full: number },
): number => {
  const own = process.env[variable]
  if (own !== undefined) return Number(own)
  return isFullDepth() ? full : everyday
}

/**
 * With how many values a property is tried: with all of them at full depth, and in people's own runs with a third,
 * which are others with each seed.
 */
export const runsOf = (full: number): number => (isFullDepth() ? full : Math.ceil(full / 3))

/** One of each `nth` that follow one another, the last of them fewer. */
const oneOfEach = <T>(row: readonly T[], nth: number, random: () => number): T[] =>
  Array.from({ length: Math.ceil(row.length / nth) }, (_, part) => row.slice(part * nth, (part + 1) * nth)).flatMap(
    (part) => part.slice(Math.floor(random() * part.length)).slice(0, 1),
  )

/**
 * What of a long row of like cases is tried: each of them at full depth, and in people's own runs one of each `nth`,
 * which the seed of the run chooses.
 *
 * @param kindOf of every kind at least one is tried; default: all are of one
 */
export const someOf = <T>(all: readonly T[], nth: number, kindOf: (one: T) => string = () => ''): readonly T[] => {
  if (isFullDepth()) return all
  const random = seededRandom(seedOfRun())
  const chosen = new Set(
    [...Map.groupBy(all.keys(), (index) => kindOf(all[index] as T)).values()].flatMap((indexes) =>
      oneOfEach(indexes, nth, random),
    ),
  )
  return all.filter((_, index) => chosen.has(index))
}
