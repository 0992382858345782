/**
 * `node scripts/default-model.ts`: makes the shipped model anew, byte for byte, and tells how it does. `--check` only
 * compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { defaultModelPlan, makeDefaultModel, measureDefaultModel, otherWorld } from './lib/default-model.ts'
import { inRoot } from './lib/paths.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const place = inRoot('main/detection/models/shipped/default-model.json')
const { file, evaluation } = makeDefaultModel(defaultModelPlan)
const text = `${JSON.stringify({ name: 'Fieldseal default', version: '3', file })}\n`
const other = measureDefaultModel(file, otherWorld, defaultModelPlan.test)
for (const [world, { auc, average_precision: precision, card_precision: cards, frauds, activities }] of [
  ['its own world', evaluation],
  ['another world', other],
] as const) {
  console.error(
    `${world}: ${activities} activities, ${frauds} frauds, AUC ${auc?.toFixed(4)}, average precision ${precision?.toFixed(4)}, card precision@100 ${cards.find(({ k }) => k === 100)?.value?.toFixed(3)}`,
  )
}
if (!values.check) writeFileSync(place, text)
else if (readFileSync(place, 'utf8') !== text) {
  console.error('The shipped model is not what this script makes.')
  process.exitCode = 1
}
