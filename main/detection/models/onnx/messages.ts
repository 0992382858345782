import { createProtoReader, NotProtobuf, TooMuch, type ProtoReader } from './proto-reader.ts'
import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { modelFault, type ModelFault } from '../fault.ts'

/** Most nodes of all trees together, and values of a list: what they become must fit into one text. */
export const graphNodesMax = 1_000_000

/** Types of elements, by their numbers in `TensorProto.DataType`. */
export const elementTypes = { float: 1, uint8: 2, double: 11 } as const

/** An attribute of an operator: whichever of its values the file holds. */
export interface OnnxAttribute {
  readonly integer: number | null
  readonly text: string | null
  readonly tensor: OnnxTensor | null
  readonly floats: readonly number[]
  readonly integers: readonly number[]
  readonly texts: readonly string[]
}

/**
 * A tensor of float32 or uint8 that stands in the file; `values` is null where it is of another type, or lies
 * elsewhere.
 */
export interface OnnxTensor {
  readonly name: string
  readonly elementType: number
  readonly values: readonly number[] | null
}

export interface OnnxNode {
  readonly operator: string
  readonly domain: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: ReadonlyMap<string, OnnxAttribute>
}

/** An input or output of the graph. */
export interface OnnxValue {
  readonly name: string
  /** Of a tensor; null of a sequence or a map. */
  readonly elementType: number | null
  /** Of a tensor, null where a dimension is open. */
  readonly shape: readonly (number | null)[]
}

/** What is read of a file. */
export interface OnnxFile {
  readonly producer: string
  readonly hasFunctions: boolean
  readonly nodes: readonly OnnxNode[]
  readonly inputs: readonly OnnxValue[]
  readonly outputs: readonly OnnxValue[]
  readonly initializers: readonly OnnxTensor[]
  /** What whoever made the file wrote beside it. */
  readonly metadata: ReadonlyMap<string, string>
}

const nameBytes = 1_000
const itemsMax = 1_000
const metadataBytes = 4_000_000

const bounded = <T>(into: T[], item: T, what: string): void => {
  if (into.length >= itemsMax) throw new TooMuch(`it has more than ${itemsMax} ${what}`)
  into.push(item)
}

const readTensor = (reader: ProtoReader): OnnxTensor => {
  let [name, elementType, isElsewhere] = ['', 0, false]
  const floats: number[] = []
  const integers: number[] = []
  let raw: Uint8Array | null = null
  for (let field = reader.next(); field !== null; field = reader.next()) {
    if (field === 2) elementType = reader.integer()
    else if (field === 4) reader.floats(floats, graphNodesMax)
    else if (field === 5) reader.integers(integers, graphNodesMax)
    else if (field === 8) name = reader.text(nameBytes)
    else if (field === 9) raw = reader.bytes()
    else if (field === 13) isElsewhere = true
    else if (field === 14) isElsewhere ||= reader.integer() !== 0
  }
  return { name, elementType, values: isElsewhere ? null : valuesOf(elementType, raw, floats, integers) }
}

const valuesOf = (
  elementType: number,
  raw: Uint8Array | null,
  floats: readonly number[],
  integers: readonly number[],
): readonly number[] | null => {
  if (elementType === elementTypes.uint8) return raw === null ? integers : [...raw.subarray(0, graphNodesMax)]
  if (elementType !== elementTypes.float) return null
  if (raw === null) return floats
  if (raw.length % 4 !== 0) throw new NotProtobuf('a tensor of floats ends within one')
  if (raw.length / 4 > graphNodesMax) throw new TooMuch(`a tensor has more than ${graphNodesMax} values`)
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength)
  return Array.from({ length: raw.length / 4 }, (_, index) => view.getFloat32(index * 4, true))
}

const readAttribute = (reader: ProtoReader, words: Map<string, string>): readonly [string, OnnxAttribute] => {
  let name = ''
  let [integer, text, tensor]: [number | null, string | null, OnnxTensor | null] = [null, null, null]
  const floats: number[] = []
  const integers: number[] = []
  const texts: string[] = []
  for (let field = reader.next(); field !== null; field = reader.next()) {
    if (field === 1) name = reader.text(nameBytes)
    else if (field === 3) integer = reader.integer()
    else if (field === 4) text = reader.text(nameBytes)
    else if (field === 5) tensor = readTensor(reader.message())
    else if (field === 7) reader.floats(floats, graphNodesMax)
    else if (field === 8) reader.integers(integers, graphNodesMax)
    else if (field === 9) {
      if (texts.length >= graphNodesMax) throw new TooMuch(`a list has more than ${graphNodesMax} values`)
      // Millions of nodes name a handful of modes.
      const word = reader.text(nameBytes)
      if (!words.has(word) && words.size < itemsMax) words.set(word, word)
      texts.push(words.get(word) ?? word)
    }
  }
  return [name, { integer, text, tensor, floats, integers, texts }]
}

const readNode = (reader: ProtoReader): OnnxNode => {
  let [operator, domain] = ['', '']
  const inputs: string[] = []
  const outputs: string[] = []
  const attributes = new Map<string, OnnxAttribute>()
  const words = new Map<string, string>()
  for (let field = reader.next(); field !== null; field = reader.next()) {
    if (field === 1) bounded(inputs, reader.text(nameBytes), 'inputs of a node')
    else if (field === 2) bounded(outputs, reader.text(nameBytes), 'outputs of a node')
    else if (field === 4) operator = reader.text(nameBytes)
    else if (field === 7) domain = reader.text(nameBytes)
    else if (field === 5) {
      const [name, attribute] = readAttribute(reader.message(), words)
      if (attributes.has(name)) throw new NotProtobuf(`a node has the attribute ${JSON.stringify(name)} twice`)
      if (attributes.size >= itemsMax) throw new TooMuch(`it has more than ${itemsMax} attributes of a node`)
      attributes.set(name, attribute)
    }
  }
  return { operator, domain, inputs, outputs, attributes }
}

const readShape = (reader: ProtoReader): (number | null)[] => {
  const shape: (number | null)[] = []
  for (let field = reader.next(); field !== null; field = reader.next()) {
    if (field !== 1) continue
    const dimension = reader.message()
    let size: number | null = null
    for (let part = dimension.next(); part !== null; part = dimension.next()) if (part === 1) size = dimension.integer()
    bounded(shape, size, 'dimensions')
  }
  return shape
}

const readValue = (reader: ProtoReader): OnnxValue => {
  let [name, elementType, shape]: [string, number | null, (number | null)[]] = ['', null, []]
  for (let field = reader.next(); field !== null; field = reader.next()) {
    if (field === 1) name = reader.text(nameBytes)
    if (field !== 2) continue
    const type = reader.message()
    for (let kind = type.next(); kind !== null; kind = type.next()) {
      if (kind !== 1) continue
      const tensor = type.message()
      for (let part = tensor.next(); part !== null; part = tensor.next()) {
        if (part === 1) elementType = tensor.integer()
        else if (part === 2) shape = readShape(tensor.message())
      }
    }
  }
  return { name, elementType, shape }
}

const readGraph = (reader: ProtoReader): Pick<OnnxFile, 'nodes' | 'inputs' | 'outputs' | 'initializers'> => {
  const nodes: OnnxNode[] = []
  const inputs: OnnxValue[] = []
  const outputs: OnnxValue[] = []
  const initializers: OnnxTensor[] = []
  for (let field = reader.next(); field !== null; field = reader.next()) {
    if (field === 1) bounded(nodes, readNode(reader.message()), 'nodes of its graph')
    else if (field === 5) bounded(initializers, readTensor(reader.message()), 'initializers')
    else if (field === 11) bounded(inputs, readValue(reader.message()), 'inputs')
    else if (field === 12) bounded(outputs, readValue(reader.message()), 'outputs')
  }
  return { nodes, inputs, outputs, initializers }
}

const readPair = (reader: ProtoReader): readonly [string, string] => {
  let [key, value] = ['', '']
  for (let field = reader.next(); field !== null; field = reader.next()) {
    if (field === 1) key = reader.text(nameBytes)
    else if (field === 2) value = reader.text(metadataBytes)
  }
  return [key, value]
}

const readModel = (reader: ProtoReader): OnnxFile | null => {
  let graph: ReturnType<typeof readGraph> | null = null
  let [name, release, hasFunctions] = ['', '', false]
  const metadata: (readonly [string, string])[] = []
  for (let field = reader.next(); field !== null; field = reader.next()) {
    if (field === 2) name = reader.text(nameBytes)
    else if (field === 3) release = reader.text(nameBytes)
    else if (field === 7) graph = readGraph(reader.message())
    else if (field === 14) bounded(metadata, readPair(reader.message()), 'properties')
    else if (field === 25) hasFunctions = true
  }
  return graph === null
    ? null
    : { ...graph, producer: `${name} ${release}`.trim(), hasFunctions, metadata: new Map(metadata) }
}

/**
 * Reads what a file says of its graph (`ModelProto` of onnx-ml.proto, IR version 3 and newer), with bounds on all of
 * it. Graphs within graphs and tensors that lie in other files are not read.
 */
export const readOnnxFile = (bytes: Uint8Array): Result<OnnxFile, ModelFault> => {
  try {
    const file = readModel(createProtoReader(bytes))
    return file === null ? fail(modelFault('not_onnx', 'it is no ONNX model: it has no graph')) : ok(file)
  } catch (error) {
    if (error instanceof TooMuch) return fail(modelFault('too_large', error.message))
    if (error instanceof NotProtobuf) return fail(modelFault('not_onnx', `it is no ONNX model: ${error.message}`))
    throw error
  }
}
