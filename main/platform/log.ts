import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

export type Log = Logger

const secretFields = [
  'authorization',
  'cookie',
  'password',
  'access_token',
  'refresh_token',
  'institution_key',
  'api_key',
  'secret',
  'token',
]
const personalFields = ['title', 'description', 'notes', 'text', 'rationale', 'reason', 'body', 'name', 'login_name']

const anywhere = (field: string): string[] => [field, `*.${field}`, `*.*.${field}`]

/** Bytes of lines that wait for room where they cannot be written; what comes beyond them is dropped. */
const waitingMost = 1_048_576

/**
 * Where lines of the log go: at once, so that a crash loses none. Where they cannot be written (the disk is full) they
 * wait, and whoever logs is not told:
 * an answer must not fail for its line.
 *
 * @param descriptor an open file descriptor; 2 is stderr
 */
export const logDestination = (descriptor: number): DestinationStream => {
  const destination = pino.destination({ dest: descriptor, sync: true, maxLength: waitingMost })
  destination.on('error', () => undefined)
  return destination
}

/**
 * The log: JSON lines to stderr (stdout carries results), without secrets or personal data whatever a caller passes.
 *
 * @param level pino's level; default `info`
 */
export const createLog = (level = 'info', destination: DestinationStream = logDestination(2)): Log =>
  pino(
    {
      level,
      base: { app: 'fieldseal' },
      redact: {
        paths: [...secretFields, ...personalFields, 'x-api-key'].flatMap((field) =>
          field.includes('-') ? [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`] : anywhere(field),
        ),
        censor: '[hidden]',
      },
    },
    destination,
  )
