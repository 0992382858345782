import { expect, it } from 'vitest'
import { saveDialog } from '../../../main/app/saveDialog.ts'

// Without the first, Linux replaces what is there and asks nobody; the recovery key is then written over whatever had
// the name.
it('a question where a file is to lie asks before one is replaced, and leaves no trace in the list of recent files', () => {
  expect(saveDialog('Save File')).toEqual({
    title: 'Save File',
    properties: expect.arrayContaining(['showOverwriteConfirmation', 'dontAddToRecent']) as unknown,
  })
})
