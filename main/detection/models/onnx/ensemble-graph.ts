import { fail, ok, type Result } from '../../../../shared/schema/result.ts'
import { modelFault, type ModelFault, type ModelFaultCode } from '../fault.ts'
import { elementTypes, type OnnxFile, type OnnxNode, type OnnxTensor } from './messages.ts'

/** The operators that hold trees. */
export const ensembleOperators = ['TreeEnsembleClassifier', 'TreeEnsembleRegressor', 'TreeEnsemble'] as const
export type EnsembleOperator = (typeof ensembleOperators)[number]

/**
 * The one ensemble of a file, fed by the file's input and answering its output with nothing in between that changes a
 * value.
 */
export interface FoundEnsemble {
  readonly operator: EnsembleOperator
  readonly node: OnnxNode
  /** Whether an operator behind it makes a probability of its sum. */
  readonly hasSigmoid: boolean
  /** Values of the input; null where the file leaves it open. */
  readonly width: number | null
}

/**
 * What a value of the graph is: values of features, the label or score of a classifier, the sum of a regression or what
 * Sigmoid makes of it.
 */
type Kind = 'doubles' | 'floats' | 'label' | 'score' | 'sum' | 'probability'

const refused = (code: ModelFaultCode, message: string): { readonly ok: false; readonly error: ModelFault } =>
  fail(modelFault(code, message))

const learning = 'ai.onnx.ml'
const isStandard = (domain: string): boolean => domain === '' || domain === 'ai.onnx'

const fullName = ({ operator, domain }: OnnxNode): string => (isStandard(domain) ? operator : `${operator} (${domain})`)

const ensembleOf = ({ operator, domain }: OnnxNode): EnsembleOperator | null =>
  domain === learning ? (ensembleOperators.find((known) => known === operator) ?? null) : null

/** Whether a tensor holds nothing but ones: multiplying with it changes nothing. */
const isOnes = (tensor: OnnxTensor | undefined): boolean =>
  tensor !== undefined &&
  tensor.values !== null &&
  tensor.values.length > 0 &&
  tensor.values.every((value) => value === 1)

/** What an operator beside the ensemble makes of its input; null where it is none that leaves values as they are. */
const passed = (
  node: OnnxNode,
  kindOf: (name: string | undefined) => Kind | undefined,
  constants: ReadonlyMap<string, OnnxTensor>,
): Kind | null => {
  const { operator, domain, inputs, attributes } = node
  const kind = kindOf(inputs[0])
  if (kind === undefined) return null
  if (isStandard(domain) && operator === 'Identity' && inputs.length === 1) return kind
  if (domain === learning && operator === 'ZipMap' && kind === 'score') return 'score'
  if (isStandard(domain) && operator === 'Sigmoid' && kind === 'sum') return 'probability'
  if (
    isStandard(domain) &&
    operator === 'Mul' &&
    kind === 'score' &&
    inputs.length === 2 &&
    isOnes(constants.get(inputs[1] ?? ''))
  )
    return 'score'
  if (!isStandard(domain) || operator !== 'Cast') return null
  const to = attributes.get('to')?.integer
  if (kind === 'label') return 'label'
  if (to === elementTypes.float) return kind === 'doubles' ? 'floats' : kind
  return kind !== 'floats' && kind !== 'doubles' && to === elementTypes.double ? kind : null
}

const inputOf = ({
  inputs,
  initializers,
}: OnnxFile): Result<{ readonly name: string; readonly kind: Kind; readonly width: number | null }, ModelFault> => {
  const constants = new Set(initializers.map(({ name }) => name))
  const open = inputs.filter(({ name }) => !constants.has(name))
  const [input] = open
  if (input === undefined || open.length > 1)
    return refused('bad_features', `it has ${open.length} inputs; one table of all features is needed`)
  const { name, elementType, shape } = input
  if (elementType !== elementTypes.float && elementType !== elementTypes.double)
    return refused('bad_features', `its input ${JSON.stringify(name)} is no table of float32`)
  if (shape.length !== 0 && shape.length !== 2)
    return refused('bad_features', `its input has ${shape.length} dimensions; rows and features are needed`)
  return ok({ name, kind: elementType === elementTypes.float ? 'floats' : 'doubles', width: shape[1] ?? null })
}

/** Finds the ensemble, and refuses by name whatever else the graph does with a value. */
export const findEnsemble = (file: OnnxFile): Result<FoundEnsemble, ModelFault> => {
  if (file.hasFunctions) return refused('unsupported_operator', 'it defines functions of its own')
  const input = inputOf(file)
  if (!input.ok) return input
  const constants = new Map(file.initializers.map((tensor) => [tensor.name, tensor]))
  const kinds = new Map<string, Kind>([[input.value.name, input.value.kind]])
  let found: FoundEnsemble | null = null
  for (const node of file.nodes) {
    const operator = ensembleOf(node)
    const kind = operator === null ? passed(node, (name) => kinds.get(name ?? ''), constants) : null
    if (operator === null) {
      if (kind === null)
        return refused(
          'unsupported_operator',
          `the operator ${fullName(node)} is not read, only one of ${ensembleOperators.join(', ')} by itself`,
        )
      for (const name of node.outputs) kinds.set(name, kind)
      continue
    }
    if (found !== null) return refused('several_outputs', 'it holds several ensembles of trees; one is needed')
    const fed = kinds.get(node.inputs[0] ?? '')
    if (fed === 'doubles')
      return refused(
        'unsupported_split',
        'its trees compare float64; values are float32 here (convert the model with a FloatTensorType input)',
      )
    if (fed !== 'floats' || node.inputs.length !== 1)
      return refused('unsupported_operator', `${operator} does not read the input of the file`)
    found = { operator, node, width: input.value.width, hasSigmoid: false }
    const [first, second] = node.outputs
    if (operator === 'TreeEnsembleClassifier') {
      if (first !== undefined) kinds.set(first, 'label')
      if (second !== undefined) kinds.set(second, 'score')
    } else if (first !== undefined) kinds.set(first, 'sum')
  }
  if (found === null)
    return refused('unsupported_operator', `it has none of the operators ${ensembleOperators.join(', ')}`)
  const answers = new Set(
    file.outputs
      .map(({ name }) => kinds.get(name))
      .filter((kind) => kind === 'score' || kind === 'sum' || kind === 'probability'),
  )
  if (answers.size !== 1) return refused('unsupported_output', 'its outputs hold not one score of the trees')
  return ok({ ...found, hasSigmoid: answers.has('probability') })
}
