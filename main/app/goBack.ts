import { readFileSync } from 'node:fs'
import { app, dialog } from 'electron'
import { z } from 'zod'
import { goBack } from '../platform/copies-before-update.ts'
import { dataFolder, type DataFolder } from '../platform/data-folder.ts'
import { codeOf } from '../platform/system-error.ts'
import { errorText } from '../../shared/text/error-text.ts'
import { fail, type Result } from '../../shared/schema/result.ts'
import { migrations } from '../storage/migrations/all.ts'
import { messages } from './messages.ts'

/** What a start is given to go back to the copy from before an update. */
export const goBackSwitch = 'go-back'

const served = z.object({ pid: z.int().positive() })

/** Whether the process lives that says of itself that it serves the folder: the lock is asked for by SQLite alone, which is no part of main. */
const isServed = ({ service }: DataFolder): boolean => {
  try {
    const { pid } = served.parse(JSON.parse(readFileSync(service, 'utf8')))
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process may not be asked, and lives.
    return codeOf(error) === 'EPERM'
  }
}

const goneBack = (dataDir: string): Result<string, string> => {
  try {
    return goBack(
      dataFolder(dataDir),
      migrations.map(({ name }) => name),
      Date.now(),
      isServed,
    )
  } catch (error) {
    return fail(errorText(error))
  }
}

/** Asks whether to go back (U-71), and does it before anything opens the folder. */
export async function askToGoBack(dataDir: string, log: (line: string) => void): Promise<void> {
  await app.whenReady()
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: messages.goBack,
    detail: messages.goBackDetail(dataDir),
    buttons: [messages.doNotGoBack, messages.goBackNow],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  if (response !== 1) return
  const gone = goneBack(dataDir)
  log(`going back: ${gone.ok ? `the newer database lies in ${gone.value}` : gone.error}`)
  if (!gone.ok) dialog.showErrorBox(messages.notGoneBack, gone.error)
}
