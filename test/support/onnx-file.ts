import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'

/** A part of an ONNX file as it is written: fields by their numbers, in order. */
type Field = readonly [number, Uint8Array | string | number]

const message = (fields: readonly Field[]): Uint8Array => {
  const writer = new BinaryWriter()
  for (const [number, value] of fields) {
    if (typeof value === 'number') writer.tag(number, WireType.Varint).int64(value)
    else if (typeof value === 'string') writer.tag(number, WireType.LengthDelimited).string(value)
    else writer.tag(number, WireType.LengthDelimited).bytes(value)
  }
  return writer.finish()
}

const floats = (values: readonly number[]): Uint8Array => {
  const writer = new BinaryWriter().tag(7, WireType.LengthDelimited).fork()
  for (const value of values) writer.float(value)
  return writer.join().finish()
}

/** An attribute of an operator: a list of floats is written as `{ floats: [...] }`, of integers as it is. */
export type AttributeValue =
  | readonly number[]
  | readonly string[]
  | { readonly floats: readonly number[] }
  | string
  | number
  | { readonly bytes: Uint8Array }

const attribute = (name: string, value: AttributeValue): Uint8Array => {
  if (typeof value === 'string')
    return message([
      [1, name],
      [4, value],
    ])
  if (typeof value === 'number')
    return message([
      [1, name],
      [3, value],
    ])
  if ('floats' in value) return Buffer.concat([message([[1, name]]), floats(value.floats)])
  if ('bytes' in value) return Buffer.concat([message([[1, name]]), value.bytes])
  return message([[1, name], ...value.map((item): Field => (typeof item === 'string' ? [9, item] : [8, item]))])
}

export interface WrittenOperator {
  readonly operator: string
  readonly domain?: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes?: Readonly<Record<string, AttributeValue>>
}

export interface WrittenOnnx {
  readonly operators: readonly WrittenOperator[]
  readonly inputs?: readonly { readonly name: string; readonly elementType?: number; readonly width?: number }[]
  readonly outputs?: readonly string[]
  readonly metadata?: Readonly<Record<string, string>>
  readonly functions?: boolean
}

const input = ({
  name,
  elementType = 1,
  width,
}: {
  readonly name: string
  readonly elementType?: number
  readonly width?: number
}): Uint8Array => {
  const shape = message([
    [1, message([])],
    [1, message(width === undefined ? [] : [[1, width]])],
  ])
  return message([
    [1, name],
    [
      2,
      message([
        [
          1,
          message([
            [1, elementType],
            [2, shape],
          ]),
        ],
      ]),
    ],
  ])
}

const operatorOf = ({
  operator,
  domain = 'ai.onnx.ml',
  inputs,
  outputs,
  attributes = {},
}: WrittenOperator): Uint8Array =>
  message([
    ...inputs.map((name): Field => [1, name]),
    ...outputs.map((name): Field => [2, name]),
    [4, operator],
    ...Object.entries(attributes).map(([name, value]): Field => [5, attribute(name, value)]),
    [7, domain],
  ])

/** Writes an ONNX file; by default a table of floats goes in and `scores` comes out. */
export const onnxFile = ({
  operators,
  inputs = [{ name: 'input' }],
  outputs = ['scores'],
  metadata = {},
  functions = false,
}: WrittenOnnx): Uint8Array => {
  const graph = message([
    ...operators.map((one): Field => [1, operatorOf(one)]),
    ...inputs.map((one): Field => [11, input(one)]),
    ...outputs.map((name): Field => [12, message([[1, name]])]),
  ])
  return message([
    [1, 8],
    [2, 'test'],
    [7, graph],
    ...Object.entries(metadata).map(([key, value]): Field => [
      14,
      message([
        [1, key],
        [2, value],
      ]),
    ]),
    ...(functions ? [[25, message([])] as const] : []),
  ])
}

/** Two small trees over two features, as xgboost's classifier is exported: `amount < 100`, then `hour <= 5`. */
export const smallAttributes = {
  nodes_treeids: [0, 0, 0, 1, 1, 1],
  nodes_nodeids: [0, 1, 2, 0, 1, 2],
  nodes_featureids: [0, 0, 0, 1, 0, 0],
  nodes_values: { floats: [100, 0, 0, 5, 0, 0] },
  nodes_modes: ['BRANCH_LT', 'LEAF', 'LEAF', 'BRANCH_LEQ', 'LEAF', 'LEAF'],
  nodes_truenodeids: [1, 0, 0, 1, 0, 0],
  nodes_falsenodeids: [2, 0, 0, 2, 0, 0],
  nodes_missing_value_tracks_true: [1, 0, 0, 0, 0, 0],
  class_treeids: [0, 0, 1, 1],
  class_nodeids: [1, 2, 1, 2],
  class_ids: [0, 0, 0, 0],
  class_weights: { floats: [-1, 2, 0.5, -0.25] },
  classlabels_int64s: [0, 1],
  base_values: { floats: [-0.5] },
  post_transform: 'LOGISTIC',
} as const satisfies Readonly<Record<string, AttributeValue>>

/** The file of those trees, with changes of attributes; null leaves one out. */
export const smallOnnx = (
  changes: Readonly<Record<string, AttributeValue | null>> = {},
  file: Partial<WrittenOnnx> = {},
): Uint8Array => {
  const attributes = Object.fromEntries(
    Object.entries<AttributeValue | null>({ ...smallAttributes, ...changes }).filter(
      (entry): entry is [string, AttributeValue] => entry[1] !== null,
    ),
  )
  return onnxFile({
    operators: [{ operator: 'TreeEnsembleClassifier', inputs: ['input'], outputs: ['label', 'scores'], attributes }],
    ...file,
  })
}
