import { describe, expect, it } from 'vitest'
import { refusal } from '../../../../shared/api/errors.ts'
import { fail } from '../../../../shared/schema/result.ts'
import { backgroundLeast } from '../../../../main/detection/models/onnx/read-onnx.ts'
import { addModel, type AddModelParts } from '../../../../main/server/models/add-model.ts'
import { smallOnnx } from '../../../support/onnx-file.ts'

const payments = Array.from({ length: backgroundLeast }, (_, row) => ({
  row,
  event: {
    transaction_id: `P-${row}`,
    event_type: 'transfer',
    at: '2025-03-01T00:00:00.000Z',
    amount: row % 4 === 0 ? 500 : 20,
  },
}))

/** Payments enough for the counts of an ONNX file, and a store that takes no model. */
const parts: AddModelParts = {
  models: {
    add: () =>
      Promise.resolve(
        fail(
          refusal('file_refused', 'The model cannot be imported: it is strange.', [
            { path: 'file', message: 'strange' },
          ]),
        ),
      ),
  },
  transactions: { lastRow: () => payments.length, activitiesAfter: () => payments },
  features: {
    peek: (event: { readonly amount?: number }) => ({
      atMs: 0,
      context: {},
      features: { amount: event.amount ?? 0, hour: 3 },
    }),
  },
} as never

const refusedFields = async (given: object): Promise<readonly string[]> => {
  const added = await addModel(parts, { name: 'Ours', version: '1', ...given }, { userUid: 'u' } as never)
  return added.ok ? [] : (added.error.details ?? []).map(({ path, message }) => `${path} ${message}`)
}

describe('a model that is refused once it is read', () => {
  it('names the field that it came in', async () => {
    expect(await refusedFields({ file: '{}' })).toEqual(['file strange'])
    expect(
      await refusedFields({ onnx: Buffer.from(smallOnnx()).toString('base64'), features: ['amount', 'hour'] }),
    ).toEqual(['onnx strange'])
  })
})
