import type { Page } from '@playwright/test'
import { goBy, press } from './keyboard.ts'
import { look } from './looks.ts'
import { addCase, addPerson, api, expect, queueReady, show, signIn, test } from './steps.ts'

const investigator = {
  login_name: 'i.novak',
  name: 'Ivana Novak',
  role: 'investigator',
  password: 'a long enough password',
}

const done = async (page: Page, method: string, path: string, body?: object): Promise<unknown> => {
  const answer = await api(page, method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return (answer.body as { data: unknown }).data
}

const main = (page: Page) => page.getByRole('main')
const home = (page: Page) => main(page).getByRole('group', { name: 'Home', exact: true })

const lookBoth = async (page: Page, name: string): Promise<void> => {
  for (const width of [1_440, 1_280]) {
    await page.setViewportSize({ width, height: 1_000 })
    await look(page, `${name}-${width}`)
  }
}

/** Links to lists of cases, with the figure that each of them shows. */
const figuresOf = (page: Page): Promise<readonly { readonly href: string; readonly count: string }[]> =>
  home(page)
    .locator('dl a[href^="#/cases"], ul[aria-label] a[href^="#/cases"], td a[href^="#/cases"]')
    .evaluateAll((links) =>
      links.map((link) => ({
        href: link.getAttribute('href') ?? '',
        count: (link.textContent ?? '').match(/[\d,]+$/u)?.[0] ?? '',
      })),
    )

test('a supervisor sees how work is spread, and each figure is that of its list', async ({ serveAndOpen }) => {
  test.setTimeout(240_000)
  const opened = await serveAndOpen(['--sample'])
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 1_000 })
  await signIn(opened)
  await goBy(page, 'h')
  await expect(page).toHaveURL(/#\/home$/)
  await expect(page).toHaveTitle(/^Home · /)
  await expect(main(page).getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'Load per person' }).locator('tbody tr').first()).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link').first()).toHaveAttribute(
    'aria-current',
    'page',
  )
  await lookBoth(page, 'home-supervisor')

  const figures = await figuresOf(page)
  expect(figures.length).toBeGreaterThan(15)
  for (const { href, count } of figures.filter(
    (one, at) => figures.findIndex(({ href: of }) => of === one.href) === at,
  ))
    await test.step(href, async () => {
      await show(page, href)
      await queueReady(page)
      await expect(main(page).getByText(new RegExp(`^${count} cases?$`, 'u'))).toBeVisible()
    })
  // What no menu sets can be taken away.
  await show(page, '#/cases?due_in_hours=24-72')
  await main(page).getByRole('button', { name: 'Also show other deadlines' }).click()
  await expect(page).toHaveURL(/#\/cases$/)
})

test('an investigator sees what is due and what others changed, by keyboard alone, and while it changes', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page, served } = opened
  await signIn(opened)
  await show(page, '#/home')
  await expect(home(page).getByText(/You have no unfinished case/)).toBeVisible()
  await lookBoth(page, 'home-empty')
  await addPerson(page, investigator)
  const users = (await done(page, 'GET', '/api/v1/users')) as readonly { id: number; login_name: string }[]
  const owner = users.find(({ login_name: login }) => login === investigator.login_name)?.id ?? 0
  const id = await addCase(page, 'Payments to a new account')
  const file = (await done(page, 'GET', `/api/v1/cases/${id}`)) as { owner_id: number }
  if (file.owner_id !== owner) await done(page, 'PUT', `/api/v1/cases/${id}/owner`, { owner_id: owner })
  for (let n = 1; n <= 7; n += 1)
    await done(page, 'POST', `/api/v1/cases/${id}/tasks`, {
      title: `Call branch ${n}`,
      assignee_id: owner,
      ...(n === 1 ? { due_at: '2026-01-05T09:00:00.000+00:00' } : {}),
    })
  await done(page, 'POST', `/api/v1/cases/${id}/notes`, { text: 'The branch knows the account.' })

  const other = await page.context().browser()?.newContext()
  const second = await other?.newPage()
  if (other === undefined || second === undefined) throw new Error('no second window')
  const answer = await second.request.post(`${served.url}/api/v1/auth/session`, {
    data: { login_name: investigator.login_name, password: investigator.password },
    headers: { 'x-fieldseal-window': '1', origin: served.url },
  })
  expect(answer.status()).toBe(200)
  await second.goto(`${served.url}/#/home`)
  const changes = main(second).getByRole('region', { name: /^Changed by others/ })
  await expect(changes.getByRole('link', { name: /Note/ })).toBeVisible()
  const tasks = main(second).getByRole('region', { name: 'My open tasks' })
  await expect(tasks.getByRole('listitem')).toHaveCount(5)
  await expect(tasks.getByText(/Overdue since/)).toHaveCount(1)
  await expect(main(second).getByRole('region', { name: 'Load per person' })).toHaveCount(0)
  await lookBoth(second, 'home-investigator')

  await press(second, tasks.getByRole('button', { name: 'Show all 7 tasks' }))
  await expect(tasks.getByRole('listitem')).toHaveCount(7)

  // An event brings what somebody else has just done.
  await done(page, 'PUT', `/api/v1/cases/${id}/priority`, { priority: 'urgent', notes: 'More of them.' })
  await expect(changes.getByRole('link', { name: /Priority/ })).toBeVisible()

  await press(
    second,
    main(second)
      .getByRole('region', { name: 'My cases by deadline' })
      .getByRole('link', { name: /Payments to a new account/ }),
  )
  await expect(main(second).getByRole('heading', { level: 1, name: 'Payments to a new account' })).toBeVisible()
  await second.keyboard.press('Escape')
  await expect(second).toHaveURL(/#\/home$/)
  await other.close()
})
