import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { silenceOf, usualSilenceDays } from '../../sync/hub/fleet.ts'

/** The environment variable that says after how many days a silent device is told. */
export const silenceVariable = 'FIELDSEAL_SILENT_DAYS'

/** How long a device may be silent, in milliseconds. */
export const parseSilence = (text: string | undefined): Result<number, Refusal> => {
  if (text === undefined || text === '') return ok(silenceOf(usualSilenceDays))
  return /^[1-9]\d{0,2}$/u.test(text)
    ? ok(silenceOf(Number(text)))
    : fail(refusal('unavailable', `${silenceVariable} must be whole days from 1 to 999.`))
}
