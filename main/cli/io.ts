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

/** Exit codes of the command line: done, a check failed or the work could not be done, bad usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Why a command stops: what to tell the person, and the code to exit with. */
export interface Stop {
  readonly code: ExitCode
  readonly message: string
}

/** The work could not be done, or a check failed. */
export const failed = (message: string): Stop => ({ code: exitCodes.failed, message })

/** The command was called in a way that cannot work. */
export const misused = (message: string): Stop => ({ code: exitCodes.usage, message })

/** Says a line on stderr; where that cannot be written (a log on a full disk), as `{"said": LINE}` on stdout. */
const say = (line: string): void =>
  void process.stderr.write(`${line}\n`, (error) => {
    if (error instanceof Error) process.stdout.write(`${JSON.stringify({ said: line })}\n`)
  })

/** The process's own streams. */
export const processIo: Io = {
  print: (result) => void process.stdout.write(`${JSON.stringify(result)}\n`),
  say,
  isTerminal: process.stderr.isTTY,
  draw: (text) => void process.stderr.write(`\r\u001b[2K${text}`),
}
