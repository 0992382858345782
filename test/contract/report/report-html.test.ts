import { existsSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderHtml } from '../../../main/report/html/render-html.ts'
import { reportOf } from '../../../main/report/report-of.ts'
import { launchChromium } from '../../support/served.ts'
import { SampleCase, workedCase } from '../../unit/report/sample-contents.ts'

const hostile = [
  '<script>document.title = "owned"</script>',
  '"><img src=x onerror="document.title=\'owned\'">',
  "' onmouseover='document.title=1' x='",
  '</style><style>body{display:none}</style>',
  '</td></tr></table><h1>forged</h1>',
  '<!-- --><![CDATA[<svg onload=1>]]>&lt;b&gt;&#60;i>',
  '<a href="javascript:alert(1)">x</a><link rel=stylesheet href=//evil.example/x.css>',
  'photo\u202egnp.exe',
]

/** A case in which whatever people can write is hostile. */
const hostileHtml = (): string => {
  const sample = new SampleCase()
  const all = hostile.join(' ')
  sample.open(all, all)
  for (const text of hostile) {
    sample.acquire(text, { label: text, path: `folder/${text}`, source: text, description: text })
    sample.seal({ type: 'note.added', withheld: { text } })
    sample.seal({ type: text, pub: { [text]: text }, withheld: { [text]: text } })
  }
  sample.acquire('ü'.repeat(150))
  const contents = sample.contents({ people: new Map([...sample.contents().people.keys()].map((uid) => [uid, all])) })
  const told = { ...contents.case, title: all, description: all, ownerName: all, number: all }
  const key = { ...contents.keys[0], name: all } as (typeof contents.keys)[number]
  return [
    ...renderHtml(
      reportOf({
        ...contents,
        case: told,
        keys: [key],
        workspace: { uid: all, institution: all, name: all },
        export: { ...contents.export, byName: all, reason: all },
      }),
    ),
  ].join('')
}

const plainHtml = (): string => [...renderHtml(reportOf(workedCase().contents()))].join('')

/** Names of all elements and attributes of a page. */
const shapeOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...new Set(
        [...document.querySelectorAll('*')].flatMap((element) => [
          element.localName,
          ...element.getAttributeNames().map((name) => `${element.localName}[${name}]`),
        ]),
      ),
    ].sort(),
  )

const isBrowser =
  existsSync('/usr/bin/chromium') || existsSync('/usr/bin/chromium-browser') || existsSync('/usr/bin/google-chrome')

describe.skipIf(!isBrowser)('report.html in a browser', () => {
  let browser: Browser
  let page: Page
  const requests: string[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launchChromium()
    page = await browser.newPage()
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => complaints.push(message.text()))
  })
  afterAll(() => browser.close())

  test('hostile values add no element, no attribute, no request, and nothing runs', async () => {
    await page.setContent(plainHtml())
    const lawful = await shapeOf(page)
    requests.length = 0
    await page.setContent(hostileHtml())
    const added = (await shapeOf(page)).filter((name) => !lawful.includes(name))
    expect(added).toEqual(['dd[dir]', 'tr[class]'].filter((name) => added.includes(name)))
    expect(requests.filter((url) => !url.startsWith('about:'))).toEqual([])
    expect(await page.title()).toContain('<script>')
    expect(await page.locator('h1').count()).toBe(1)
    expect(await page.locator('body').isVisible()).toBe(true)
    expect(await page.locator('body').innerText()).toContain(hostile[1])
  })

  test('a direction override stands as text, and every value is isolated', async () => {
    await page.setContent(hostileHtml())
    const text = await page.locator('body').innerText()
    expect(text).toContain('photo\\u202egnp.exe')
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u)
  })

  test('its one style sheet is permitted by its policy, and nothing else would be', async () => {
    complaints.length = 0
    await page.setContent(plainHtml())
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('h2') as Element).borderTopWidth)).toBe(
      '2px',
    )
    expect(complaints).toEqual([])
    await page.evaluate(() => {
      const style = document.createElement('style')
      style.textContent = 'h1 { display: none }'
      document.head.append(style)
      const script = document.createElement('script')
      script.textContent = 'document.title = "ran"'
      document.head.append(script)
    })
    expect(await page.locator('h1').isVisible()).toBe(true)
    expect(await page.title()).not.toBe('ran')
  })

  test.each([
    ['a screen', 1280],
    ['a small screen', 700],
  ])('nothing stands outside of the page on %s', async (_, width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.setContent(hostileHtml())
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })

  test('has a language, one heading of the first rank, a heading for each section, and heads for columns and rows', async () => {
    await page.setContent(plainHtml())
    const found = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      headings: [...document.querySelectorAll('h1, h2')].map(({ localName }) => localName),
      bareHeads: document.querySelectorAll('th:not([scope])').length,
      tables: [...document.querySelectorAll('table')].map((table) => table.caption?.textContent ?? ''),
      broken: [...document.querySelectorAll('a[href^="#"]')].filter(
        (link) => document.getElementById((link.getAttribute('href') ?? '').slice(1)) === null,
      ).length,
    }))
    expect(found).toEqual({
      lang: 'en',
      headings: ['h1', ...Array.from({ length: 8 }, () => 'h2')],
      bareHeads: 0,
      tables: ['People', 'Timeline', 'Evidence', 'Custody', 'What this copy does not show', 'Keys'],
      broken: 0,
    })
  })
})
