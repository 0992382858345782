import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOnnx } from '../../main/detection/models/onnx/read-onnx.ts'
import { sigmoid } from '../../main/detection/models/objectives.ts'
import { createScorer } from '../../main/detection/models/scorer.ts'
import { createTreeShap } from '../../main/detection/models/tree-shap.ts'
import { readXgboostJson, type XgboostModel } from '../../main/detection/models/xgboost-json.ts'
import { findPythonWith, judge } from './judges.ts'

type Rows = readonly (readonly (number | null)[])[]

const python = findPythonWith('onnxruntime, onnxmltools, skl2onnx, lightgbm, xgboost')
const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-onnx-'))
const script = path.join(import.meta.dirname, 'onnx-outputs.py')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const names = ['a', 'b', 'c', 'd', 'e', 'f']
const outputs = <T>(name: string): T => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as T
const vector = (row: Rows[number]): Float32Array => Float32Array.from(row, (value) => value ?? Number.NaN)

const imported = (name: string, background: Rows): XgboostModel => {
  const read = readOnnx(readFileSync(path.join(folder, `${name}.onnx`)), names)
  if (!read.ok) throw new Error(read.error.message)
  const text = read.value.text(background.map(vector))
  if (!text.ok) throw new Error(text.error.message)
  const model = readXgboostJson(text.value)
  if (!model.ok) throw new Error(model.error.message)
  return model.value
}

describe.skipIf(python === null)('M-11: a model that came as ONNX', () => {
  beforeAll(() => {
    const made = judge(python ?? '', script, folder)
    if (!made.accepted) throw new Error(made.output)
  }, 300_000)

  it.each([
    'xgboost-classifier',
    'xgboost-regressor',
    'lightgbm-classifier',
    'lightgbm-booster-no-zipmap',
    'lightgbm-regressor',
    'sklearn-classifier',
    'sklearn-classifier-no-zipmap',
    'sklearn-regressor',
    'sklearn-forest',
    'tree-ensemble',
    'mixed-comparisons',
  ])('answers 1,000 rows with missing values as onnxruntime does: %s', (name) => {
    const { rows, predictions } = outputs<{ rows: Rows; predictions: readonly number[] }>(`${name}.outputs.json`)
    const { forest, baseMargin, objective } = imported(name, rows)
    const score = createScorer(forest, baseMargin)
    const worst = Math.max(
      ...rows.map((row, at) => {
        const margin = score(vector(row))
        return Math.abs((objective === 'binary:logitraw' ? sigmoid(margin) : margin) - (predictions[at] ?? Number.NaN))
      }),
    )
    expect(rows.length).toBe(1_000)
    expect(worst).toBeLessThan(1e-6)
  })

  it('counts covers from the activities that it was trained on as xgboost did, and explains as xgboost does', () => {
    const {
      rows,
      background,
      shares: theirs,
    } = outputs<{ rows: Rows; background: Rows; shares: readonly (readonly number[])[] }>('shares.json')
    const { forest, baseMargin, featureCount } = imported('xgboost-regressor', background)
    const shap = createTreeShap(forest, baseMargin)
    const worst = Math.max(
      ...rows.map((row, at) => {
        const shares = new Float64Array(featureCount)
        shap.explain(vector(row), shares)
        return Math.max(
          ...[...shares, shap.bias].map((share, feature) => Math.abs(share - (theirs[at]?.[feature] ?? Number.NaN))),
        )
      }),
    )
    expect(worst).toBeLessThan(1e-5)
  })

  it.each([
    ['logistic-target', 'unsupported_output'],
    ['three-classes', 'several_outputs'],
    ['scaled', 'unsupported_operator'],
    ['named-classes', 'unsupported_output'],
    ['categories', 'unsupported_split'],
  ])('is refused by name where it cannot be turned exactly: %s', (name, code) => {
    const read = readOnnx(readFileSync(path.join(folder, `${name}.onnx`)), names)
    expect(read.ok ? null : read.error.code).toBe(code)
  })
})
