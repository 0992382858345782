import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { numberDay } from '../../domain/cases/numbers.ts'
import { dayIsFull } from './open-case.ts'
import type { CaseParts } from './parts.ts'

/** Others may use up what was lent before this one comes to it: then more is asked for. */
const triesMost = 8

/**
 * Y-94: opens a case; where no number is left, the hub is asked for more within the same request, and it is tried
 * again.
 *
 * @param atMs of which day the number is
 */
export const withNumbers = async <T>(
  { numbers }: Pick<CaseParts, 'numbers'>,
  atMs: () => Promise<number>,
  open: () => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> => {
  for (let tries = 1; ; tries++) {
    const opened = await open()
    if (opened.ok || opened.error.code !== 'case_numbers_exhausted' || tries > triesMost) return opened
    const lent = await numbers.more(numberDay(await atMs()))
    if (lent !== 'lent') return lent === 'full' ? fail(dayIsFull) : opened
  }
}
