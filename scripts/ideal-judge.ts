/**
 * `node scripts/ideal-judge.ts FILE --test FROM..TO [--known-from DAY]`: how well somebody would rank the handbook's
 * payments who knew by which rules their frauds were made. What a model lacks of it can be learnt; what this lacks is
 * luck. The protocol, and what the figures mean, are those of `fieldseal model evaluate`.
 */
import { parseArgs } from 'node:util'
import { readActivities } from '../main/cli/model-activities.ts'
import { asDay, asDayRange } from '../main/cli/model-options.ts'
import { processIo } from '../main/cli/io.ts'
import { judgeIdeally } from './lib/ideal-judge.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { test: { type: 'string' }, 'known-from': { type: 'string' } },
})
const [file] = positionals
if (file === undefined || values.test === undefined) {
  console.error('usage: node scripts/ideal-judge.ts FILE --test FROM..TO [--known-from DAY]')
  process.exit(2)
}
const read = await readActivities(file, { timeZone: 'UTC', negative: 'refund' }, processIo)
if (!read.ok) {
  console.error(read.error.message)
  process.exit(1)
}
const knownFrom = values['known-from']
processIo.print(
  judgeIdeally(read.value.activities, asDayRange(values.test), knownFrom === undefined ? null : asDay(knownFrom)),
)
