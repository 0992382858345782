import { spawn } from 'node:child_process'
import path from 'node:path'
import { app } from 'electron'
import { appImageHere } from './appImage.ts'
import { waitingStart } from './waitingStart.ts'

/**
 * Ends this process, and starts the application anew with these arguments.
 *
 * Electron's own way runs a helper from the folder in which an AppImage is opened, and that folder goes with this
 * process: there a shell waits, which lies outside.
 *
 * @param args the arguments after the program
 * @param log told where the start could not be prepared; the application then ends, and a person starts it
 */
export const quitAndStart = (args: readonly string[], log: (line: string) => void): void => {
  const file = appImageHere()
  if (file === undefined) {
    app.relaunch({ args: [...args] })
    app.quit()
    return
  }
  const { command, args: given, environment } = waitingStart(process.pid, file, args, process.env)
  const waiting = spawn(command, given, {
    cwd: path.parse(command).root,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: environment,
  })
  waiting.once('error', (error) => {
    log(`the application could not be started again: ${error.message}`)
    app.quit()
  })
  waiting.once('spawn', () => {
    waiting.unref()
    app.quit()
  })
}
