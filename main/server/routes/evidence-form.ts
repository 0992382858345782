import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { multipartFileMax } from '../../../shared/api/v4-evidence.ts'
import { acquisitionFacts, evidencePath } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { RefusalError } from '../http/refusals.ts'
import { parseStrictJson } from '../http/strict-json.ts'
import { validatePart } from '../http/validation.ts'

/**
 * Parts of a form beyond these are its sender's mistake, told in words; the parser only has to read far enough to see
 * it.
 */
const formLimits = {
  files: 2,
  fields: 10,
  parts: 13,
  fieldSize: 65_536,
  fieldNameSize: 100,
  headerPairs: 50,
  fileSize: multipartFileMax + 1,
}

const formFields = z.strictObject({
  workspace_id: z.string().max(100).optional(),
  case_id: z
    .string()
    .regex(/^[0-9]{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1))
    .optional(),
  case_number: z.string().max(60).optional(),
  path: evidencePath.optional(),
  facts: z.string().max(65_536).optional(),
})

/** A form as far as its file: what it says, and the file as it comes. */
export interface OpenForm {
  readonly fields: z.infer<typeof formFields>
  readonly facts: z.infer<typeof acquisitionFacts>
  readonly file: MultipartFile
  /**
   * Reads on behind the file, whose bytes have come. @throws RefusalError where anything stands there, or the form has
   * no end: it would be dropped without a word.
   */
  readonly end: () => Promise<void>
}

const broken = refusal(
  'invalid_request',
  'The form is broken, or ended before it was complete. Nothing of it was kept; send it again.',
)
const tooMuch = refusal(
  'payload_too_large',
  'The form has more or longer parts than it may: one file, and each field once. Nothing of it was kept.',
)

const isLimit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 413

type Part = ReturnType<FastifyRequest['parts']> extends AsyncIterableIterator<infer P> ? P : never

const factsOf = (text: string | undefined): Result<z.infer<typeof acquisitionFacts>, Refusal> => {
  if (text === undefined) return ok({})
  const parsed = parseStrictJson(Buffer.from(text, 'utf8'))
  return parsed.ok
    ? validatePart('body', acquisitionFacts, parsed.value)
    : fail(fieldRefused('body.facts', 'must be JSON'))
}

/**
 * Reads a form as far as its file.
 *
 * @throws RefusalError where it is no form, or ends in the middle
 */
export const readForm = async (request: FastifyRequest): Promise<Result<OpenForm, Refusal>> => {
  const parts = request.parts({ limits: formLimits })
  const next = async (): Promise<Part | null> => {
    try {
      const step: IteratorResult<Part, unknown> = await parts.next()
      return step.done === true ? null : step.value
    } catch (error) {
      throw new RefusalError(isLimit(error) ? tooMuch : broken)
    }
  }
  const end = async (): Promise<void> => {
    const part = await next()
    if (part !== null)
      throw new RefusalError(
        fieldRefused(
          `body.${part.fieldname}`,
          'stands behind the file: send every other part before it, and one file a form',
        ),
      )
  }
  const given: Record<string, unknown> = {}
  for (let part = await next(); part !== null; part = await next()) {
    if (part.type === 'field') {
      if (Object.hasOwn(given, part.fieldname)) return fail(fieldRefused(`body.${part.fieldname}`, 'is given twice'))
      given[part.fieldname] = part.value
      continue
    }
    const fields = validatePart('body', formFields, given)
    if (!fields.ok) return fields
    const facts = factsOf(fields.value.facts)
    return facts.ok ? ok({ fields: fields.value, facts: facts.value, file: part, end }) : facts
  }
  return fail(fieldRefused('body.file', 'is missing: send the part `file` after the other fields'))
}
