import { rmSync } from 'node:fs'
import { dialog, type BrowserWindow } from 'electron'
import { errorText } from '../../shared/text/error-text.ts'
import { writePrivateFile } from '../platform/private-files.ts'
import { keyVariable } from '../platform/workspace-key.ts'
import type { KeyKeeper } from './keyKeeper.ts'
import { messages } from './messages.ts'
import { saveDialog } from './saveDialog.ts'

/** What is in the file: the key, and what a person who finds it years later must know. */
const recoveryText = (key: string, dataDir: string): string => `Fieldseal recovery key

${key}

It opens the workspace in ${dataDir} when the keychain of the computer is lost.
Keep it away from that computer: whoever has this key and a copy of the folder can read and sign.

To use it, set ${keyVariable} to the key above, then either
  fieldseal key restore --data FOLDER   (the desktop finds it at its next start)
  fieldseal serve --data FOLDER         (the service alone)
`

/** Asks for a file and writes the recovery key into it, readable by its owner only. */
export async function saveRecoveryKey(
  window: BrowserWindow,
  keys: KeyKeeper,
  dataDir: string,
  log: (line: string) => void,
): Promise<void> {
  const key = keys.recoveryKey()
  if (key === null) {
    await dialog.showMessageBox(window, {
      type: 'info',
      message: messages.noRecoveryKey,
      detail: messages.noRecoveryKeyDetail,
    })
    return
  }
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    ...saveDialog(messages.saveRecoveryKey),
    defaultPath: 'fieldseal-recovery-key.txt',
  })
  if (canceled || filePath === '') return
  try {
    // The dialog has asked whether a file that is there may be replaced.
    rmSync(filePath, { force: true })
    writePrivateFile(filePath, recoveryText(key, dataDir))
    log('keys: a copy of the recovery key was saved')
  } catch (error) {
    await dialog.showMessageBox(window, {
      type: 'error',
      message: messages.recoveryKeyNotSaved,
      detail: errorText(error),
    })
  }
}
