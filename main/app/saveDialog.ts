import type { SaveDialogOptions } from 'electron'

/**
 * What every question where a file is to lie has in common: a title of our own, since Electron shows the address of a
 * download, which is a link that serves evidence; on Linux the question whether a file that is there may be replaced,
 * which is not asked by itself; on Windows no note in the list of recent files.
 */
export const saveDialog = (title: string): Pick<SaveDialogOptions, 'title' | 'properties'> => ({
  title,
  properties: ['showOverwriteConfirmation', 'dontAddToRecent'],
})
