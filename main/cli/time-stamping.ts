import { readFileSync } from 'node:fs'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { certificatesOfPem } from '../seal/timestamp.ts'
import type { TimeStamping } from '../server/running-service.ts'
import { misused, type Stop } from './io.ts'

/**
 * The address of a time-stamping authority (RFC 3161), the file of the certificates that it must lead to, the addresses
 * of their revocation lists, and the seconds between two stamps.
 */
export const timeStampVariables = {
  url: 'FIELDSEAL_TSA',
  ca: 'FIELDSEAL_TSA_CA',
  lists: 'FIELDSEAL_TSA_CRL',
  every: 'FIELDSEAL_TSA_EVERY',
} as const

const defaultEverySeconds = 3_600
const everyMost = 604_800
const listsMost = 4

const isHttp = (text: string): boolean =>
  text.length <= 2_000 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** How a hub has its log stamped (Y-54); null where no authority is named. */
export const readTimeStamping = (
  environment: Readonly<Record<string, string | undefined>>,
): Result<TimeStamping | null, Stop> => {
  const url = environment[timeStampVariables.url] ?? ''
  if (url === '') return ok(null)
  if (!isHttp(url)) return fail(misused(`${timeStampVariables.url} must be an http or https address`))
  const every = environment[timeStampVariables.every] ?? String(defaultEverySeconds)
  if (!/^\d{1,6}$/.test(every) || Number(every) < 1 || Number(every) > everyMost)
    return fail(misused(`${timeStampVariables.every} must be whole seconds from 1 to ${everyMost}`))
  const lists = (environment[timeStampVariables.lists] ?? '').split(/[\s,]+/u).filter((one) => one !== '')
  if (lists.length > listsMost || !lists.every(isHttp))
    return fail(
      misused(
        `${timeStampVariables.lists} must be at most ${listsMost} http or https addresses, with spaces between them`,
      ),
    )
  const file = environment[timeStampVariables.ca] ?? ''
  let pem = ''
  try {
    pem = file === '' ? '' : readFileSync(file, 'utf8')
  } catch {
    return fail(misused(`the file of ${timeStampVariables.ca} cannot be read`))
  }
  const authorities = pem === '' && file === '' ? [] : certificatesOfPem(pem)
  if (authorities === null) return fail(misused(`the file of ${timeStampVariables.ca} holds no certificates in PEM`))
  return ok({ url, everyMs: Number(every) * 1_000, authorities, lists })
}
