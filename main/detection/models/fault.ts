/** Why a model file or a training is refused, in one word that programs can act on. */
export const modelFaultCodes = [
  'not_json',
  'not_xgboost',
  'unsupported_booster',
  'unsupported_objective',
  'several_outputs',
  'bad_base_score',
  'bad_features',
  'no_feature_names',
  'bad_tree',
  'bad_kind',
  'too_large',
  'not_onnx',
  'unsupported_operator',
  'unsupported_split',
  'unsupported_output',
  'no_covers',
] as const
export type ModelFaultCode = (typeof modelFaultCodes)[number]

/** A refusal of a model file: its code, and a sentence that says where and why. */
export interface ModelFault {
  readonly code: ModelFaultCode
  readonly message: string
}

/** Makes a refusal. */
export const modelFault = (code: ModelFaultCode, message: string): ModelFault => ({ code, message })
