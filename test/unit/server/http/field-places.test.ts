import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldRefused, refusal } from '../../../../shared/api/errors.ts'
import { everyOperation } from '../../../../shared/api/operations.ts'
import { placedFields } from '../../../../main/server/http/field-places.ts'

const placed = placedFields({
  query: z.strictObject({ after: z.string() }),
  body: z.union([
    z.strictObject({ notes: z.string() }),
    z.strictObject({ form: z.strictObject({ lines: z.array(z.string()) }) }),
  ]),
})

describe('the field that a refusal of the core names', () => {
  it('is told with the part of the request that it stands in, in the sentence too', () => {
    expect(placed(fieldRefused('notes', 'is required'))).toEqual(fieldRefused('body.notes', 'is required'))
    expect(placed(fieldRefused('after', 'is no cursor'))).toEqual(fieldRefused('query.after', 'is no cursor'))
    const many = refusal('unknown_reference', 'Two lines are strange.', [
      { path: 'form.lines.0', message: 'is strange' },
      { path: 'form[1]', message: 'is strange' },
    ])
    expect(placed(many)).toEqual({
      ...many,
      details: [
        { path: 'body.form.lines.0', message: 'is strange' },
        { path: 'body.form[1]', message: 'is strange' },
      ],
    })
  })

  it('stays as it is where it names its place already, and where the operation has no such field', () => {
    for (const refused of [
      fieldRefused('body.notes', 'is required'),
      fieldRefused('header.if-match', 'is no revision'),
      fieldRefused('file', 'is cut off'),
      refusal('not_found', 'notes of nobody.'),
    ])
      expect(placed(refused)).toEqual(refused)
  })

  it('is no part of a request by its own name, so that the two are told apart', () => {
    // A saved view has a query: refusals of it say `body.query`.
    const parts = new Set(['body', 'header', 'params'])
    expect(
      everyOperation
        .filter(({ query, body }) =>
          [query, body].some(
            (part) => part instanceof z.ZodObject && Object.keys(part.shape).some((name) => parts.has(name)),
          ),
        )
        .map(({ id }) => id),
    ).toEqual([])
  })
})
