import type { Result } from '../../shared/schema/result.ts'

/** What a result holds, where nothing may have gone wrong. */
export const must = <T>(result: Result<T, { readonly message: string }>): T => {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}
