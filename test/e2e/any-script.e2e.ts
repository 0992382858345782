import type { Page } from '@playwright/test'
import { look } from './looks.ts'
import { api, expect, queueReady, show, signIn, test } from './steps.ts'

/**
 * Names in any script are shown by a font that has them, also where the system has none: each is fetched from the
 * program itself when a name first needs it.
 */

const names = [
  { name: '안상철', family: 'Noto Sans KR Variable' },
  { name: 'प्रिया', family: 'Noto Sans Devanagari Variable' },
  { name: '刘健', family: 'Noto Sans SC Variable' },
  { name: 'สมชาย', family: 'Noto Sans Thai Variable' },
] as const

/** How wide a name is as its row shows it, and as wide as the family alone would show it. */
const widths = (page: Page, { name, family }: (typeof names)[number]): Promise<readonly number[]> =>
  page
    .getByRole('row')
    .filter({ hasText: name })
    .getByText(name)
    .first()
    .evaluate(
      (cell, alone) => {
        const shown = cell.cloneNode() as HTMLElement
        shown.style.cssText = 'position: absolute; visibility: hidden; width: max-content; max-width: none'
        const wide = (text: string, font: string | null): number => {
          shown.textContent = text
          if (font !== null) shown.style.fontFamily = `'${font}'`
          cell.after(shown)
          const { width } = shown.getBoundingClientRect()
          shown.remove()
          return width
        }
        return [wide(alone.name, null), wide(alone.name, alone.family)]
      },
      { name, family },
    )

test('a name in a script that the system has no font for is shown by one of the program', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  const refused: string[] = []
  page.on('console', (line) => (line.type() === 'error' ? refused.push(line.text()) : undefined))
  await signIn(opened)
  await queueReady(page)
  for (const { name } of names) {
    const opening = { title: `${name} and others`, description: 'Two transfers.', priority: 'high' }
    expect((await api(page, 'POST', '/api/v1/cases', opening)).status).toBe(201)
  }
  await show(page, '/')
  for (const one of names) {
    await expect(page.getByRole('row').filter({ hasText: one.name })).toBeVisible()
    // A box in the place of a letter is of another width.
    await expect
      .poll(async () => {
        const [shown = 0, wanted = 1] = await widths(page, one)
        return Math.abs(shown - wanted) < 0.5
      }, one.family)
      .toBe(true)
  }
  await look(page, 'any-script')
  expect(refused.filter((line) => /font|Content Security Policy/i.test(line))).toEqual([])
})
