import { acquireDialog, dropFiles, openEvidence, pieces, sampleOf } from './evidence-steps.ts'
import { fill, openMenu, press } from './keyboard.ts'
import { look, picture } from './looks.ts'
import { expect, noDialog, signIn, test } from './steps.ts'

/** Lists of known files are imported by keyboard alone, and the pieces on them are marked and found. */

const dropper = sampleOf('invoice.pdf.exe', 'what a dropper looks like')
const library = sampleOf('system.dll', 'what a library looks like')
const letter = sampleOf('letter.txt', 'Dear Sirs')

test('a list is imported, marks what is on it, narrows the evidence, and goes with its marks', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  await signIn(opened)
  const { page } = opened
  await openEvidence(page, 'A seized laptop')
  await dropFiles(page, [dropper, library, letter])
  await expect(acquireDialog(page).getByLabel('Source', { exact: true })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', '4')
  const evidence = page.url()

  await page.goto(`${new URL(evidence).origin}/#/settings/known`)
  await expect(page.getByText('There is no list of known files')).toBeVisible()
  const importList = async (file: string, content: string, standing: string): Promise<void> => {
    await press(page, page.getByRole('button', { name: 'Import a list' }))
    const dialog = page.getByRole('dialog')
    const chooser = page.waitForEvent('filechooser')
    await press(page, dialog.getByRole('button', { name: 'Choose a file' }))
    await (await chooser).setFiles({ name: file, mimeType: 'text/plain', buffer: Buffer.from(content) })
    await expect(dialog.getByText(file)).toBeVisible()
    await fill(page, dialog.getByRole('textbox', { name: 'Name of the list' }), file.replace('.txt', ' of ours'))
    const choice = dialog.getByRole('radio', { name: standing })
    // The next stop: the radios themselves are drawn by their labels.
    await page.keyboard.press('Tab')
    for (let n = 0; n < 3 && !(await choice.isChecked()); n++) await page.keyboard.press('ArrowRight')
    await expect(choice).toBeChecked()
    if (standing === 'Known bad') await look(page, 'known-files-dialog')
    await page.keyboard.press('Control+Enter')
  }
  await importList('nothing.txt', 'no hash in here\n', 'Known good')
  await expect(page.getByRole('dialog').getByText(/No line of the file holds/)).toBeVisible()
  await page.keyboard.press('Escape')
  await noDialog(page)
  await importList('Malware.txt', `${dropper.sha256}  x.exe\nsomething else\n`, 'Known bad')
  await noDialog(page)
  await importList('System.txt', `"SHA-256","FileName"\n"${library.sha256.toUpperCase()}","system.dll"\n`, 'Known good')
  await noDialog(page)
  const row = page.getByRole('row', { name: /Malware of ours/ })
  await expect(row.getByText('1 line without a hash that can be used was left aside (line 2)')).toBeVisible()
  await expect(row.getByRole('cell').nth(2)).toHaveText('1')
  await look(page, 'known-files-settings')

  await page.goto(evidence)
  const marked = pieces(page).getByText('Known bad: Malware of ours')
  await expect(marked).toHaveCount(1)
  await openMenu(page, page.getByRole('button', { name: 'Known', exact: true }))
  await expect(page.getByRole('menuitemcheckbox', { name: 'Known bad' })).toBeVisible()
  await picture(page, 'known-files-filter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Known bad' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', '2')
  await pieces(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('by its SHA-256')).toBeVisible()
  await look(page, 'known-files-piece')

  await page.goto(`${new URL(evidence).origin}/#/settings/known`)
  await press(page, page.getByRole('button', { name: 'Remove Malware of ours' }))
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(row).toHaveCount(0)
})
