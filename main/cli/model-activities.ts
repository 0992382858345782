import type { NegativeMeaning } from '../../shared/schema/money.ts'
import type { EncodingName } from '../../shared/text/encoding-names.ts'
import type { Result } from '../../shared/schema/result.ts'
import { collect, type Collected, type CollectPlan } from '../detection/models/study/collect.ts'
import { engineMeter } from '../detection/models/study/engine-meter.ts'
import { readActivityFile, type ActivityFile } from './activity-file.ts'
import type { Io, Stop } from './io.ts'
import type { TransactionColumns } from './model-options.ts'
import { createProgress } from './progress.ts'

/** How the rows of a file of activities are read. */
export interface ActivityOptions {
  readonly mapping?: TransactionColumns
  readonly timeZone: string
  readonly negative: NegativeMeaning
  readonly encoding?: EncodingName
}

/** Reads the activities of a file, and tells which columns are what and which rows could not be read. */
export const readActivities = async (
  file: string,
  options: ActivityOptions,
  io: Io,
): Promise<Result<ActivityFile, Stop>> => {
  const read = await readActivityFile(file, {
    mapping: options.mapping ?? [],
    timeZone: options.timeZone,
    negative: options.negative,
    encoding: options.encoding,
  })
  if (!read.ok) return read
  io.say(`columns: ${read.value.columns}`)
  for (const { line, reason } of read.value.problems) io.say(`line ${line}: ${reason}`)
  if (read.value.rejected > 0)
    io.say(`${read.value.rejected.toLocaleString('en')} rows could not be read and are left out.`)
  return read
}

/** Passes activities through the features, in order of time. */
export const measuredActivities = (
  { activities }: ActivityFile,
  plan: Omit<CollectPlan, 'onProgress'>,
  io: Io,
): Collected => {
  const progress = createProgress(io, 'transactions')
  const onProgress = (done: number): boolean => {
    progress.update(done, activities.length)
    return true
  }
  const collected = collect(activities, engineMeter(), { ...plan, onProgress })
  progress.end()
  return collected
}
