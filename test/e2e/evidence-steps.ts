import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { goBy } from './keyboard.ts'
import { addCase, expect, show } from './steps.ts'

/** A file of a test, with what `sha256sum` says of it. */
export type Sample = { readonly name: string; readonly bytes: Buffer; readonly sha256: string }

export const sampleOf = (name: string, bytes: Buffer | string): Sample => {
  const content = Buffer.from(bytes)
  return { name, bytes: content, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Writes files below a folder; answers the folder's path. */
export const folderWith = (parent: string, name: string, files: Readonly<Record<string, Buffer | string>>): string => {
  for (const [below, content] of Object.entries(files)) {
    const file = path.join(parent, name, below)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  return path.join(parent, name)
}

/** A file of many bytes that differ, written in pieces. */
export const largeFile = (file: string, mebibytes: number): string => {
  const handle = openSync(file, 'w')
  const piece = Buffer.alloc(1_048_576)
  for (let index = 0; index < mebibytes; index++) {
    piece.writeUInt32BE(index, (index * 4_096) % 1_048_000)
    writeSync(handle, piece)
  }
  closeSync(handle)
  return file
}

/** The list or gallery of a case's evidence. */
export const pieces = (page: Page): Locator => page.getByRole('grid', { name: 'Pieces of evidence' })

export const acquireDialog = (page: Page): Locator => page.getByRole('dialog', { name: /^Acquire into CASE-/ })

/** The lines of what is being acquired. */
export const works = (page: Page): Locator => page.getByRole('region', { name: 'Acquisitions' })

/** Opens a case, and its evidence by keyboard. */
export const openEvidence = async (page: Page, title: string): Promise<number> => {
  const id = await addCase(page, title)
  await show(page, `/cases/${id}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await goBy(page, 'e')
  await expect(page.getByText('No evidence yet')).toBeVisible()
  return id
}

/** Drops files as a person does: enter, hover, drop, with a DataTransfer that the page reads. */
export const dropFiles = async (page: Page, files: readonly Sample[]): Promise<void> => {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer()
      for (const { name, base64 } of given)
        data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name))
      return data
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  )
  const target = page.locator('#content')
  await target.dispatchEvent('dragenter', { dataTransfer: transfer })
  await expect(page.getByText(/^Acquire into CASE-/)).toBeVisible()
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await target.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(acquireDialog(page).getByLabel('Source', { exact: true })).toBeFocused()
}

/** Opens the piece of that name from the list. */
export const openPiece = async (page: Page, name: string): Promise<void> => {
  await pieces(page).getByRole('row').filter({ hasText: name }).click()
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible()
}

/** The custody history of the open piece, by what was done. */
export const custody = async (page: Page): Promise<Locator> => {
  await page.getByRole('tab', { name: /^Custody/ }).click()
  return page.getByRole('tabpanel').getByRole('listitem')
}
