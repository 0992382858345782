import type { Page } from '@playwright/test'
import { tries } from '../support/tries.ts'
import { goBy } from './keyboard.ts'
import { layNetwork, laidNetwork, type LaidNetwork } from './network-answers.ts'
import { look, picture } from './looks.ts'
import { addCase, api, dialog, expect, firstRun, noDialog, show, signIn, test } from './steps.ts'

/**
 * The network in the window over answers that a test lays before it: picture, tables, time, paths, and saving into a
 * real case.
 */

/** WebGL without a graphics card: what a virtual display has. */
const drawn = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

const scene = (page: Page) => page.getByRole('application', { name: /^Network of/ })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Selection' })
const title = (page: Page) => panel(page).getByRole('heading', { level: 2 })
const entities = (page: Page) => page.getByRole('grid', { name: 'Entities' })

const rests = (page: Page): Promise<void> =>
  expect(scene(page)).toHaveAttribute('data-layout', 'rests', { timeout: 60_000 })

/** Holds the neighbours that are asked for; what is returned lets them come. */
const holdNeighbours = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate(() => {
    const given = window.fetch
    const held = new Promise<void>((resolve) =>
      window.addEventListener('neighbours-may-come', () => resolve(), { once: true }),
    )
    window.fetch = async (input, init) => {
      if (String(input instanceof Request ? input.url : input).includes('/network/graph')) await held
      return await given(input, init)
    }
  })
  return () => page.evaluate(() => void window.dispatchEvent(new Event('neighbours-may-come')))
}

const open = async (page: Page, laid: LaidNetwork): Promise<void> => {
  await layNetwork(page, laid)
  await goBy(page, 'n')
  await expect(page.getByRole('heading', { name: 'Follow the money' })).toBeVisible()
}

test('the network is followed by keyboard in the picture: find, expand, path, group, time, and into a case as evidence', async ({
  openDesktop,
}) => {
  const desktop = await openDesktop({ args: drawn })
  const { page } = desktop
  await firstRun(desktop)
  const caseId = await addCase(page, 'Mule accounts at the Köln branch')
  const laid = laidNetwork(240)
  await open(page, laid)
  await look(page, 'network-start')

  await page.keyboard.press('f')
  await expect(page.getByRole('combobox', { name: 'Find an entity' })).toBeFocused()
  await page.keyboard.type('3700')
  await expect(page.getByRole('option', { name: /3700/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/network\/account%3A3700$/)
  await expect(title(page)).toHaveText('3700')
  await rests(page)
  await expect(
    panel(page)
      .getByRole('list', { name: /Parts of the risk/ })
      .getByRole('listitem'),
  ).toHaveCount(3)
  await look(page, 'network-picture')

  // Arrow keys go from node to node; the selected one is told in words.
  await scene(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).not.toHaveText('3700')
  await expect(page.getByText(/, risk (Low|Medium|High|Critical), \d+ links?$/)).toBeAttached()

  const nodesBefore = Number(await scene(page).getAttribute('data-nodes'))
  await page.keyboard.press('f')
  await expect(page.getByRole('combobox', { name: 'Find an entity' })).toBeFocused()
  await page.keyboard.type('3701')
  await expect(page.getByRole('option', { name: /3701/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(scene(page)).toBeFocused()
  await page.keyboard.press('e')
  await expect.poll(async () => Number(await scene(page).getAttribute('data-nodes'))).toBeGreaterThan(nodesBefore)
  await rests(page)

  // A path: from here, to the next.
  await page.keyboard.press('w')
  await expect(page.getByText(/go to the other end and press W/)).toBeVisible()
  for (let turn = 0; turn < 6; turn += 1) await page.keyboard.press('n')
  await page.keyboard.press('w')
  await expect(title(page).first()).toHaveText(/^From .* to .* in \d+ links$|linked directly$/)
  await rests(page)
  await look(page, 'network-path')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(title(page)).toHaveText('What is shown')

  await page.keyboard.press('n')
  await page.keyboard.press('p')
  await expect(panel(page).getByRole('button', { name: /^Unpin/ })).toBeVisible()
  await page.keyboard.press('h')
  await expect(page.getByRole('button', { name: /^1 hidden/ })).toBeVisible()
  await page.keyboard.press('Shift+H')
  await expect(page.getByRole('button', { name: /hidden/ })).toHaveCount(0)

  await page.keyboard.press('u')
  await page.keyboard.press('u')
  await expect(page.getByRole('combobox', { name: 'What is grouped' })).toHaveValue('Kinds as one')
  await rests(page)
  await look(page, 'network-grouped')
  await page.keyboard.press('u')
  await page.keyboard.press('u')
  await expect(page.getByRole('combobox', { name: 'What is grouped' })).toHaveValue('Not grouped')

  // Less time, fewer links; all of it brings them back.
  const count = page.getByText(/^\d+ entit(?:y|ies), \d+ links?$/)
  const all = await count.textContent()
  await page.getByRole('slider', { name: 'From' }).focus()
  for (let turn = 0; turn < 40; turn += 1) await page.keyboard.press('ArrowRight')
  await expect(count).not.toHaveText(all ?? '')
  await look(page, 'network-time')

  // What is seen goes into a case: picture and data, sealed, with a clear answer.
  await scene(page).focus()
  await page.keyboard.press('s')
  const save = dialog(page, 'Save to a case')
  await save.getByRole('combobox', { name: 'Case' }).focus()
  // Typed, taken and left at once: what is chosen is what was typed.
  await page.keyboard.type('Mule')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('The money comes back after four steps.')
  await expect(save.getByRole('combobox', { name: 'Case' })).toHaveValue(/Mule accounts/)
  await look(page, 'network-save')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('2 pieces of evidence are sealed.')).toBeVisible({ timeout: 30_000 })
  await picture(page, 'network-saved')
  await expect(dialog(page, 'Saved to the case').getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await noDialog(page)
  const { body } = await api(page, 'GET', `/api/v1/cases/${caseId}/evidence`)
  const pieces = (body as { data: { id: number; name: string; size: number; sha256: string }[] }).data
  expect(pieces.map(({ name }) => name.replace(/\d/g, '0')).sort()).toEqual([
    'network-00000000T000000Z.json',
    'network-00000000T000000Z.png',
  ])
  const json = pieces.find(({ name }) => name.endsWith('.json'))
  const png = pieces.find(({ name }) => name.endsWith('.png'))
  const link = await api(page, 'POST', `/api/v1/cases/${caseId}/evidence/${json?.id ?? 0}/link`, { purpose: 'view' })
  const { url } = (link.body as { data: { url: string } }).data
  const data = await page.evaluate(
    async (address) => (await (await fetch(address)).json()) as unknown,
    url.startsWith('/api') ? url : `/api${url}`,
  )
  expect(data).toMatchObject({
    format: 'fieldseal-network-view',
    version: 1,
    made_by: 'Ada Morgan',
    note: 'The money comes back after four steps.',
    picture: { name: png?.name, sha256: png?.sha256 },
    filters: { grouping: 'none', time: { to: expect.stringMatching(/Z$/) as unknown } },
  })
  expect(png?.size).toBeGreaterThan(20_000)

  // The tables say the same and are worked by the same keys.
  await page.keyboard.press('v')
  await expect(entities(page)).toBeVisible()
  await entities(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await expect(entities(page).locator('[data-active]')).toHaveAttribute('aria-rowindex', '3')
  await look(page, 'network-tables')
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/#\/entities\//)
  await expect(page.getByRole('heading', { name: 'Why this risk' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/#\/network\//)
  await expect(scene(page)).toBeVisible()
})

/**
 * Drags the picture about and zooms it from within the page, a step a frame; answers the times between frames, and what
 * the window worked in each, in milliseconds.
 */
const shaken = (page: Page): Promise<{ readonly gaps: readonly number[]; readonly work: readonly number[] }> =>
  page.evaluate(async () => {
    const target = document.querySelector('canvas.sigma-mouse')
    if (target === null) throw new Error('the picture has no layer that takes the pointer')
    const { left, top, width, height } = target.getBoundingClientRect()
    const work: number[] = []
    const plain = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (run) =>
      plain((now) => {
        const began = performance.now()
        run(now)
        work.push(performance.now() - began)
      })
    const frame = (): Promise<number> => new Promise((resolve) => plain(resolve))
    const at = (x: number, y: number): MouseEventInit => ({
      bubbles: true,
      clientX: left + width / 2 + x,
      clientY: top + height / 2 + y,
    })
    const times = [await frame()]
    target.dispatchEvent(new MouseEvent('mousedown', at(0, 0)))
    for (let step = 1; step <= 60; step += 1) {
      document.dispatchEvent(new MouseEvent('mousemove', at(step * 3, Math.sin(step / 6) * 70)))
      times.push(await frame())
    }
    document.dispatchEvent(new MouseEvent('mouseup', at(180, 0)))
    for (let step = 0; step < 30; step += 1) {
      if (step % 3 === 0)
        target.dispatchEvent(new WheelEvent('wheel', { ...at(0, 0), deltaY: step < 15 ? -120 : 120, cancelable: true }))
      times.push(await frame())
    }
    window.requestAnimationFrame = plain
    return { gaps: times.slice(1).map((time, index) => time - (times[index] ?? time)), work }
  })

const spread = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): number => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10
  return `${at(0.5)} ms (median), ${at(0.95)} ms (95th percentile)`
}

/** How many the picture shows at most; without a graphics card all of them take the machine for a minute. */
const drawnAtMost = tries('FIELDSEAL_ENTITIES', { everyday: 1_000, full: 10_000 })

test(`${drawnAtMost.toLocaleString('en')} entities are drawn, laid out and moved`, async ({ openDesktop }) => {
  const desktop = await openDesktop({ args: drawn })
  const { page } = desktop
  await firstRun(desktop)
  await page.setViewportSize({ width: 1_440, height: 900 })
  await open(page, laidNetwork(drawnAtMost))
  await page.getByRole('button', { name: 'Up to 10,000' }).click()
  await expect(scene(page)).toHaveAttribute('data-nodes', String(drawnAtMost), { timeout: 60_000 })
  await expect(scene(page)).toHaveAttribute('data-layout', 'rests', { timeout: 200_000 })
  await picture(page, 'network-full')
  const before = await scene(page).getAttribute('data-camera')
  const { gaps, work } = await shaken(page)
  console.log(
    `${drawnAtMost} entities, dragged and zoomed without a graphics card: ${gaps.length} frames, ${spread(gaps)} apart; the window worked ${spread(work)} for each`,
  )
  await expect.poll(() => scene(page).getAttribute('data-camera')).not.toBe(before)
  await scene(page).focus()
  await page.keyboard.press('n')
  await expect(title(page)).not.toHaveText('What is shown')
})

test('without WebGL the tables stand in for the picture, with a notice and the same keys', async ({ serveAndOpen }) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.reload()
  await page.setViewportSize({ width: 1_280, height: 800 })
  await signIn(opened)
  const laid = laidNetwork(240)
  await open(page, laid)
  await page.getByRole('list', { name: 'Riskiest that nobody has confirmed' }).getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/This window cannot draw the picture/)).toBeVisible()
  await entities(page).focus()
  const rows = entities(page)
  await expect(rows).toHaveAttribute('aria-rowcount', /^[1-9]\d*$/)
  const before = Number(await rows.getAttribute('aria-rowcount'))
  await page.keyboard.press('End')
  await page.keyboard.press('e')
  await expect.poll(async () => Number(await rows.getAttribute('aria-rowcount'))).toBeGreaterThan(before)
  await look(page, 'network-without-webgl')

  // Whoever has gone on while neighbours were on their way stays where they are.
  const release = await holdNeighbours(page)
  await page.keyboard.press('End')
  await page.keyboard.press('e')
  await expect(page.getByText('Reading the network …')).toBeVisible()
  const left = (await title(page).textContent()) ?? ''
  await page.keyboard.press('Home')
  await expect(title(page)).not.toHaveText(left)
  const chosen = (await title(page).textContent()) ?? ''
  await release()
  await expect(page.getByText(/^\d+ entit(?:y|ies), \d+ links?$/)).toBeVisible()
  await expect(title(page)).toHaveText(chosen)

  await show(page, '#/network/customer:nobody')
  await page.reload()
  await expect(page.getByText('The network does not know nobody')).toBeVisible()
  laid.broken = true
  await page.reload()
  await expect(page.getByRole('alert').getByText(/req-broken/)).toBeVisible()
  await look(page, 'network-error')
  laid.broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The network does not know nobody')).toBeVisible()
})

test('an entity’s page says all that is known with sources, and a merge is accepted and undone with a reason', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  const laid = laidNetwork(240)
  await layNetwork(page, laid)
  const place = laid.nodes.findIndex(({ kind, bad }) => kind === 'customer' && bad)
  const node = laid.nodes[place]
  if (node === undefined) throw new Error('the laid network has no bad customer')
  await show(page, `#/entities/customer/${node.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(node.label ?? node.id)
  await expect(page.getByRole('region', { name: 'Why it is known bad' })).toContainText('confirmed as fraud')
  await look(page, 'entity-page')

  await page.getByRole('button', { name: 'Accept' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Treat the two as one').getByLabel('Rationale')).toBeFocused()
  await page.keyboard.type('The passport is the same.')
  await look(page, 'entity-merge')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  expect(laid.asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    verdict: 'accept',
    notes: 'The passport is the same.',
  })
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Rationale')).toBeFocused()
  await page.keyboard.type('It was another passport.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  expect(laid.asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({
    verdict: 'undo',
    notes: 'It was another passport.',
  })

  await page.setViewportSize({ width: 1_024, height: 680 })
  await look(page, 'entity-narrow')
  await show(page, '#/entities/customer/nobody')
  await expect(page.getByText('Nothing is known of nobody')).toBeVisible()
  await show(page, '#/entities/planet/9')
  await expect(page.getByRole('link', { name: /cases/i }).first()).toBeVisible()
})

test('every proposal that two entities are one stands on the start of the network, and is answered there by keyboard', async ({
  serveAndOpen,
}) => {
  const opened = await serveAndOpen()
  const { page } = opened
  await page.setViewportSize({ width: 1_440, height: 900 })
  await signIn(opened)
  const laid = laidNetwork(240)
  laid.broken = '/proposals'
  await open(page, laid)
  const region = page.getByRole('region', { name: /^One and the same\?/ })
  await expect(region.getByRole('alert').getByText(/req-broken/)).toBeVisible()
  laid.broken = false
  await region.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Enter')

  const accept = region.getByRole('button', { name: 'Accept' })
  await expect(accept).toHaveCount(20)
  await expect(region.getByRole('heading')).toHaveText('One and the same? 25 waiting')
  await page.getByRole('button', { name: '25 pairs may be one' }).focus()
  await page.keyboard.press('Enter')
  await expect(region.getByRole('heading')).toBeFocused()
  await look(page, 'network-proposals')
  await region.getByRole('button', { name: 'Show more proposals' }).focus()
  await page.keyboard.press('Enter')
  await expect(accept).toHaveCount(25)
  await accept.first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Treat the two as one').getByLabel('Rationale')).toBeFocused()
  await page.keyboard.type('The passport is the same.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(accept).toHaveCount(24)
  await expect(region.getByRole('heading')).toHaveText('One and the same? 24 waiting')
  await expect(region.getByRole('heading')).toBeFocused()

  await region.getByRole('radio', { name: 'Waiting' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(region.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await expect(region.getByText('The passport is the same.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(region.getByText('No proposal was refused.')).toBeVisible()
  await page.setViewportSize({ width: 1_024, height: 700 })
  await look(page, 'network-proposals-narrow')
})

test('payments that were taken in are followed over the real service: found, expanded, and saved into a case', async ({
  openDesktop,
}) => {
  const desktop = await openDesktop({ args: drawn })
  const { page } = desktop
  await firstRun(desktop)
  const caseId = await addCase(page, 'Money that comes back')
  // A ring of four accounts, and two customers who share a device.
  const ring = ['A1', 'A2', 'A3', 'A4']
  const payments = [
    ...ring.map((account, place) => ({
      transaction_id: `ring-${place}`,
      event_type: 'transfer',
      at: `2026-03-0${place + 1}T10:00:00Z`,
      amount: 9_900,
      currency: 'EUR',
      account_id: account,
      counterparty_id: ring[(place + 1) % 4],
    })),
    ...['C1', 'C2'].map((customer, place) => ({
      transaction_id: `device-${place}`,
      event_type: 'transfer',
      at: `2026-03-0${place + 6}T10:00:00Z`,
      amount: 120.5,
      currency: 'EUR',
      customer_id: customer,
      account_id: `A${place + 1}`,
      device_id: 'phone-9',
    })),
  ]
  expect((await api(page, 'POST', '/api/v1/transactions', { transactions: payments })).status).toBeLessThan(300)
  await expect
    .poll(
      async () =>
        ((await api(page, 'GET', '/api/v1/network')).body as { data: { transactions: number; state: string } }).data,
    )
    .toMatchObject({ transactions: 6, state: 'ready' })

  await show(page, '#/network')
  await expect(page.getByRole('list', { name: 'Riskiest that nobody has confirmed' }).getByRole('button')).toHaveCount(
    4,
  )
  await page.keyboard.press('f')
  await expect(page.getByRole('combobox', { name: 'Find an entity' })).toBeFocused()
  await page.keyboard.type('phone-9')
  await expect(page.getByRole('option', { name: /phone-9/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('phone-9')
  await rests(page)
  const nodes = async (): Promise<number> => Number(await scene(page).getAttribute('data-nodes'))
  const before = await nodes()
  expect(before).toBeGreaterThan(2)
  await panel(page).getByRole('button', { name: 'C1' }).first().focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('C1')
  await page.keyboard.press('e')
  await expect.poll(nodes).toBeGreaterThan(before)
  await page.keyboard.press('f')
  await expect(page.getByRole('combobox', { name: 'Find an entity' })).toBeFocused()
  await page.keyboard.type('A1')
  await expect(page.getByRole('option', { name: /A1/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('A1')
  await page.keyboard.press('e')
  await expect.poll(nodes).toBe(6)
  await rests(page)
  await look(page, 'network-real')
  await scene(page).focus()
  await page.keyboard.press('s')
  await expect(dialog(page, 'Save to a case').getByRole('combobox', { name: 'Case' })).toBeFocused()
  await page.keyboard.type('comes back')
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Save to a case').getByRole('combobox', { name: 'Case' })).toHaveValue(
    /Money that comes back/,
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('2 pieces of evidence are sealed.')).toBeVisible({ timeout: 30_000 })
  await expect(dialog(page, 'Saved to the case').getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await noDialog(page)
  const { body } = await api(page, 'GET', `/api/v1/cases/${caseId}/evidence`)
  expect((body as { data: unknown[] }).data).toHaveLength(2)
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A1')
  await expect(page.getByText('Not in the screening register')).toBeVisible()
  await look(page, 'entity-real')

  // Two that are the same are proposed as one by a key, with the reason; somebody else says whether it is so.
  await page.keyboard.press('m')
  const merge = dialog(page, 'Propose a merge')
  await expect(merge.getByRole('combobox', { name: 'Find an entity' })).toBeFocused()
  await page.keyboard.type('A')
  await expect(page.getByRole('option', { name: /A1/ })).toBeVisible()
  // Enter comes before the answer to what was typed: it takes what fits that, and none of what fitted less.
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(merge.getByRole('status')).toContainText('A3')
  await page.keyboard.press('Tab')
  await expect(merge.getByLabel('Rationale')).toBeFocused()
  await page.keyboard.type('Both were opened with the same papers.')
  await look(page, 'entity-propose')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await expect(page.getByText('Both were opened with the same papers.').first()).toBeVisible()
})
