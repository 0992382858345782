import { codeOf } from '../platform/system-error.ts'
import { processIo } from './io.ts'
import { runProgram } from './program.ts'

// A reader that has seen enough (`fieldseal user list | head -1`) is no failure.
process.stdout.on('error', (error: Error) => {
  if (codeOf(error) !== 'EPIPE') throw error
  process.exit()
})

// What could not be said there was said on stdout; the exit code stays that of the work.
process.stderr.on('error', () => undefined)

process.exitCode = await runProgram(process.argv.slice(2), processIo)
