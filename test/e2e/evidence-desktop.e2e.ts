import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import {
  acquireDialog,
  custody,
  folderWith,
  largeFile,
  openEvidence,
  openPiece,
  pieces,
  sampleOf,
  works,
} from './evidence-steps.ts'
import { goBy } from './keyboard.ts'
import { picture } from './looks.ts'
import { runCli } from '../support/live-service.ts'
import { dialog, entries, expect, firstRun, noDialog, test } from './steps.ts'

/** Evidence in the desktop window: real files with paths, read by the service itself. */

const report = sampleOf('Überweisung (2).txt', 'Paid twice.\n')

/** Where the window's downloads go, in place of the dialog that a person answers. */
const saveInto = (app: ElectronApplication, folder: string): Promise<void> =>
  app.evaluate(({ session }, target) => {
    session
      .fromPartition('fieldseal')
      .on('will-download', (_event, item) => item.setSavePath(`${target}/${item.getFilename()}`))
  }, folder)

const sha256Of = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return -1
  }
}

/** Drops real files: a chooser gives the page files that have paths, as a drop from the file manager does. */
const dropReal = async (page: Page, files: readonly string[]): Promise<void> => {
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'dropped-files'
    input.multiple = true
    document.body.append(input)
  })
  await page.locator('#dropped-files').setInputFiles([...files])
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#dropped-files')!
    const data = new DataTransfer()
    for (const file of input.files ?? []) data.items.add(file)
    input.remove()
    const target = document.querySelector('#content')!
    for (const type of ['dragenter', 'dragover', 'drop'])
      target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
  })
}

const acquireByPath = async (page: Page, target: string): Promise<void> => {
  await page.keyboard.press('u')
  const asking = acquireDialog(page)
  await expect(asking.getByRole('button', { name: 'Choose files' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(asking.getByLabel('Path of a file, folder or device')).toBeFocused()
  await page.keyboard.type(target)
  await page.keyboard.press('Enter')
  await expect(asking.getByText('1 item to acquire')).toBeVisible()
  await page.keyboard.press('Control+Enter')
}

test('the desktop acquires dropped files and typed folders by keyboard, and the original bytes come out again', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { app, page } = desktop
  await firstRun(desktop)
  await saveInto(app, scratch)
  const source = folderWith(scratch, 'Branch office', {
    [report.name]: report.bytes,
    'mail/inbox.mbox': 'From a\n',
    'mail/empty.eml': '',
  })
  await openEvidence(page, 'Two payments for one invoice')

  await dropReal(page, [path.join(source, report.name)])
  await expect(acquireDialog(page).getByText('1 item to acquire')).toBeVisible()
  await expect(acquireDialog(page).getByRole('listitem')).toContainText(report.name)
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pieces(page).getByRole('row').filter({ hasText: report.name }).locator('code')).toHaveAttribute(
    'title',
    report.sha256,
  )

  await acquireByPath(page, source)
  await noDialog(page)
  await expect(works(page).getByText('Branch office')).toBeVisible()
  await expect(pieces(page).getByRole('row').filter({ hasText: 'inbox.mbox' })).toContainText('mail/')
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', '5')
  await expect(works(page).getByText(/same bytes as/)).toBeVisible()

  await acquireByPath(page, path.join(scratch, 'nothing-here'))
  await expect(acquireDialog(page).getByRole('alert')).toBeVisible()
  await expect(acquireDialog(page).getByText('1 item to acquire')).toBeVisible()
  await page.keyboard.press('Escape')
  await noDialog(page)

  await pieces(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: report.name })).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.frameLocator('iframe').getByText('Paid twice.')).toBeVisible()
  await expect((await custody(page)).filter({ hasText: 'looked at it' })).toHaveCount(1)
  await page.keyboard.press('d')
  const saved = path.join(scratch, report.name)
  await expect.poll(() => sizeOf(saved)).toBe(report.bytes.length)
  expect(sha256Of(saved)).toBe(report.sha256)
  // Files of a folder are read side by side: which comes second is not said.
  await page.keyboard.press('j')
  await expect(page.getByText('2 of 4')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pieces(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Cases' })).toBeVisible()
})

test('an acquisition pauses, survives a reload of the window, goes on, and can be cancelled', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { page } = desktop
  await firstRun(desktop)
  const image = largeFile(path.join(scratch, 'laptop.dd'), 1_500)
  await openEvidence(page, 'A laptop is imaged')
  await acquireByPath(page, image)
  await noDialog(page)
  await page.getByRole('button', { name: 'Pause laptop.dd' }).click()
  await expect(works(page).getByText('paused', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Acquisition paused/ })).toBeVisible()
  await picture(page, 'evidence-paused')
  await page.reload()
  await expect(works(page).getByText('paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resume laptop.dd' }).click()
  await expect(works(page).getByText('acquired', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(pieces(page).getByRole('row').filter({ hasText: 'laptop.dd' }).locator('code')).toHaveAttribute(
    'title',
    sha256Of(image),
  )
  await page.getByRole('button', { name: 'Hide the finished one' }).click()
  await expect(works(page)).toHaveCount(0)

  await acquireByPath(page, image)
  await noDialog(page)
  await page.getByRole('button', { name: 'Cancel laptop.dd' }).click()
  await expect(works(page).getByText('cancelled', { exact: true })).toBeVisible()
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', '2')
})

test('a case is exported by keyboard, and the saved bundle is verified without the window', async ({
  openDesktop,
  scratch,
}) => {
  const desktop = await openDesktop()
  const { app, page } = desktop
  await firstRun(desktop)
  await saveInto(app, scratch)
  const source = folderWith(scratch, 'Papers', { [report.name]: report.bytes, 'letter.txt': 'Dear Sir\n' })
  await openEvidence(page, 'For the court')
  await acquireByPath(page, source)
  await noDialog(page)
  await expect(pieces(page)).toHaveAttribute('aria-rowcount', '3')

  await page.keyboard.press('Shift+E')
  const asking = dialog(page, /^Export CASE-/)
  await expect(asking.getByRole('radio', { name: 'All 2 pieces' })).toBeFocused()
  await asking.getByRole('radio', { name: 'All except those I choose' }).check()
  await asking.getByPlaceholder('Find a value').fill('Opened for a test')
  await asking.getByRole('checkbox', { name: /^Leave out 0 of/ }).check()
  await expect(asking.getByText(/^Leave out 1 of/)).toBeVisible()
  await asking.getByLabel('For whom, and why').fill('For the court in Köln, file 12 O 44/26')
  await picture(page, 'evidence-export')
  await page.keyboard.press('Control+Enter')
  await expect(asking.getByText('Ready')).toBeVisible({ timeout: 60_000 })
  await expect(asking.getByText(/2 pieces · some withheld values left out/)).toBeVisible()
  await picture(page, 'evidence-exported')
  const arriving = app.evaluate(
    ({ session }) =>
      new Promise<string>((resolve) =>
        session
          .fromPartition('fieldseal')
          .once('will-download', (_event, item) =>
            item.once('done', (_done, state) => resolve(`${state} ${item.getSavePath()}`)),
          ),
      ),
  )
  await asking.getByRole('button', { name: 'Save bundle' }).click()
  const saved = await arriving
  expect(saved).toMatch(/^completed .*\.zip$/)
  const { code, lines } = runCli('verify', saved.slice('completed '.length))
  expect(lines.at(-1)).toMatchObject({ verdict: 'intact', conclusion: 'intact_as_far_as_it_goes' })
  expect(code, 'there is no hub that could vouch for its end').toBe(3)

  await asking.getByRole('button', { name: 'Discard' }).click()
  await expect(asking.getByText('No bundle is stored')).toBeVisible()
  await page.keyboard.press('Escape')
  await noDialog(page)
  await openPiece(page, 'letter.txt')
  await expect((await custody(page)).filter({ hasText: 'put it into a bundle' })).toContainText('For the court in Köln')
  await goBy(page, 't')
  await expect(entries(page).filter({ hasText: 'exported the case' })).toContainText('some withheld values left out')
})
