import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { predictionOf } from '../../main/detection/models/objectives.ts'
import { createScorer } from '../../main/detection/models/scorer.ts'
import { createTreeShap } from '../../main/detection/models/tree-shap.ts'
import { readXgboostJson } from '../../main/detection/models/xgboost-json.ts'
import { smallModel } from '../unit/detection/models/small-model.ts'
import { findPythonWith, judge } from './judges.ts'

interface Outputs {
  readonly rows: readonly (readonly (number | null)[])[]
  readonly predictions: readonly number[]
  readonly margins: readonly number[]
  readonly shares: readonly (readonly number[])[]
}

const python = findPythonWith('xgboost')
const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-xgboost-'))
const script = path.join(import.meta.dirname, 'xgboost-outputs.py')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Holds what we answer for every row of a model against what xgboost answered. */
const compare = (model: string, outputs: string): void => {
  const read = readXgboostJson(readFileSync(path.join(folder, model), 'utf8'))
  if (!read.ok) throw new Error(read.error.message)
  const { forest, baseMargin, objective, featureCount } = read.value
  const theirs = JSON.parse(readFileSync(path.join(folder, outputs), 'utf8')) as Outputs
  const score = createScorer(forest, baseMargin)
  const shap = createTreeShap(forest, baseMargin)
  expect(theirs.rows.length).toBeGreaterThan(100)
  for (const [at, row] of theirs.rows.entries()) {
    const values = Float32Array.from(row, (value) => value ?? Number.NaN)
    const margin = score(values)
    expect(margin).toBe(theirs.margins[at])
    expect(Math.abs(predictionOf(objective, margin) - (theirs.predictions[at] ?? Number.NaN))).toBeLessThan(1e-6)
    const shares = new Float64Array(featureCount)
    shap.explain(values, shares)
    for (const [feature, share] of [...shares, shap.bias].entries())
      expect(Math.abs(share - (theirs.shares[at]?.[feature] ?? Number.NaN))).toBeLessThan(1e-5)
  }
}

describe.skipIf(python === null)('a model that xgboost trained', () => {
  beforeAll(() => {
    const made = judge(python ?? '', script, folder)
    if (!made.accepted) throw new Error(made.output)
  }, 300_000)

  it.each([
    'logistic',
    'average',
    'parallel',
    'raw',
    'squared',
    'exact',
    'lossguide',
    'monotone',
    'categories',
    'one-hot',
  ])('scores and explains here as there: %s', (name) => compare(`${name}.json`, `${name}.outputs.json`))
})

describe.skipIf(python === null)('a model that we trained', () => {
  it('is loaded by xgboost, which answers as we do', () => {
    const file = path.join(folder, 'ours.json')
    writeFileSync(file, smallModel())
    const made = judge(python ?? '', script, folder, file)
    if (!made.accepted) throw new Error(made.output)
    compare('ours.json', 'ours.outputs.json')
  }, 120_000)
})
