import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { haveVectors, vectorPath } from '../conformance/vectors.ts'
import type { Desktop } from '../support/electron.ts'
import { filingBank } from '../support/report-forms.ts'
import { activity, customer, paymentsFile, unFile } from './intelligence-data.ts'
import { choose, command, fill, goBy, openMenu, press, tabTo } from './keyboard.ts'
import { picture, seriousFaults } from './looks.ts'
import {
  addPerson,
  api,
  dialog,
  entries,
  expect,
  firstRun,
  noDialog,
  openSignIn,
  queueReady,
  showTimeline,
  signInAs,
  test,
} from './steps.ts'

/**
 * From a list of names to a report that a regulator accepts, in the real window over a real service, without a mouse:
 * every step is a key that a person presses. Where the system's own dialog asks for a file, the test answers it.
 */

/** WebGL without a graphics card: what a virtual display has. */
const drawn = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

const schema = 'fincen-sar-batch.xsd'

/** What the case's timeline says of each step of the report. */
const reportSteps = [
  'saved a version of a report',
  'submitted a report for review',
  'approved a report',
  'exported a report',
  'filed a report',
  'acquired evidence',
  'added an alert to the case',
]

const supervisor = {
  login_name: 'j.brandt',
  name: 'Jörg Brandt',
  role: 'supervisor',
  password: 'a long enough password',
}

type GivenFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

const look = async (page: Page, name: string): Promise<void> => {
  expect.soft(await seriousFaults(page), name).toEqual([])
  await picture(page, `way-${name}`)
}

/** Answers the system's dialog for a file, which `asks` opens. */
const give = async (page: Page, file: GivenFile, asks: () => Promise<void>): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await asks()
  await (await chooser).setFiles({ ...file })
}

const importList = async (page: Page): Promise<void> => {
  await goBy(page, 'u')
  await expect(page.getByText('No list is imported')).toBeVisible()
  await look(page, 'no-list')
  await press(page, page.getByRole('button', { name: 'Import a list' }))
  await expect(page.getByText('No list yet')).toBeVisible()
  await page.keyboard.press('u')
  const box = dialog(page, 'Import a list')
  await give(page, unFile(), () => press(page, box.getByRole('button', { name: /File of the list/ })))
  await expect(box.getByRole('textbox', { name: /^List/ })).toHaveValue('un')
  await press(page, box.getByRole('button', { name: 'Make current' }))
  await expect(box.getByText('Version 1 is current.')).toBeVisible()
  await look(page, 'list-in-force')
  await expect(box.getByRole('button', { name: 'See the list' })).toBeFocused()
  await page.keyboard.press('Enter')
  await noDialog(page)
  await expect(page.getByRole('heading', { level: 2, name: 'UN Security Council consolidated list' })).toBeVisible()
  await look(page, 'list')
}

const importPayments = async (page: Page): Promise<void> => {
  await command(page, 'import transactions', /import transactions/i)
  await give(page, paymentsFile(), () => press(page, page.getByRole('button', { name: 'Choose file' })))
  await expect(page.getByRole('combobox', { name: 'Field for the column Account ID' })).toHaveValue('Account')
  await press(page, page.getByRole('button', { name: 'Check without importing' }))
  await press(page, page.getByRole('button', { name: /^Import \d+ transactions?$/ }))
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await look(page, 'payments')
}

const pane = (page: Page) => page.getByRole('complementary', { name: 'Screening hit' })

const screenCustomer = async (page: Page): Promise<void> => {
  await goBy(page, 'u')
  await expect(page.getByText('No open hits')).toBeVisible()
  await page.keyboard.press('s')
  const box = dialog(page, 'Screen somebody')
  await expect(box.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.insertText(customer.name)
  await fill(page, box.getByRole('textbox', { name: 'Date of birth or founding' }), customer.born)
  await fill(page, box.getByRole('textbox', { name: 'Customer number, to keep the result' }), customer.id)
  await page.keyboard.press('Enter')
  await expect(box.getByText('One match')).toBeVisible()
  await look(page, 'screened')
  await page.keyboard.press('Escape')
  await noDialog(page)
}

/** The hit is read, called true with a reason, and found again. */
const trueMatch = async (page: Page): Promise<void> => {
  await expect(pane(page).getByRole('heading', { level: 2 })).toContainText(customer.name)
  await look(page, 'hit')
  await page.keyboard.press('t')
  await expect(dialog(page, 'True match').getByRole('textbox')).toBeFocused()
  await page.keyboard.insertText('The passport that was shown is the listed one.')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText(/^Sealed as a true match/)).toBeVisible()
  await look(page, 'disposed')
  await page.keyboard.press('Shift+T')
  await expect(pane(page).getByRole('list', { name: 'History of the subject' })).toContainText(
    'The passport that was shown is the listed one.',
  )
  await look(page, 'true-match')
}

/** A case for the alert of the hit. */
const openCase = async (page: Page): Promise<void> => {
  await page.keyboard.press('o')
  await expect(page.getByRole('complementary', { name: 'Alert' }).getByRole('heading', { level: 2 })).toContainText(
    customer.id,
  )
  await look(page, 'alert')
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toBeFocused()
  await look(page, 'escalate')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  // The key is there once the alert has been read anew, with its case.
  await expect(page.getByRole('complementary', { name: 'Alert' }).getByRole('link', { name: /^CASE-/ })).toBeVisible()
  await page.keyboard.press('o')
  await expect(page).toHaveURL(/#\/cases\/\d+$/)
  await look(page, 'case')
}

const scene = (page: Page) => page.getByRole('application', { name: /^Network of/ })
const nodes = async (page: Page): Promise<number> => Number(await scene(page).getAttribute('data-nodes'))

/** From the hit into the network: expanded by keys, and the picture goes into the case as sealed evidence. */
const network = async (page: Page, title: string): Promise<void> => {
  await goBy(page, 'u')
  await expect(page.getByText('No open hits')).toBeVisible()
  await openMenu(page, page.getByRole('button', { name: 'State' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemcheckbox', { name: 'True match' })).toBeVisible()
  for (
    let step = 0;
    step < 6 &&
    !(await page
      .getByRole('menuitemcheckbox', { name: 'True match' })
      .evaluate((item) => item === document.activeElement));
    step += 1
  )
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(pane(page).getByRole('heading', { level: 2 })).toContainText(customer.name)
  await page.keyboard.press('e')
  await expect(page).toHaveURL(new RegExp(`#/network/customer%3A${customer.id}$`))
  await expect(scene(page)).toHaveAttribute('data-layout', 'rests', { timeout: 60_000 })
  await look(page, 'network')
  const before = await nodes(page)
  await press(page, page.getByRole('complementary', { name: 'Selection' }).getByRole('button', { name: /phone-7/ }))
  await expect(page.getByRole('complementary', { name: 'Selection' }).getByRole('heading', { level: 2 })).toHaveText(
    'phone-7',
  )
  await page.keyboard.press('e')
  await expect.poll(() => nodes(page)).toBeGreaterThan(before)
  await expect(scene(page)).toHaveAttribute('data-layout', 'rests', { timeout: 60_000 })
  await look(page, 'network-expanded')
  await page.keyboard.press('s')
  const box = dialog(page, 'Save to a case')
  await expect(box.getByRole('combobox', { name: 'Case' })).toBeFocused()
  await page.keyboard.insertText(title)
  await page.keyboard.press('Enter')
  await expect(box.getByRole('combobox', { name: 'Case' })).toHaveValue(/^CASE-/)
  await fill(page, box.getByRole('textbox', { name: 'Note' }), 'He shares a telephone with another customer.')
  await look(page, 'network-save')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('2 pieces of evidence are sealed.')).toBeVisible({ timeout: 30_000 })
  await look(page, 'network-saved')
  await press(page, page.getByRole('button', { name: 'Open the case' }))
  await noDialog(page)
  await expect(page).toHaveURL(/#\/cases\/\d+$/)
}

const completeness = (page: Page) => page.getByRole('region', { name: 'Completeness' })
const ready = (page: Page) => completeness(page).getByText('It is ready for review.')
const checked = (page: Page): Promise<void> => expect(completeness(page)).toHaveAttribute('aria-busy', 'false')
/** The field of the report that has the focus, by its path. */
const fieldAt = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.id.replace('report-', '').replaceAll('-', '.') ?? '')
const focusedField = (page: Page) => page.locator(':focus')

/** What an institution sets up once: a second person, and who files. The telephone number is forgotten. */
const prepare = async (page: Page): Promise<void> => {
  await addPerson(page, supervisor)
  const settings = (await api(page, 'GET', '/api/v1/report-settings')).body as { readonly data: object }
  const filer = {
    ...filingBank,
    institution: { ...filingBank.institution, name: 'Acme Bank' },
    contact_phone: '',
    contact_extension: '',
  }
  expect(await api(page, 'PUT', '/api/v1/report-settings', { ...settings.data, filer })).toMatchObject({ status: 200 })
}

/** How a field is answered when the report has led to it: typed, chosen, ticked or added. */
type Answer =
  | { readonly type: string }
  | { readonly day: string }
  | { readonly choose: RegExp }
  | { readonly tick: true }
  | { readonly add: true }

const bankAddress = { street: '12 Example Street', city: 'Springfield', postcode: '62701', region: 'IL', country: 'US' }

const addressAt = (path: string): readonly (readonly [string, Answer])[] =>
  Object.entries(bankAddress).map(([part, text]) => [`${path}.${part}`, { type: text }])

const answers: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['filer.contact_phone', { type: '217-555-0100' }],
  ['location.branches', { add: true }],
  ...addressAt('location.branches.0.address'),
  ['subjects.0.last_name', { type: 'Drahtmann' }],
  ['subjects.0.first_name', { type: 'Viktor' }],
  ['subjects.0.tin_unknown', { tick: true }],
  ['subjects.0.born', { type: customer.born }],
  ['subjects.0.addresses', { add: true }],
  ...addressAt('subjects.0.addresses.0'),
  ['activity.from', { day: activity.from }],
  ['activity.amount', { type: activity.amount }],
  ['activity.classifications', { add: true }],
  ['activity.classifications.0.subtype', { choose: /electronic or wire transfers/ }],
  ['activity.instruments', { add: true }],
  ['activity.instruments.0.code', { choose: /Funds transfer/ }],
])

const answerBy = async (page: Page, answer: Answer): Promise<void> => {
  if ('type' in answer) await page.keyboard.insertText(answer.type)
  else if ('day' in answer) await page.keyboard.type(answer.day)
  else if ('choose' in answer) await choose(page, focusedField(page), answer.choose)
  else await page.keyboard.press('tick' in answer ? 'Space' : 'Enter')
}

/** F8 leads from one thing that is missing to the next; whatever it names is answered. */
const fillIn = async (page: Page): Promise<void> => {
  for (let turn = 0, before = ''; turn < 80; turn += 1) {
    await checked(page)
    if (await ready(page).isVisible()) return
    await page.keyboard.press('F8')
    await expect.poll(() => fieldAt(page), { intervals: [20] }).not.toBe(before)
    const path = await fieldAt(page)
    before = path
    if (path === 'narrative') return
    if (path === 'subjects.0.no_account') {
      await page.keyboard.press('5')
      await press(page, page.getByRole('button', { name: 'Add an account' }))
      await fill(page, page.getByRole('textbox', { name: 'Account number' }), customer.account)
      continue
    }
    const answer = answers.get(path)
    if (answer === undefined) throw new Error(`the report asks for ${path}: ${await completeness(page).innerText()}`)
    await answerBy(page, answer)
  }
  throw new Error('the report asks on and on')
}

const writeReport = async (page: Page): Promise<void> => {
  await page.keyboard.press('Shift+W')
  await expect(page.getByRole('button', { name: 'Write a SAR' })).toBeVisible()
  await look(page, 'reports')
  await page.keyboard.press('Shift+S')
  await expect(completeness(page).getByText('No sentence answers “what”.')).toBeVisible()
  await look(page, 'sar-drafted')
  await fillIn(page)
  await look(page, 'sar-filled')
  await writeNarrative(page)
  await fillIn(page)
  await expect(ready(page)).toBeVisible()
  await look(page, 'sar-narrative')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('A version was sealed into the case.')).toBeVisible()
}

/** Sentences of the investigator's own, each said to answer its questions by a key. */
const sentences: readonly (readonly [text: string, questions: readonly number[]])[] = [
  [
    `From ${activity.from} to ${activity.to} the customer sent four transfers of together 38,600 USD, each just under ten thousand.`,
    [2, 3],
  ],
  ['All of them left his account at Acme Bank in Springfield.', [4]],
  ['He gave the orders from a telephone that another customer uses too, to four payees that were new to him.', [6]],
]

const writeNarrative = async (page: Page): Promise<void> => {
  // F8 stands on the button that writes a sentence.
  await page.keyboard.press('Enter')
  for (const [index, [text, questions]] of sentences.entries()) {
    if (index > 0) await page.keyboard.press('Control+Enter')
    await expect(page.locator('textarea:focus')).toHaveValue('')
    await page.keyboard.insertText(text)
    for (const question of questions) await page.keyboard.press(`Alt+${question}`)
  }
}

const submit = async (page: Page): Promise<void> => {
  // From the text of the narrative to the screen, where a key means the report.
  await press(page, page.getByRole('button', { name: /^Submit/ }), 'Enter')
  await expect(dialog(page, 'Submit for review').getByLabel('Note')).toBeFocused()
  await page.keyboard.insertText('Ready for a second pair of eyes.')
  await look(page, 'sar-submit')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('In review').first()).toBeVisible()
  await look(page, 'sar-in-review')
}

/**
 * The window's downloads go into a folder, in place of the dialog that a person answers; resolves with the file that
 * has come.
 */
const downloadsInto =
  (desktop: Desktop, folder: string) =>
  async (begin: () => Promise<void>): Promise<string> => {
    const saved = desktop.app.evaluate(
      ({ session }, target) =>
        new Promise<string>((resolve) =>
          session.fromPartition('fieldseal').once('will-download', (_event, item) => {
            item.setSavePath(`${target}/${item.getFilename()}`)
            item.once('done', () => resolve(item.getSavePath()))
          }),
        ),
      folder,
    )
    await begin()
    return saved
  }

const approve = async (page: Page): Promise<void> => {
  await goBy(page, 'p')
  await expect(page.getByRole('grid', { name: 'Reports' })).toHaveAttribute('aria-busy', 'false')
  await look(page, 'review-list')
  await tabTo(page, page.getByRole('grid', { name: 'Reports' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await page.keyboard.press('Shift+Y')
  await expect(dialog(page, 'Approve').getByLabel('Note')).toBeFocused()
  await page.keyboard.insertText('Read, and seen with the evidence.')
  await look(page, 'approve')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible()
}

/** What the regulator's schema says of a file; '' where it has nothing against it. */
const faultsOf = (file: string): string => {
  const { status, stderr, error } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', vectorPath(schema), file], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${error?.message ?? ''}${stderr}`
}

const exportAndFile = async (page: Page, save: (begin: () => Promise<void>) => Promise<string>): Promise<void> => {
  await goBy(page, 'p')
  await expect(page.getByRole('grid', { name: 'Reports' })).toHaveAttribute('aria-busy', 'false')
  await tabTo(page, page.getByRole('grid', { name: 'Reports' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Mark as filed' })).toBeVisible()
  const file = await save(() => command(page, 'FinCEN', /FinCEN SAR XML/))
  expect(readFileSync(file, 'utf8')).toContain('Drahtmann')
  if (haveVectors(schema)) expect(faultsOf(file)).toBe('')
  await page.keyboard.press('Shift+F')
  await expect(dialog(page, 'Mark as filed').getByRole('textbox', { name: 'Reference number' })).toBeFocused()
  await page.keyboard.insertText('31000099887766')
  await look(page, 'file')
  await page.keyboard.press('Control+Enter')
  await noDialog(page)
  await expect(page.getByText('Filed', { exact: true }).first()).toBeVisible()
  await look(page, 'filed')
}

const seeTimeline = async (page: Page): Promise<void> => {
  await press(page, page.getByRole('link', { name: /^CASE-ACME-/ }))
  await expect(page).toHaveURL(/#\/cases\/\d+$/)
  await showTimeline(page)
  await look(page, 'timeline')
  for (const words of reportSteps) await expect(entries(page).filter({ hasText: words }), words).not.toHaveCount(0)
  await expect(entries(page).filter({ hasText: 'filed a report' })).toContainText(
    /Reference\s*31000099887766\s*Filed on/u,
  )
  await expect(entries(page).filter({ hasNot: page.getByText('verified', { exact: true }) })).toHaveCount(0)
}

test('from a list of names to a filed report, by keyboard alone', async ({ openDesktop, openFolder, scratch }) => {
  test.setTimeout(600_000)
  const desktop = await openDesktop({ args: drawn })
  const { page } = desktop
  await firstRun(desktop)
  await prepare(page)
  await importList(page)
  await importPayments(page)
  await screenCustomer(page)
  await trueMatch(page)
  await openCase(page)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await network(page, title)
  await showTimeline(page)
  await expect(entries(page).filter({ hasText: 'acquired evidence' })).toHaveCount(2)
  await look(page, 'case-evidence')
  await writeReport(page)
  await submit(page)
  await desktop.close()

  // The second person, in a window of his own over the same workspace.
  const opened = await openFolder(`${scratch}/workspace`)
  await openSignIn(opened)
  await signInAs(opened.page, supervisor.login_name, supervisor.password)
  await queueReady(opened.page)
  await approve(opened.page)
  await opened.page.close()
  await opened.served.stop()

  const again = await openDesktop({ args: drawn })
  await queueReady(again.page)
  await exportAndFile(again.page, downloadsInto(again, scratch))
  await seeTimeline(again.page)
})
