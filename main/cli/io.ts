import type { Result } from '../../shared/schema/result.ts'
import { codeEscape } from '../../shared/text/code-escape.ts'

/** Where a command writes. Results are JSON lines on stdout; everything for people goes to stderr. */
export interface Io {
  /** One result: one JSON object on one line of stdout. */
  print(result: Readonly<Record<string, unknown>>): void
  /** A line for a person, on stderr. */
  say(line: string): void
  /** Whether a person watches stderr, so that progress may be drawn. */
  readonly isTerminal: boolean
  /** Draws over the current line of a terminal. */
  draw(text: string): void
}

/**
 * Exit codes of the command line: done, a check failed or the work could not be done, bad usage, a bundle without a
 * fault for whose end nothing outside of it vouches.
 */
export const exitCodes = { done: 0, failed: 1, usage: 2, unwitnessed: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Why a command stops: what to tell the person, and the code to exit with. */
export interface Stop {
  readonly code: ExitCode
  readonly message: string
}

/** How a command ends: with a code (done, where it names none), or stopped. */
export type CommandEnd = Promise<Result<ExitCode | void, Stop>>

/** The work could not be done, or a check failed. */
export const failed = (message: string): Stop => ({ code: exitCodes.failed, message })

/** The command was called in a way that cannot work. */
export const misused = (message: string): Stop => ({ code: exitCodes.usage, message })

// What a terminal obeys (C0 but tab and line feed, DEL, C1), and what makes a line read otherwise than it is: files
// name columns, rows and members with it.
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * Text as a terminal may show it: what would steer it stands as `\uXXXX`, which is the same value within a string of
 * JSON.
 */
const forTerminal = (text: string): string => text.replace(steering, codeEscape)

const print = (result: object): void => void process.stdout.write(`${forTerminal(JSON.stringify(result))}\n`)

/** Says a line on stderr; where that cannot be written (a log on a full disk), as `{"said": LINE}` on stdout. */
const say = (line: string): void =>
  void process.stderr.write(`${forTerminal(line)}\n`, (error) => {
    if (error instanceof Error) print({ said: line })
  })

/** The process's own streams. */
export const processIo: Io = {
  print,
  say,
  isTerminal: process.stderr.isTTY,
  draw: (text) => void process.stderr.write(`\r\u001b[2K${text}`),
}
