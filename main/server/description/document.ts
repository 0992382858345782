export type JsonSchema = Record<string, unknown>

/** The parts of the document that the page shows; a superset of nothing, a subset of OpenAPI 3.1. */
export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly style?: 'form'
  readonly explode?: false
}

export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Record<string, readonly string[]>[]
  /** Where it is served, if not under every prefix. */
  readonly servers?: readonly JsonSchema[]
  readonly parameters: readonly OpenApiParameter[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Record<string, { schema: JsonSchema; example?: unknown }>
  }
  readonly responses: Record<
    string,
    { description: string; headers?: JsonSchema; content?: Record<string, { schema: JsonSchema }> }
  >
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly license: JsonSchema
  }
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Record<string, Record<string, OpenApiOperation>>
  readonly components: JsonSchema
}
