import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createModel } from '../../../../main/detection/models/model.ts'
import { readOrigin } from '../../../../main/detection/models/onnx/origin.ts'
import { nextFloat, splitOf } from '../../../../main/detection/models/onnx/place-trees.ts'
import { backgroundLeast, mayBeOnnx, readOnnx } from '../../../../main/detection/models/onnx/read-onnx.ts'
import { readXgboostJson, type XgboostModel } from '../../../../main/detection/models/xgboost-json.ts'
import { onnxFile, smallAttributes, smallOnnx, type AttributeValue } from '../../../support/onnx-file.ts'
import { runsOf } from '../../../support/tries.ts'

const names = ['amount', 'hour']
const background = Array.from({ length: backgroundLeast }, (_, at) => Float32Array.of(at % 4 === 0 ? 500 : 20, at % 24))

const imported = (bytes: Uint8Array): XgboostModel => {
  const read = readOnnx(bytes, names)
  if (!read.ok) throw new Error(read.error.message)
  const text = read.value.text(background)
  if (!text.ok) throw new Error(text.error.message)
  const model = readXgboostJson(text.value)
  if (!model.ok) throw new Error(model.error.message)
  return model.value
}

const modelOf = (bytes: Uint8Array) => {
  const model = createModel('m', '1', imported(bytes))
  if (!model.ok) throw new Error(model.error.message)
  return model.value
}

const faultOf = (bytes: Uint8Array, given: readonly string[] | null = names) => {
  const read = readOnnx(bytes, given)
  return read.ok ? null : [read.error.code, read.error.message]
}

describe('trees that came as ONNX', () => {
  it('answer the sum of their leaves and the base, an absent value going the way that the file says', () => {
    const model = modelOf(smallOnnx())
    const marginOf = (amount: number | null, hour: number | null): number => model.score({ amount, hour }).margin
    expect([marginOf(99, 5), marginOf(100, 5), marginOf(100, 6), marginOf(null, null)]).toEqual([-1, 2, 1.25, -1.75])
    expect(model.score({ amount: 100, hour: 5 }).score).toBeCloseTo(1 / (1 + Math.exp(-2)), 12)
  })

  it('explain themselves exactly: bias and shares sum to the margin, by covers that were counted', () => {
    const model = modelOf(smallOnnx())
    const { bias, contributions } = model.explain({ amount: 500, hour: 2 })
    // A quarter of the background pays 500 and a quarter of the hours are 0 to 5; 200 rows hold 8 whole days and 8
    // hours more.
    const early = background.filter(([, hour]) => (hour ?? 0) <= 5).length / background.length
    expect(bias).toBeCloseTo(-0.5 + (0.75 * -1 + 0.25 * 2) + (early * 0.5 + (1 - early) * -0.25), 6)
    expect(contributions.reduce((sum, { share }) => sum + share, bias)).toBeCloseTo(2, 6)
  })

  it('keep what they were turned from', () => {
    expect(readOrigin(imported(smallOnnx()).attributes)).toMatchObject({
      format: 'onnx',
      producer: 'test',
      covers: 'activities',
      activities: backgroundLeast,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/u) as string,
    })
  })

  it('M-12: take the covers of the file where it says them, and no activities then', () => {
    const read = readOnnx(smallOnnx({ nodes_hitrates: { floats: [10, 7, 3, 10, 4, 6] } }), names)
    if (!read.ok) throw new Error(read.error.message)
    expect(read.value.needsBackground).toBe(false)
    const text = read.value.text([])
    const model = text.ok ? readXgboostJson(text.value) : text
    expect(model.ok && [...model.value.forest.cover].slice(0, 3)).toEqual([10, 7, 3])
  })

  it('M-12: are not kept without covers, from the file or from enough activities', () => {
    for (const hitrates of [null, { floats: [1, 1, 1, 1, 1, 1] }, { floats: [10, 7, 3, 10, 4, -6] }]) {
      const read = readOnnx(smallOnnx({ nodes_hitrates: hitrates }), names)
      const text = read.ok ? read.value.text(background.slice(1)) : read
      expect(text.ok ? null : text.error.code).toBe('no_covers')
    }
  })

  it('M-13: are the same text for the same file and background', () => {
    const text = (): string => {
      const read = readOnnx(smallOnnx(), names)
      const made = read.ok ? read.value.text(background) : read
      return made.ok ? made.value : ''
    }
    expect(text()).toBe(text())
    expect(text().length).toBeGreaterThan(100)
  })

  it('find the names of their features in the file, or need them', () => {
    expect(faultOf(smallOnnx({}, { metadata: { feature_names: '["amount","hour"]' } }), null)).toBeNull()
    expect(faultOf(smallOnnx(), null)?.[0]).toBe('no_feature_names')
    for (const feature_names of ['amount', '[]', '[1,2]', '["a","a"]', '["a"]'])
      expect(faultOf(smallOnnx({}, { metadata: { feature_names } }), null)?.[0]).toBe('bad_features')
    expect(faultOf(smallOnnx({}, { inputs: [{ name: 'input', width: 3 }] }))?.[0]).toBe('bad_features')
  })

  it('are told from JSON by their first byte', () => {
    expect([
      mayBeOnnx(smallOnnx()),
      mayBeOnnx(Buffer.from('{"learner":{}}')),
      mayBeOnnx(Buffer.from('\ufeff{}')),
      mayBeOnnx(new Uint8Array(0)),
    ]).toEqual([true, false, false, false])
  })
})

describe('a comparison turned into "below"', () => {
  const singles = fc.oneof(
    fc.float({ noNaN: true }),
    fc.constantFrom(
      0,
      -0,
      1.401298464324817e-45,
      -1.401298464324817e-45,
      3.4028234663852886e38,
      -3.4028234663852886e38,
      Infinity,
      -Infinity,
    ),
  )
  const holds = {
    BRANCH_LEQ: (x: number, t: number) => x <= t,
    BRANCH_LT: (x: number, t: number) => x < t,
    BRANCH_GTE: (x: number, t: number) => x >= t,
    BRANCH_GT: (x: number, t: number) => x > t,
  }

  it('M-11: holds of the same finite float32, for every comparison and threshold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('BRANCH_LEQ', 'BRANCH_LT', 'BRANCH_GTE', 'BRANCH_GT'),
        singles,
        singles,
        fc.boolean(),
        (comparison, threshold, other, same) => {
          const value = same ? threshold : other
          fc.pre(Number.isFinite(value))
          const split = splitOf(comparison, threshold)
          expect(Number.isFinite(split.threshold)).toBe(true)
          expect(value < split.threshold === split.trueIsLeft).toBe(holds[comparison](value, threshold))
        },
      ),
      { numRuns: runsOf(20_000) },
    )
  })

  it('uses the next float32, and no more', () => {
    fc.assert(
      fc.property(
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        (value) =>
          value === 3.4028234663852886e38 ||
          (nextFloat(value) > value && Math.fround((nextFloat(value) + value) / 2) <= nextFloat(value)),
      ),
    )
    expect([nextFloat(0), nextFloat(-0), nextFloat(1), nextFloat(-1)]).toEqual([
      1.401298464324817e-45, 1.401298464324817e-45, 1.0000001192092896, -0.9999999403953552,
    ])
  })
})

describe('M-14: an ONNX file that cannot be turned exactly', () => {
  const ensemble = {
    operator: 'TreeEnsembleClassifier',
    inputs: ['input'],
    outputs: ['label', 'scores'],
    attributes: smallAttributes,
  }
  const regression = Object.fromEntries(
    Object.entries<AttributeValue>(smallAttributes).flatMap(([name, value]): [string, AttributeValue][] =>
      name === 'classlabels_int64s' ? [] : [[name.replace(/^class_/u, 'target_'), value]],
    ),
  )

  it.each<[string, Uint8Array, string, RegExp]>([
    [
      'another operator',
      onnxFile({
        operators: [
          { operator: 'Scaler', inputs: ['input'], outputs: ['scaled'] },
          { ...ensemble, inputs: ['scaled'] },
        ],
      }),
      'unsupported_operator',
      /Scaler \(ai\.onnx\.ml\)/u,
    ],
    [
      'no trees',
      onnxFile({ operators: [{ operator: 'LinearClassifier', inputs: ['input'], outputs: ['label', 'scores'] }] }),
      'unsupported_operator',
      /LinearClassifier/u,
    ],
    [
      'an operator that changes the score',
      onnxFile({
        operators: [ensemble, { operator: 'Neg', domain: '', inputs: ['scores'], outputs: ['negative'] }],
        outputs: ['negative'],
      }),
      'unsupported_operator',
      /Neg/u,
    ],
    ['functions of its own', smallOnnx({}, { functions: true }), 'unsupported_operator', /functions/u],
    ['an unknown attribute', smallOnnx({ nodes_surprise: [1] }), 'unsupported_operator', /nodes_surprise/u],
    [
      'two ensembles',
      onnxFile({ operators: [ensemble, { ...ensemble, outputs: ['l', 's'] }] }),
      'several_outputs',
      /several ensembles/u,
    ],
    [
      'values of float64',
      smallOnnx({ nodes_values: null, nodes_values_as_tensor: [1] }),
      'unsupported_split',
      /nodes_values_as_tensor/u,
    ],
    [
      'an input of float64',
      smallOnnx({}, { inputs: [{ name: 'input', elementType: 11 }] }),
      'unsupported_split',
      /float64/u,
    ],
    ['an input of text', smallOnnx({}, { inputs: [{ name: 'input', elementType: 8 }] }), 'bad_features', /float32/u],
    ['two inputs', smallOnnx({}, { inputs: [{ name: 'input' }, { name: 'more' }] }), 'bad_features', /2 inputs/u],
    [
      'equality',
      smallOnnx({ nodes_modes: ['BRANCH_EQ', 'LEAF', 'LEAF', 'BRANCH_LEQ', 'LEAF', 'LEAF'] }),
      'unsupported_split',
      /BRANCH_EQ/u,
    ],
    ['three classes', smallOnnx({ classlabels_int64s: [0, 1, 2] }), 'several_outputs', /3 classes/u],
    [
      'classes with names',
      smallOnnx({ classlabels_int64s: null, classlabels_strings: ['fraud', 'genuine'] }),
      'unsupported_output',
      /"fraud" and "genuine"/u,
    ],
    ['weights of both classes', smallOnnx({ class_ids: [0, 1, 0, 1] }), 'several_outputs', /several classes/u],
    ['two base values', smallOnnx({ base_values: { floats: [1, 2] } }), 'several_outputs', /base values/u],
    ['softmax', smallOnnx({ post_transform: 'SOFTMAX' }), 'unsupported_output', /SOFTMAX/u],
    [
      'a classifier whose sum is no probability',
      smallOnnx({ post_transform: 'NONE' }),
      'unsupported_output',
      /no probability/u,
    ],
    ['the least of the trees', smallOnnx({ aggregate_function: 'MIN' }), 'unsupported_output', /MIN/u],
    [
      'several targets',
      onnxFile({
        operators: [
          {
            operator: 'TreeEnsembleRegressor',
            inputs: ['input'],
            outputs: ['scores'],
            attributes: { ...regression, post_transform: 'NONE', n_targets: 2 },
          },
        ],
      }),
      'several_outputs',
      /2 targets/u,
    ],
    [
      'a transform that is read in two ways',
      onnxFile({
        operators: [
          { operator: 'TreeEnsembleRegressor', inputs: ['input'], outputs: ['scores'], attributes: regression },
        ],
      }),
      'unsupported_output',
      /Sigmoid/u,
    ],
    [
      'a cycle',
      smallOnnx({
        nodes_modes: ['BRANCH_LT', 'BRANCH_LT', 'LEAF', 'BRANCH_LEQ', 'LEAF', 'LEAF'],
        nodes_truenodeids: [1, 0, 0, 1, 0, 0],
        nodes_falsenodeids: [2, 2, 0, 2, 0, 0],
        class_treeids: [0, 1, 1],
        class_nodeids: [2, 1, 2],
        class_ids: [0, 0, 0],
        class_weights: { floats: [1, 1, -1] },
      }),
      'bad_tree',
      /reached twice/u,
    ],
    [
      'a node that is its own child',
      smallOnnx({ nodes_truenodeids: [0, 0, 0, 1, 0, 0] }),
      'bad_tree',
      /reached twice/u,
    ],
    [
      'a child that is not there',
      smallOnnx({ nodes_truenodeids: [7, 0, 0, 1, 0, 0] }),
      'bad_tree',
      /leads to no node/u,
    ],
    ['a node that is there twice', smallOnnx({ nodes_nodeids: [0, 1, 1, 0, 1, 2] }), 'bad_tree', /twice/u],
    ['columns of different lengths', smallOnnx({ nodes_featureids: [0, 0] }), 'bad_tree', /nodes_featureids has 2/u],
    ['a weight of no leaf', smallOnnx({ class_nodeids: [1, 0, 1, 2] }), 'bad_tree', /belongs to no leaf/u],
    ['two weights of one leaf', smallOnnx({ class_nodeids: [1, 1, 1, 2] }), 'several_outputs', /several weights/u],
    [
      'a weight that is not finite',
      smallOnnx({ class_weights: { floats: [-1, Infinity, 0.5, -0.25] } }),
      'bad_tree',
      /no finite value/u,
    ],
    [
      'a threshold that is no number',
      smallOnnx({ nodes_values: { floats: [Number.NaN, 0, 0, 5, 0, 0] } }),
      'bad_tree',
      /no threshold/u,
    ],
    ['a feature that is not there', smallOnnx({ nodes_featureids: [2, 0, 0, 1, 0, 0] }), 'bad_features', /feature 2/u],
    ['a feature below none', smallOnnx({ nodes_featureids: [-1, 0, 0, 1, 0, 0] }), 'bad_features', /none of the 2/u],
    ['a base that is not finite', smallOnnx({ base_values: { floats: [Infinity] } }), 'bad_base_score', /finite/u],
  ])('is refused by name: %s', (_what, bytes, code, message) => {
    const fault = faultOf(bytes)
    expect(fault?.[0]).toBe(code)
    expect(fault?.[1]).toMatch(message)
  })

  it('is refused where its trees are deeper than is walked', () => {
    const depth = 70
    const nodes = Array.from({ length: 2 * depth + 1 }, (_, node) => node)
    const isSplit = (node: number): boolean => node % 2 === 0 && node < 2 * depth
    const leaves = nodes.filter((node) => !isSplit(node))
    const fault = faultOf(
      smallOnnx({
        nodes_treeids: nodes.map(() => 0),
        nodes_nodeids: nodes,
        nodes_featureids: nodes.map(() => 0),
        nodes_values: { floats: nodes },
        nodes_modes: nodes.map((node) => (isSplit(node) ? 'BRANCH_LT' : 'LEAF')),
        nodes_truenodeids: nodes.map((node) => (isSplit(node) ? node + 1 : 0)),
        nodes_falsenodeids: nodes.map((node) => (isSplit(node) ? node + 2 : 0)),
        nodes_missing_value_tracks_true: nodes.map(() => 0),
        class_treeids: leaves.map(() => 0),
        class_nodeids: leaves,
        class_ids: leaves.map(() => 0),
        class_weights: { floats: leaves.map((leaf) => leaf - depth) },
      }),
    )
    expect(fault).toEqual(['bad_tree', expect.stringContaining('deeper than 64 splits')])
  })

  it('is refused where a list is longer than is taken, without reading it whole', () => {
    const long = Buffer.alloc(1_000_010)
    const packed = Buffer.concat([Buffer.from([0x42, 0xca, 0x84, 0x3d]), long])
    expect(faultOf(smallOnnx({ nodes_treeids: { bytes: packed } }))).toEqual([
      'too_large',
      expect.stringContaining('more than 1000000 values'),
    ])
  })
})

describe('bytes that are no ONNX file', () => {
  it.each([
    ['nothing', new Uint8Array(0)],
    ['text', Buffer.from('what is this?')],
    ['groups within groups', Buffer.alloc(5_000, 0x0b)],
    ['a length beyond the end', Buffer.from([0x3a, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    ['a varint without an end', Buffer.alloc(40, 0xff)],
    ['a graph that is a number', Buffer.from([0x38, 0x01])],
  ])('are refused: %s', (_what, bytes) => {
    expect(faultOf(bytes)?.[0]).toBe('not_onnx')
  })

  it('never do more than be refused, however a file is cut or changed', () => {
    const whole = smallOnnx()
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 4 }),
        (length, changes) => {
          const bytes = whole.slice(0, length)
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
          const read = readOnnx(bytes, names)
          if (!read.ok) return
          const text = read.value.text(background)
          if (text.ok) expect(readXgboostJson(text.value).ok).toBe(true)
        },
      ),
      { numRuns: runsOf(3_000) },
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => !readOnnx(bytes, names).ok),
      { numRuns: runsOf(2_000) },
    )
  })
})
