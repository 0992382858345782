import type { Page } from '@playwright/test'
import { goBy } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import { api, dialog, expect, noDialog, signIn, test } from './steps.ts'

/** The screening desk over the real service, with a small list made here, by keyboard. */

const list = [
  'name,kind,date_of_birth,country',
  'Aleksandr Petrov,person,1962-03-21,RU',
  'Harbour Trading LLC,organisation,,CY',
  'Maria Silva Souza,person,1980,BR',
  '',
].join('\n')

const subject = (id: string, name: string, more: object = {}) => ({
  subject: { kind: 'customer', id },
  names: [name],
  ...more,
})

const acrossScripts = [
  'name,kind,date_of_birth,country',
  '"LIU, Jian",person,1971,CN',
  'Hassan al-Masri,person,1966-05-02,LB',
  '안상철,person,1959,KP',
  '',
].join('\n')

const importList = async (page: Page, content = list): Promise<void> => {
  const staged = await page.evaluate(async (text) => {
    const response = await fetch('/api/v1/screening/list-imports?file_name=office.csv', {
      method: 'POST',
      headers: { 'x-fieldseal-window': '1', 'content-type': 'application/octet-stream' },
      body: text,
    })
    return (await response.json()) as { data?: { id: string } }
  }, content)
  expect(
    (
      await api(page, 'POST', `/api/v1/screening/list-imports/${staged.data?.id ?? ''}/run`, {
        key: 'office',
        title: 'Our own list',
      })
    ).status,
  ).toBe(202)
  await expect
    .poll(async () => JSON.stringify((await api(page, 'GET', '/api/v1/screening/status')).body))
    .toContain('"office"')
}

const sound = async (page: Page, name: string): Promise<void> => {
  expect.soft(await seriousFaults(page), name).toEqual([])
  await picture(page, `screening-${name}`)
}

test('hits are read side by side and disposed of by keyboard; somebody is screened at once', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await goBy(page, 'u')
  await expect(page.getByText('No list is imported')).toBeVisible()
  await sound(page, 'no-lists')

  await importList(page)
  const registered = await api(page, 'POST', '/api/v1/screening/subjects', {
    subjects: [
      subject('C-1', 'PETROV, Alexander', { kind: 'person', dates: ['1962'], countries: ['RU'] }),
      subject('C-2', 'Maria de Silva Sousa', { kind: 'person' }),
      subject('C-3', 'Harbor Trading Ltd.', { kind: 'organisation', countries: ['DE'] }),
      subject('C-4', 'Anna Ek'),
    ],
  })
  expect(registered.status, JSON.stringify(registered.body)).toBe(200)

  const grid = page.getByRole('grid', { name: 'Screening hits' })
  await expect(grid.getByRole('row').filter({ hasText: 'PETROV' })).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('group', { name: 'Current lists' })).toContainText('Our own list · of today')
  const pane = page.getByRole('complementary', { name: 'Screening hit' })
  await expect(pane.getByRole('heading', { level: 2 })).toContainText('PETROV, Alexander')
  const parts = pane.getByRole('table', { name: 'The names, part by part' })
  await expect(parts.getByRole('row').filter({ hasText: 'Alexander' })).toContainText('Aleksandr')
  await expect(pane.getByRole('table', { name: 'Subject and listed entry side by side' })).toContainText('1962-03-21')
  await sound(page, 'hit')

  await page.keyboard.press('t')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Same passport, seen today.')
  await sound(page, 'dispose')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(pane.getByRole('heading', { level: 2 })).not.toContainText('PETROV')
  await page.keyboard.press('Control+a')
  await expect(page.getByRole('toolbar', { name: 'Selected hits' })).toContainText('2 selected')
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Other people: other countries and dates.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('No open hits')).toBeVisible()
  await sound(page, 'done')

  await page.keyboard.press('s')
  await expect(dialog(page, 'Screen somebody').getByRole('textbox').first()).toBeFocused()
  await page.keyboard.type('Aleksandr Petrow')
  await page.keyboard.press('Enter')
  await expect(page.getByText('One match')).toBeVisible()
  await sound(page, 'somebody')
  await page.keyboard.press('Escape')
  await noDialog(page)

  await page.goto(`${page.url().split('#')[0] ?? ''}#/screening?state=true_match`)
  await expect(pane.getByRole('list', { name: 'History of the subject' })).toContainText('Same passport, seen today.')
  await sound(page, 'history')
})

test('a name in another script is a hit, and the pane shows which parts were found equal', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  await goBy(page, 'u')
  await importList(page, acrossScripts)
  const registered = await api(page, 'POST', '/api/v1/screening/subjects', {
    subjects: [
      subject('S-1', '刘健', { kind: 'person', dates: ['1971'] }),
      subject('S-2', 'حسن المصري', { kind: 'person' }),
      subject('S-3', 'An Sang Chol', { kind: 'person' }),
      subject('S-4', 'Ilse Bergmann', { kind: 'person' }),
    ],
  })
  expect(registered.status, JSON.stringify(registered.body)).toBe(200)
  const grid = page.getByRole('grid', { name: 'Screening hits' })
  const pane = page.getByRole('complementary', { name: 'Screening hit' })
  const hits = [
    { name: '刘健', found: 'Jian', picture: 'han' },
    { name: 'حسن المصري', found: 'Hassan', picture: 'arabic' },
    { name: 'An Sang Chol', found: '상철', picture: 'hangul' },
  ]
  for (const hit of hits) await expect(grid.getByRole('row').filter({ hasText: hit.name })).toHaveCount(1)
  await expect(grid.getByRole('row').filter({ hasText: 'Bergmann' })).toHaveCount(0)
  for (const hit of hits) {
    await grid.getByRole('row').filter({ hasText: hit.name }).click()
    await expect(pane.getByRole('heading', { level: 2 })).toContainText(hit.name)
    await expect(pane.getByRole('table', { name: 'The names, part by part' })).toContainText(hit.found)
    await sound(page, `script-${hit.picture}`)
  }
})
