import type { Locator, Page } from '@playwright/test'
import { expect } from './harness.ts'

/** Most stops between two controls of one screen. */
const stopsMost = 150

const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement)

/** Goes to a control as a person without a mouse does: by Tab alone, or by Shift and Tab. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < stopsMost && !(await hasFocus(target)); stop += 1) await page.keyboard.press(key)
  await expect(target).toBeFocused()
}

/** Goes to a control and presses it. */
export const press = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Opens a menu; it takes the focus a moment after it is drawn, and a key before that goes nowhere. */
export const openMenu = async (page: Page, target: Locator): Promise<void> => {
  await press(page, target)
  await expect(page.locator('[role="menu"]:focus-within')).toBeVisible()
}

/** Goes to a field and writes it anew. */
export const fill = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(text)
}

/** Goes to a list of choices and takes one by its words. */
export const choose = async (page: Page, target: Locator, option: string | RegExp): Promise<void> => {
  await tabTo(page, target)
  // A list that is open already would be closed by the key.
  if ((await target.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('ArrowDown')
  const wanted = page.getByRole('option', { name: option }).first()
  await expect(wanted).toBeVisible()
  const id = await wanted.getAttribute('id')
  for (let step = 0; step < stopsMost && (await target.getAttribute('aria-activedescendant')) !== id; step += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/**
 * Two keys, one after the other, of which the first says that a place is meant. Who types does not wait for an answer
 * to the first: the second has to come within a second or so.
 */
export const goBy = async (page: Page, key: string): Promise<void> => {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(key)])
}

/** Runs a command by the palette, by its words; whatever it opens. */
export const openByCommand = async (page: Page, words: string, name: string | RegExp): Promise<void> => {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(words)
  await expect(page.getByRole('dialog').getByRole('option', { name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Runs a command that opens no dialog. */
export const command = async (page: Page, words: string, name: string | RegExp): Promise<void> => {
  await openByCommand(page, words, name)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
