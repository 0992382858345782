import type { Page } from '@playwright/test'
import { goBy } from './keyboard.ts'
import { look, picture, seriousFaults } from './looks.ts'
import { api, dialog, expect, noDialog, queueReady, signIn, test } from './steps.ts'

/**
 * The policy of screening, the page of a subject, the entries of a list and the removal of old versions, in the real
 * window over the real service, by keyboard.
 */

const header = 'id,name,kind,date_of_birth,country,program,passport,remarks'
const first = [
  header,
  'E1,Aleksandr Petrov,person,1962-03-21,RU,UKRAINE,P 778812,Owns a shipyard.',
  'E2,Харбор Трейдинг,organisation,,CY,UKRAINE,,',
  'E3,Maria Silva Souza,person,1980,BR,DRC,,',
  '',
].join('\n')
const draft = [
  header,
  'E1,Aleksandr Petrov,person,1962-03-21,RU,RUSSIA,P 778812,Owns a shipyard.',
  'E3,Maria Silva Souza,person,1980,BR,DRC,,',
  'E9,Nobody At All,person,,,,,',
  '',
].join('\n')
const second = first.replace('Owns a shipyard.', 'Owned a shipyard until 2021.').replace('UKRAINE,P', 'RUSSIA,P')

const importList = async (page: Page, content: string): Promise<void> => {
  const staged = await page.evaluate(async (text) => {
    const response = await fetch('/api/v1/screening/list-imports?file_name=office.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'x-fieldseal-window': '1' },
      body: text,
    })
    return (await response.json()) as { data?: { id: string } }
  }, content)
  const address = `/api/v1/screening/list-imports/${staged.data?.id ?? ''}`
  expect(
    (await api(page, 'POST', `${address}/run`, { key: 'office', title: 'Our own list', allow_shrink: true })).status,
  ).toBe(202)
  await expect.poll(async () => JSON.stringify((await api(page, 'GET', address)).body)).toContain('"state":"done"')
}

/** Waits until the register was compared with the version. */
const screened = async (page: Page, version: string): Promise<void> => {
  await expect
    .poll(async () => {
      const { data } = (await api(page, 'GET', '/api/v1/screening/status')).body as {
        data: {
          waiting: number
          lists: { version: string }[]
          run: { finished_at: string | null; lists: { version: string }[] } | null
        }
      }
      return (
        data.waiting === 0 && data.lists[0]?.version === version && (data.run === null || data.run.finished_at !== null)
      )
    })
    .toBe(true)
}

const subject = (id: string, name: string, more: object = {}) => ({
  subject: { kind: 'customer', id },
  names: [name],
  kind: 'person',
  ...more,
})

const sound = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().scrollIntoViewIfNeeded()
  await look(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1_920, height: 1_080 })
  await picture(page, `${name}-wide`)
  await page.setViewportSize({ width: 1_280, height: 720 })
}

test('a policy is tried before it is sealed; who changed it stands below', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await importList(page, first)
  await api(page, 'POST', '/api/v1/screening/subjects', {
    subjects: [subject('C-1', 'PETROV, Alexander'), subject('C-2', 'Maria de Silva Sousa'), subject('C-3', 'Anna Ek')],
  })
  await screened(page, '1')
  await page.goto(`${served.url}/#/settings/screening`)
  const form = page.getByRole('form', { name: 'Screening policy' })
  await expect(page.getByText('Nobody has changed this policy yet.')).toBeVisible()
  const save = form.getByRole('button', { name: 'Seal the screening policy' })
  await expect(save).toBeDisabled()

  const threshold = form.getByRole('textbox', { name: 'Hit from (precise)' })
  await threshold.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('0.3')
  await expect(form.getByRole('alert')).toContainText('threshold')
  await expect(save).toBeDisabled()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('1')
  await form.getByRole('button', { name: 'Show what it would do' }).press('Enter')
  const preview = form.getByRole('region', { name: 'What this would do' })
  await expect(preview.getByRole('row', { name: /^Open/ })).toHaveText(/Open02/)
  await expect(preview).toContainText('All 3 people compared; nothing was changed.')
  await sound(page, 'screening-policy')

  await form.getByRole('checkbox', { name: 'Our own list counts' }).press('Space')
  await expect(preview).toHaveCount(0)
  await expect(form.getByRole('alert')).toContainText('No list counts')
  await form.getByRole('checkbox', { name: 'Our own list counts' }).press('Space')
  await form.getByRole('textbox', { name: 'Old after days: Our own list' }).fill('3')
  await expect(save).toBeDisabled()
  await form.getByRole('textbox', { name: 'Old after days: Our own list' }).fill('40')
  await form.getByRole('switch', { name: 'Everybody whom transactions name, on arrival' }).press('Space')
  await threshold.press('Enter')
  await expect(page.getByRole('region', { name: 'Changes, newest first' }).getByRole('listitem')).toContainText(
    'Ada Morgan',
  )
  await expect(save).toBeDisabled()
  expect((await api(page, 'GET', '/api/v1/screening/status')).body).toMatchObject({
    data: { policy: { threshold: 1, on_activities: false, excluded_lists: [] } },
  })
  expect((await api(page, 'GET', '/api/v1/screening/lists/office')).body).toMatchObject({ data: { stale_days: 40 } })
})

test('a subject has a page with its hits side by side, what was said of them, and every screening', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await importList(page, first)
  await api(page, 'POST', '/api/v1/screening/subjects', {
    subjects: [subject('C-1', 'PETROV, Alexander', { dates: ['1962'], countries: ['RU'] }), subject('C-4', 'Anna Ek')],
  })
  await screened(page, '1')
  await goBy(page, 'u')
  const pane = page.getByRole('complementary', { name: 'Screening hit' })
  await expect(pane.getByRole('heading', { level: 2 })).toContainText('PETROV')
  await pane.getByRole('link', { name: 'All screenings' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'PETROV, Alexander' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Subject and listed entry side by side' })).toContainText('1962-03-21')
  await page.keyboard.press('f')
  await expect(dialog(page, 'False match').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Another passport, seen today.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  const dispositions = page.getByRole('region', { name: 'Dispositions' })
  await expect(dispositions.getByRole('row').filter({ hasText: 'Another passport, seen today.' })).toContainText(
    'False match',
  )
  await importList(page, second)
  await screened(page, '2')
  await page.getByRole('button', { name: 'Screen again now' }).press('Enter')
  const screenings = page.getByRole('region', { name: 'Screenings' })
  await expect(screenings.getByRole('row').filter({ hasText: 'asked for' })).toContainText('office 2')
  await expect(screenings.getByRole('row').filter({ hasText: 'came in' })).toContainText('office 1')
  await screenings
    .getByRole('button', { name: /^Matches of/ })
    .last()
    .press('Enter')
  await expect(screenings.getByRole('list', { name: 'What it found then' })).toContainText(
    'Aleksandr Petrov · office 1 · E1',
  )
  await expect(page.getByRole('region', { name: 'Screened again with everybody' })).toContainText(
    'a list changed · office 2',
  )
  await sound(page, 'screened-subject')

  await page.goto(`${served.url}/#/screened/customer/nobody`)
  await expect(page.getByText('nobody is not in the screening register')).toBeVisible()
  await page.goto(`${served.url}/#/customers/C-1`)
  await page.getByRole('link', { name: 'All screenings' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'PETROV, Alexander' })).toBeVisible()
  await page.getByRole('link', { name: 'All that is known' }).press('Enter')
  await page
    .getByRole('navigation', { name: 'Elsewhere' })
    .or(page.getByRole('main'))
    .getByRole('link', { name: 'All screenings' })
    .first()
    .press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'PETROV, Alexander' })).toBeVisible()
})

test('a confirmed match that no longer fits asks to be looked at again, and names that activities told stand on the page', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await importList(page, first)
  await api(page, 'POST', '/api/v1/screening/subjects', { subjects: [subject('C-1', 'Aleksandr Petrov')] })
  await screened(page, '1')
  await page.goto(`${served.url}/#/screened/customer/C-1`)
  const hits = page.getByRole('region', { name: 'Hits' })
  const confirm = async (reason: string): Promise<void> => {
    await page.keyboard.press('t')
    await expect(dialog(page, 'True match').getByRole('textbox')).toBeFocused()
    await page.keyboard.type(reason)
    await page.keyboard.press('Control+Enter')
    await noDialog(page)
  }
  await expect(hits.getByRole('heading', { level: 2, name: /Petrov and Aleksandr Petrov/ })).toBeVisible()
  await confirm('Passport held beside the list.')
  await expect(hits.getByText('True match').first()).toBeVisible()
  expect(
    (await api(page, 'POST', '/api/v1/screening/subjects', { subjects: [subject('C-1', 'Robert Plain')] })).body,
  ).toMatchObject({ data: { results: [{ status: 'hits', hits: 0, standing: 1 }] } })
  expect(
    (
      await api(page, 'POST', '/api/v1/transactions', {
        transactions: [
          {
            transaction_id: 't-1',
            at: '2026-03-04T12:00:00.000Z',
            customer_id: 'C-1',
            amount: 5,
            metadata: { customer_name: 'Robert Plain junior' },
          },
        ],
      })
    ).status,
  ).toBeLessThan(300)
  await screened(page, '1')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Robert Plain' })).toBeVisible()
  await expect(page.getByText('Robert Plain junior')).toBeVisible()
  await expect(hits.getByText('Review it: it stays a match until you say otherwise.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Screenings' })).toContainText(
    '1 confirmed match no longer fits, and stands',
  )
  await sound(page, 'screened-standing')
  await confirm('Changed his name by deed; the passport number is the same.')
  await expect(hits.getByText('It was reviewed and stays a match.')).toBeVisible()
})

test('entries of a list are found and read by keyboard; old versions that nothing refers to are removed', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await importList(page, first)
  await screened(page, '1')
  await api(page, 'POST', '/api/v1/screening/subjects', { subjects: [subject('C-1', 'Maria Silva Souza')] })
  await importList(page, draft)
  await importList(page, second)
  await screened(page, '3')
  await page.goto(`${served.url}/#/lists/office`)
  await page.getByRole('link', { name: 'Entries', exact: true }).press('Enter')
  const results = page.getByRole('list', { name: 'Entries found' })
  await expect(results.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('f')
  const find = page.getByRole('textbox', { name: 'Name, id, programme or number' })
  await expect(find).toBeFocused()
  await page.keyboard.type('kharbor')
  await expect(results.getByRole('listitem')).toHaveCount(1)
  const entry = page.getByRole('complementary', { name: 'Listed entry' })
  await expect(entry.getByRole('row').filter({ hasText: 'Харбор' })).toContainText('Cyrillic')
  await expect(entry).toContainText('Listed here since version 3')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('russia')
  await expect(entry.getByRole('heading', { level: 3 })).toHaveText('Aleksandr Petrov')
  await expect(entry).toContainText('Owned a shipyard until 2021.')
  await expect(entry).toContainText('Listed here since version 1')
  await expect(entry.getByRole('table', { name: 'Identifiers' })).toContainText('P778812')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(results.getByRole('listitem')).toHaveCount(3)
  await results.getByRole('button').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(entry).toBeFocused()
  await expect(entry.getByRole('heading', { level: 3 })).toHaveText('Maria Silva Souza')
  await sound(page, 'list-entries')

  await page.getByRole('link', { name: 'Versions', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Remove old versions' }).press('Enter')
  const removing = dialog(page, 'Remove old versions')
  await expect(removing.getByRole('textbox', { name: 'Why' })).toBeFocused()
  await expect(removing.getByRole('row').filter({ hasText: 'Version 3' })).toContainText('it is current')
  await expect(removing.getByRole('row').filter({ hasText: 'Version 1' })).toContainText('hits were found in it')
  await expect(removing.getByRole('checkbox', { name: 'Version 2' })).toBeChecked()
  await page.keyboard.type('It was a draft.')
  await sound(page, 'list-removal')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByRole('row').filter({ hasText: 'office.csv' })).toHaveCount(2)
})

test('the sidebar tells its places apart, and each is in the palette and in the help', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await signIn(opened)
  await queueReady(page)
  const nav = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Detection', 'Explore', 'Rules and lists'])
    await expect(nav.getByRole('heading', { name })).toBeVisible()
  for (const [width, height] of [
    [1_280, 720],
    [1_920, 1_080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await nav.getByRole('link', { name: 'Settings' }).scrollIntoViewIfNeeded()
    await expect(nav.getByRole('link', { name: 'Settings' })).toBeInViewport()
    await picture(page, `sidebar-${width}`)
  }
  await page.setViewportSize({ width: 1_280, height: 720 })
  // Nothing has to be scrolled to on the smallest window that is meant for work.
  await expect(nav.getByRole('link', { name: 'Model' })).toBeInViewport({ ratio: 1 })
  await expect(nav.getByRole('link', { name: 'All cases' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Shift+?')
  const help = dialog(page, /shortcuts/i)
  await expect(help).toBeVisible()
  for (const place of [
    'alerts',
    'decisions',
    'the screening desk',
    'reports',
    'transactions',
    'businesses',
    'the network',
    'effectiveness',
    'lists',
    'rules',
    'the model',
  ])
    await expect(help.getByText(`Go to ${place}`)).toHaveCount(1)
  expect.soft(await seriousFaults(page)).toEqual([])
  await picture(page, 'sidebar-help')
  await page.keyboard.press('Escape')
  await noDialog(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search, or type a command')).toBeFocused()
  await page.keyboard.type('sanctions')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toContainText('Go to lists')
  await picture(page, 'sidebar-palette')
})
