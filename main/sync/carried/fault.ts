import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/** Why a file that was carried is not taken in, or not written. */
export const exchangeFaults = {
  absent: 'There is no such file.',
  unreadable: 'The file cannot be read: it is a folder, or this computer’s user may not.',
  exists: 'There is a file of this name already; it was not overwritten. Choose another name.',
  unwritable: 'The file cannot be written there: the folder is missing, or this computer’s user may not.',
  not_exchange: 'This is no file that Fieldseal wrote to be carried.',
  other_version: 'This file was written by a newer release. Bring this one up to date, then read it again.',
  cut: 'The file is not whole: its end is missing. Nothing of it was taken in. Copy it again from where it was written.',
  damaged:
    'The file was altered or damaged on its way. Nothing of it was taken in. Copy it again from where it was written, or have it written again.',
  too_large: 'A part of the file is larger than any that Fieldseal writes. Nothing of it was taken in.',
  own_file: 'This file was written here, to be read at the other end. Carry it there.',
  other_receiver: 'This file is encrypted to another device or hub. Nothing of it can be read here.',
  unknown_sender:
    'The file is signed by a key that is not known here: by a device of another hub, or one whose key was changed since. Nothing of it was taken in.',
  not_signed:
    'The signature of the file does not hold: its sender is not the one it names. Nothing of it was taken in.',
  changed: 'The file changed while it was read. What was taken in before stands; read it again.',
} as const
export type ExchangeFaultCode = keyof typeof exchangeFaults

/** The refusal of a fault; which one it is stands in its details too. */
export const exchangeRefusal = (code: ExchangeFaultCode): Refusal =>
  refusal(code === 'absent' ? 'not_found' : 'file_refused', exchangeFaults[code], [{ path: 'file', message: code }])

/** A fault as a result. */
export const refuseFile = (code: ExchangeFaultCode): Result<never, Refusal> => fail(exchangeRefusal(code))

/** Thrown within the reading of a file; whoever opened it turns it into a refusal. */
export class ExchangeFault extends Error {
  override readonly name = 'ExchangeFault'
  readonly code: ExchangeFaultCode

  constructor(code: ExchangeFaultCode) {
    super(exchangeFaults[code])
    this.code = code
  }
}
