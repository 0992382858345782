import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/** Puts a result into the success envelope. */
export const enveloped = <T, E>(result: Result<T, E>): Result<{ success: true; data: T }, E> =>
  result.ok ? ok({ success: true as const, data: result.value }) : result

/** A value in the success envelope. */
export const answer = <T>(data: T): Result<{ success: true; data: T }, never> => ok({ success: true as const, data })

/** A page of a longer list in the success envelope. */
export const paged = <T>(
  { items, total }: { readonly items: readonly T[]; readonly total: number },
  { page, size }: { readonly page: number; readonly size: number },
) =>
  ok({
    success: true as const,
    data: [...items],
    pagination: { total, page, size, total_pages: Math.ceil(total / size) },
  })
