import { dialog, type BrowserWindow } from 'electron'
import type { CarriedFilePurpose } from '../../shared/ipc/bridge.ts'
import { messages } from './messages.ts'
import { carriedExtension } from './opened.ts'
import { saveDialog } from './saveDialog.ts'

/**
 * Asks for a file that is carried by hand; null where none was chosen. Nothing is opened or written here: the service
 * does that, and it overwrites nothing.
 */
export async function chooseCarriedFile(window: BrowserWindow, purpose: CarriedFilePurpose): Promise<string | null> {
  if (purpose === 'write') {
    const { canceled, filePath } = await dialog.showSaveDialog(window, {
      ...saveDialog(messages.writeCarriedFile),
      defaultPath: `to-carry.${carriedExtension}`,
      filters: [{ name: messages.carriedFiles, extensions: [carriedExtension] }],
    })
    return canceled || filePath === '' ? null : filePath
  }
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: messages.readCarriedFile,
    properties: ['openFile'],
    filters: [
      { name: messages.carriedFiles, extensions: [carriedExtension] },
      { name: messages.everyFile, extensions: ['*'] },
    ],
  })
  return canceled ? null : (filePaths[0] ?? null)
}
