import type { Locator, Page } from '@playwright/test'
import type { Desktop } from '../support/electron.ts'
import { expect, test as base, type OpenedFolder, type OpenedServer } from './harness.ts'

export { expect } from './harness.ts'

/** A file as an input takes it. */
type FilePayload = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

/** What a page did that it must never do: broke its content security policy, asked another host, threw. */
const watch = async (page: Page): Promise<readonly string[]> => {
  const seen: string[] = []
  const home = { host: '' }
  // What a script tried and caught is on no console: from the next load on, before any script of the page.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`content security policy: ${effectiveDirective} ${blockedURI}`),
    ),
  )
  page.on('console', (message) => {
    if (/content security policy|trusted ?types/i.test(message.text())) seen.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => seen.push(`error: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, host, hostname } = new URL(request.url())
    const steered = request.isNavigationRequest() && hostname === '127.0.0.1'
    // What the first document asks for may be told before the page has its address.
    if (steered && page.url() === 'about:blank') home.host = host
    // The viewer of evidence, an origin of its own.
    const isViewer = protocol === 'preview:' && host === 'viewer'
    const own =
      isViewer ||
      protocol === 'data:' ||
      protocol === 'blob:' ||
      host === home.host ||
      host === new URL(page.url()).host ||
      steered
    if (!own) seen.push(`request: ${request.url()}`)
  })
  return seen
}

/** The harness's `test`, with every opened page watched from its first request to its last. */
export const test = base.extend<{ readonly watched: (readonly string[])[] }>({
  watched: async ({}, use) => {
    await use([])
  },
  openDesktop: async ({ openDesktop, watched }, use) => {
    await use(async (options) => {
      const desktop = await openDesktop(options)
      watched.push(await watch(desktop.page))
      return desktop
    })
    expect(watched.flat()).toEqual([])
  },
  beforeLoad: async ({ watched }, use) => {
    await use(async (page) => void watched.push(await watch(page)))
  },
  openFolder: async ({ openFolder, watched }, use) => {
    await use(openFolder)
    expect(watched.flat()).toEqual([])
  },
})

/** The queue, once its first page is there. */
export const queueReady = (page: Page): Promise<void> =>
  expect(page.getByRole('grid', { name: 'Cases' })).toHaveAttribute('aria-busy', 'false')

/** Signs in with the keyboard alone: the login name has the focus. */
export const signInAs = async (page: Page, login: string, password: string): Promise<void> => {
  await expect(page.getByLabel('Login name')).toBeFocused()
  await page.keyboard.type(login)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

/** Opens a served workspace, in which nobody is signed in, and waits for the form that asks who it is. */
export const openSignIn = async ({ page, served }: OpenedFolder): Promise<void> => {
  await page.goto(served.url)
  await expect(page.getByLabel('Login name')).toBeFocused()
}

/** Opens a served workspace with its administrator signed in: without the form, which has tests of its own. */
export const signIn = async ({ page, served, workspace }: OpenedServer): Promise<void> => {
  const { login_name, password } = workspace
  const answer = await page.request.post(`${served.url}/api/v1/auth/session`, {
    data: { login_name, password },
    headers: { 'x-fieldseal-window': '1', origin: served.url },
  })
  expect(answer.status()).toBe(200)
  await page.goto(served.url)
  await queueReady(page)
}

/** Answers the first run by keyboard, and waits for the empty queue. */
export const firstRun = async ({ page }: Desktop, sample = false): Promise<void> => {
  await expect(page.getByLabel('Institution code')).toBeFocused()
  if (sample) {
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /A sample workspace/ })).toBeChecked()
    await page.keyboard.press('Tab')
  }
  for (const text of ['acme', 'Acme Bank', 'Ada Morgan']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  // Making a sample is work: on a busy machine it takes longer than one look at the page may.
  await expect(page.getByRole('grid', { name: 'Cases' })).toBeVisible({ timeout: 60_000 })
  await queueReady(page)
}

/** Calls the interface as the window does, with the window's own session; answers the parsed body. */
export const api = (
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: unknown }> =>
  page.evaluate(
    async ([verb, address, content]) => {
      const headers = { 'x-fieldseal-window': '1', ...(content === null ? {} : { 'content-type': 'application/json' }) }
      const response = await fetch(address, { method: verb, headers, ...(content === null ? {} : { body: content }) })
      return { status: response.status, body: (await response.json()) as unknown }
    },
    [method, path, body === undefined ? null : JSON.stringify(body)] as const,
  )

/** Adds a person to the workspace; the signed-in one must be its administrator. */
export const addPerson = async (
  page: Page,
  person: { login_name: string; name: string; role: string; password: string },
): Promise<void> => {
  const answer = await api(page, 'POST', '/api/v1/users', person)
  expect(answer).toMatchObject({ status: 201 })
}

/** Opens a case over the interface; answers its id. */
export const addCase = async (page: Page, title: string): Promise<number> => {
  const answer = await api(page, 'POST', '/api/v1/cases', {
    title,
    description: 'Opened for a test.',
    priority: 'medium',
  })
  expect(answer.status).toBe(201)
  return (answer.body as { data: { id: number } }).data.id
}

/** Opens a case for the administrator who asks; by itself it goes to whoever has the fewest. */
export const addOwnCase = async (page: Page, title: string): Promise<number> => {
  const id = await addCase(page, title)
  expect((await api(page, 'PUT', `/api/v1/cases/${id}/owner`, { owner_id: 1 })).status).toBe(200)
  return id
}

/** Goes to a screen by its address, such as `/settings/users`. */
export const show = (page: Page, screen: string): Promise<void> =>
  page.evaluate((address) => void (window.location.hash = address), screen)

/** Goes to a case, and waits until it is shown. */
export const showCase = async (page: Page, id: number, title: string): Promise<void> => {
  await show(page, `/cases/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/**
 * Opens the import of this kind by its links, and hands it a file once its own screen is there: the one before goes
 * with what it was given.
 */
export const importFile = async (page: Page, kind: 'Transactions' | 'Alerts', file: FilePayload): Promise<void> => {
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('navigation', { name: 'What the file holds' }).getByRole('link', { name: kind }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Import ${kind.toLowerCase()}` })).toBeVisible()
  await page.locator('input[type="file"]').setInputFiles(file)
}

/** The dialog or drawer of that name that has the focus: a key that is pressed before goes to the screen beneath. */
export const dialog = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('dialog', { name }).and(page.locator(':focus-within'))

/** Waits until no dialog is left and single keys belong to the screen again. */
export const noDialog = (page: Page): Promise<void> => expect(page.getByRole('dialog')).toHaveCount(0)

/** Entries of the timeline on the screen. */
export const entries = (page: Page): Locator =>
  page.getByRole('feed', { name: 'Timeline of the case' }).getByRole('article')

/** Shows the timeline of the case that is open. */
export const showTimeline = async (page: Page): Promise<void> => {
  await page
    .getByRole('navigation', { name: 'Parts of the case' })
    .getByRole('link', { name: /^Timeline/ })
    .press('Enter')
  await expect(entries(page).first()).toBeVisible()
}

/** Moves with the arrows through the radio group that has the focus until `name` is chosen. */
export const chooseByArrows = async (page: Page, name: string): Promise<void> => {
  const wanted = page.getByRole('radio', { name: new RegExp(`^${name}`) })
  await expect(page.locator('input[type="radio"]:focus')).toHaveCount(1)
  await page.keyboard.press('Space')
  for (let step = 0; step < 6 && !(await wanted.isChecked()); step++) await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeChecked()
}
