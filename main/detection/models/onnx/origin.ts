import { modelOrigin, type ModelOrigin } from '../../../../shared/schema/models.ts'

const name = 'fieldseal_onnx'

/** What a model file keeps of the file that it was turned from. */
export const originAttributes = (origin: ModelOrigin): Record<string, string> => ({ [name]: JSON.stringify(origin) })

/** Reads it again; null where a file says nothing that can be read. */
export const readOrigin = (attributes: Readonly<Record<string, string>>): ModelOrigin | null => {
  let value: unknown
  try {
    value = JSON.parse(attributes[name] ?? 'null')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
  const read = modelOrigin.safeParse(value)
  return read.success ? read.data : null
}
