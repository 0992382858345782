import type { Locator, Page } from '@playwright/test'
import { someOf } from '../support/tries.ts'
import { laidDetection, layDetection } from './detection-answers.ts'
import { fillWorkspace } from './every-screen.ts'
import { look, picture } from './looks.ts'
import { addPerson, api, expect, queueReady, show, signIn, test } from './steps.ts'

/** The words that one chooses by are whole in the smallest window that is supported. */

const small = { width: 1024, height: 700 }

/** The texts of elements that are narrower than what they hold. */
const cutOf = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent ?? ''),
  )

/** The marks of a state, a level or a deadline: an icon and a word. */
const marks = ['alert', 'needs', 'outcome', 'priority', 'risk', 'sla', 'state', 'status']
  .map((name) => `[data-${name}], [data-${name}] > :not(.fs-visually-hidden)`)
  .join()

/** Heads of columns that one has to scroll to. */
const outOfSight = (grid: Locator): Promise<string[]> =>
  grid.evaluate((list) =>
    [...list.querySelectorAll('[role="columnheader"]')]
      .filter((head) => head.getBoundingClientRect().right > list.getBoundingClientRect().right)
      .map((head) => head.textContent ?? ''),
  )

const lists: readonly (readonly [screen: string, name: string])[] = [
  ['/cases', 'Cases'],
  ['/alerts', 'Alerts'],
  ['/decisions', 'What awaits a decision'],
  ['/decisions?view=decided', 'What was decided'],
  ['/screening', 'Screening hits'],
  ['/reports', 'Reports'],
  ['/transactions', 'Transactions'],
  ['/businesses', 'Businesses'],
  ['/cases/1/evidence', 'Pieces of evidence'],
]

test('in a small window every list shows its heads and marks whole, and none out of sight', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen(['--sample'])
  const { page } = opened
  await layDetection(page, laidDetection(40, 6))
  await page.setViewportSize(small)
  await signIn(opened)
  await fillWorkspace(page)
  for (const [screen, name] of someOf(lists, 2)) {
    await test.step(screen, async () => {
      await show(page, screen)
      const grid = page.getByRole('grid', { name, exact: true })
      await expect(grid).toHaveAttribute('aria-busy', 'false')
      await picture(page, `cut${screen.replaceAll(/\W+/gu, '-')}`)
      expect.soft(await outOfSight(grid), screen).toEqual([])
      expect.soft(await cutOf(grid.getByRole('columnheader')), screen).toEqual([])
      expect
        .soft(await cutOf(grid.getByRole('columnheader').locator('button, span:not(.fs-visually-hidden)')), screen)
        .toEqual([])
      expect.soft(await cutOf(grid.locator(marks)), screen).toEqual([])
    })
  }
})

test('the fields that narrow the transactions say on the screen what each is for', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(opened)
  await show(page, '/transactions')
  const bar = page.getByRole('toolbar', { name: 'Filters of transactions' })
  await expect(bar.getByText('From (UTC)', { exact: true })).toBeVisible()
  await expect(bar.getByText('Amount from', { exact: true })).toBeVisible()
  await expect(bar.getByText('to', { exact: true })).toHaveCount(2)
  await picture(page, 'cut-transactions')
  await bar.getByText('Amount from', { exact: true }).click()
  await expect(bar.getByRole('textbox', { name: 'Amount from' })).toBeFocused()
  await page.keyboard.type('250')
  await expect(page).toHaveURL(/min_amount=250/)
  await bar.getByRole('textbox', { name: 'Amount up to' }).fill('900')
  await expect(page).toHaveURL(/max_amount=900/)
})

test('beside figures that do not fill their row nothing stands but the ground of the figures', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize(small)
  await signIn(opened)
  expect(
    await api(page, 'POST', '/api/v1/transactions', {
      transaction_id: 'T-1',
      at: '2025-03-04T10:00:00Z',
      amount: 9_000,
      currency: 'EUR',
      customer_id: 'C-1',
    }),
  ).toMatchObject({ status: 200 })
  await show(page, '/customers/C-1')
  const figures = page.locator('main dl').filter({ hasText: 'Transactions' }).first()
  await expect(figures).toBeVisible()
  const grounds = await figures.evaluate((list) =>
    [list, list.firstElementChild ?? list].map((one) => getComputedStyle(one).backgroundColor),
  )
  expect(grounds[0]).toBe(grounds[1])
  await picture(page, 'cut-figures')
  await show(page, '/effectiveness')
  const precision = page.getByRole('group', { name: 'Precision', exact: true })
  await expect(precision).toBeVisible()
  const below = await precision.evaluate((card) =>
    [card.parentElement ?? card, card].map((one) => getComputedStyle(one).backgroundColor),
  )
  expect(below[0]).toBe(below[1])
  await picture(page, 'cut-effectiveness')
})

test('the roles in the list of users are whole', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize(small)
  await signIn(opened)
  await addPerson(page, {
    login_name: 'm.long',
    name: 'Freifrau Maximiliane-Alexandra von und zu Hohenstein',
    role: 'investigator',
    password: 'a long enough password',
  })
  await page.reload()
  await queueReady(page)
  await show(page, '/settings/users')
  const roles = page.getByRole('combobox', { name: /^Role of/ })
  await expect(roles).toHaveCount(2)
  const missing = await roles.evaluateAll((all) =>
    all.map((one) => {
      const whole = one.cloneNode(true) as HTMLSelectElement
      whole.value = (one as HTMLSelectElement).value
      whole.style.cssText = 'width: max-content; field-sizing: content; position: absolute'
      one.parentElement?.append(whole)
      const missingPx = Math.max(0, Math.ceil(whole.getBoundingClientRect().width - one.getBoundingClientRect().width))
      whole.remove()
      return missingPx
    }),
  )
  expect(missing.filter((px) => px > 0)).toEqual([])
  await picture(page, 'cut-users')
})

/** Brings a list in force over the interface, from a table of ours. */
const bringOwnList = async (page: Page, people: readonly string[]): Promise<void> => {
  const table = ['id,name,kind', ...people.map((name, place) => `E${place},${name},person`), ''].join('\n')
  const id = await page.evaluate(async (body) => {
    const response = await fetch('/api/v1/screening/list-imports?file_name=office.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-fieldseal-window': '1' },
      body,
    })
    return ((await response.json()) as { data: { id: string } }).data.id
  }, table)
  const address = `/api/v1/screening/list-imports/${id}`
  expect(
    (await api(page, 'POST', `${address}/run`, { key: 'office', title: 'Our own list', allow_shrink: true })).status,
  ).toBe(202)
  await expect.poll(async () => JSON.stringify((await api(page, 'GET', address)).body)).toContain('"state":"done"')
}

test('in a small window what one presses is whole and in sight, the frame of a heading hugs its words, and bars have room', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize(small)
  await signIn(opened)
  await bringOwnList(page, ['Aleksandr Petrov', 'Maria Silva'])
  await bringOwnList(page, ['Aleksandr Petrov'])
  for (const screen of someOf(
    ['/verify', '/settings/webhooks', '/settings/keys', '/settings/users', '/lists/office', '/rules', '/model'],
    2,
  )) {
    await test.step(screen, async () => {
      await show(page, screen)
      await expect(page.getByRole('main').getByRole('button').first()).toBeVisible()
      await picture(page, `cut-pressed${screen.replaceAll(/\W+/gu, '-')}`)
      // The heading of the screen before may still be there.
      const widthOfHeading = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.width
      await expect.poll(widthOfHeading, screen).toBeLessThan(200)
      expect.soft(await cutOf(page.locator('main .mantine-Button-label')), screen).toEqual([])
    })
  }
  await show(page, '/model')
  const track = page.getByRole('region', { name: 'What it looks at' }).locator('[style*="width"]').first().locator('..')
  expect((await track.boundingBox())?.width).toBeGreaterThan(60)
  await show(page, '/lists/office')
  await expect(page.getByRole('button', { name: 'Make version 1 current' })).toBeInViewport({ ratio: 0.99 })
  // Where there is no pane, the list has its place.
  await show(page, '/transactions')
  await expect(page.getByRole('main').getByRole('button', { name: 'Import transactions' })).toBeInViewport({
    ratio: 0.99,
  })
  await picture(page, 'cut-pressed-transactions')
})

test('in a small window every webhook stands whole: its address, its state, and each of its buttons', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize(small)
  await signIn(opened)
  const types = ['alert.raised', 'case.opened', 'case.status_changed', 'decision.recorded', 'evidence.downloaded']
  for (const [url, of] of [
    ['https://hooks.siem.example.com/intake/fieldseal/production/v2/events?source=aml&tenant=acme-bank', types],
    ['https://short.example', []],
  ] as const) {
    const made = await api(page, 'POST', '/api/v1/webhooks', {
      url,
      types: of,
      description: 'The monitoring of the bank, on call at night and on Sundays',
    })
    expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  }
  await show(page, '/settings/webhooks')
  const table = page.getByRole('main').getByRole('table')
  await expect(table.getByRole('button', { name: /^Log: / })).toHaveCount(2)
  await table.getByRole('button', { name: /^Switch off: https:..short/u }).press('Enter')
  await expect(table.getByRole('button', { name: /^Switch on: /u })).toBeVisible()
  await look(page, 'cut-webhooks')
  expect(await table.locator('..').evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0)
  for (const one of await table.getByRole('button').all()) await expect.soft(one).toBeInViewport({ ratio: 0.99 })
  expect.soft(await cutOf(table.locator('th, td'))).toEqual([])
  // A name of a host is not broken, and what can be done stands in one line.
  expect((await table.getByText('https://short.example').boundingBox())?.width).toBeGreaterThan(250)
  const tops = await table
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => Math.round(one.getBoundingClientRect().top)))
  expect(new Set(tops).size).toBe(2)
  // Nothing lies over anything else.
  expect(
    await table.getByRole('button').evaluateAll((buttons) =>
      buttons
        .filter((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })
        .map((one) => one.textContent),
    ),
  ).toEqual([])
})

test('rules that begin alike are told apart, and the one that an address names is in sight', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize(small)
  await signIn(opened)
  const alike = 'Transfers abroad just below the threshold of the reporting duty, variant'
  for (let place = 10; place < 30; place += 1) {
    const rule = {
      key: `variant_${place}`,
      name: `${alike} ${place}`,
      why: 'A test.',
      logic: { '>': [{ var: 'event.amount' }, 5_000] },
      signal: `variant_${place}`,
      weight: 0.1,
      action: 'review',
      reason: 'Above five thousand.',
    }
    expect(await api(page, 'POST', '/api/v1/rules', rule)).toMatchObject({ status: 201 })
  }
  await show(page, '/rules/variant_29')
  const named = page.getByRole('navigation', { name: 'Rules' }).getByRole('link', { name: `${alike} 29` })
  await expect(named).toHaveAttribute('aria-current', 'true')
  await expect(named).toBeInViewport({ ratio: 0.99 })
  expect(await cutOf(named.locator('span'))).toEqual([])
  await picture(page, 'cut-rules')
})

test('a long name in the header leaves the mark of the menu as it is', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen(['--admin', 'Freifrau Maximiliane-Alexandra von und zu Hohenstein'])
  const { page } = opened
  await page.setViewportSize(small)
  await signIn(opened)
  const chevron = page.getByRole('button', { name: /^Freifrau Maximiliane/ }).locator('> svg')
  expect((await chevron.boundingBox())?.width).toBe(13)
  await picture(page, 'cut-header')
})
