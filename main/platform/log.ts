import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type Log = Logger

const secretFields = ['authorization', 'cookie', 'password', 'access_token', 'refresh_token', 'institution_key', 'api_key', 'secret', 'token']
const personalFields = ['title', 'description', 'notes', 'text', 'rationale', 'reason', 'body', 'name', 'login_name']

const anywhere = (field: string): string[] => [field, `*.${field}`, `*.*.${field}`]

/**
 * The log: JSON lines to stderr (stdout carries results), without secrets or personal data whatever a caller passes.
 *
 * @param level pino's level; default `info`
 */
export const createLog = (level = 'info', destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Log =>
  pino(
    {
      level,
      base: { app: 'fieldseal' },
      redact: { paths: [...secretFields, ...personalFields, 'x-api-key'].flatMap((field) => (field.includes('-') ? [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`] : anywhere(field))), censor: '[hidden]' },
    },
    destination,
  )
