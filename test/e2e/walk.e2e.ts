import type { Page } from '@playwright/test'
import { laidDetection, layDetection } from './detection-answers.ts'
import { fillWorkspace } from './every-screen.ts'
import { picture, schemesNow, still, stillFaults } from './looks.ts'
import { someOf } from '../support/tries.ts'
import { everyScreen } from './screen-addresses.ts'
import { expect, signIn, test } from './steps.ts'

/**
 * Every screen (a part of them in people's own runs), seen by axe in light and dark, and walked by Tab: wherever one
 * comes to says so, and is on the screen.
 */

/** Stops of one screen at most; lists count as one. */
const stopsMost = 400

interface Stop {
  readonly name: string
  readonly isMarked: boolean
  readonly isSeen: boolean
  /** Whether the walk began here. */
  readonly isBegin: boolean
}

/** Where every page begins: whoever comes to it has come out of what he was in. */
const pageBegins = 'button Skip to content'

/** Where Tab has come to; null outside of the page. */
const stopNow = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const here = document.activeElement
    if (here === null || here === document.body) return null
    const isDrawn = (element: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    // The mark may be on the row that a list is at, on the field around an input, or on what is drawn in place of a box
    // to tick.
    const within = here.getAttribute('aria-activedescendant')
    const around = [here.parentElement, here.parentElement?.parentElement].filter(
      (one) =>
        one instanceof Element &&
        one.matches(':focus-within') &&
        one.querySelectorAll('a, button, input, select, textarea').length < 3,
    )
    const places = [
      here,
      within === null ? null : document.getElementById(within),
      here.nextElementSibling,
      here.closest('div[class*="-input"]'),
      ...around,
      ...(here.querySelector('[data-active]') === null ? [] : here.querySelectorAll('[data-active]')),
    ]
    // A box to tick or choose may be drawn by its label alone.
    const drawn = (here instanceof HTMLInputElement ? here.labels?.[0] : undefined) ?? here
    const { left, right, top, bottom, width } = drawn.getBoundingClientRect()
    return {
      name: `${here.tagName.toLowerCase()} ${(here.getAttribute('aria-label') ?? drawn.textContent ?? '').trim().slice(0, 40)}`,
      isMarked: places.some((place) => place instanceof Element && isDrawn(place)),
      isSeen: width > 0 && right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight,
      isBegin: here === ((window as { walkBegan?: Element }).walkBegan ??= here),
    }
  })

/** What is wrong with the stops of a screen, each by its name. */
const faultsOfStops = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    delete (window as { walkBegan?: Element }).walkBegan
  })
  const faults: string[] = []
  let hasComeOut = false
  for (let stop = 0; stop < stopsMost; stop += 1) {
    await page.keyboard.press('Tab')
    await still(page)
    const at = await stopNow(page)
    // After its last stop a page without a browser around it may begin again at once: a walk that began in the middle
    // has then been everywhere once it is back.
    if (at === null || (at.isBegin && hasComeOut)) return faults
    hasComeOut ||= at.name === pageBegins
    if (!at.isMarked) faults.push(`no mark: ${at.name}`)
    if (!at.isSeen) faults.push(`out of sight: ${at.name}`)
  }
  return [...faults, 'Tab does not lead out of it']
}

const show = async (page: Page, address: string): Promise<void> => {
  await page.evaluate((to) => {
    window.location.hash = to
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }, address)
  await expect(page.locator('main')).not.toBeEmpty()
  await expect(page.locator('main').getByText('Loading…', { exact: true })).toHaveCount(0)
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
}

const parts: readonly (readonly (keyof ReturnType<typeof everyScreen>)[])[] = [
  ['home', 'queue', 'case', 'evidence', 'alerts', 'decisions', 'screening', 'transactions'],
  ['network', 'customers', 'businesses', 'lists', 'rules', 'model', 'effectiveness', 'reports', 'entity', 'screened'],
  ['timeline', 'tasks', 'verify', 'import', 'import-transactions', 'import-alerts', 'sync', 'settings', 'unknown'],
]

// Each part has a workspace of its own: no part waits for another.
test.describe.configure({ mode: 'parallel' })

for (const part of parts) {
  test(`every screen is sound, and marks where Tab has come to: ${part.join(', ')}`, async ({ serveAndOpen }) => {
    test.setTimeout(600_000)
    const opened = await serveAndOpen(['--sample'])
    const { page } = opened
    await layDetection(page, laidDetection(40, 6))
    await page.setViewportSize({ width: 1_440, height: 900 })
    await signIn(opened)
    const screens = everyScreen(await fillWorkspace(page))
    // A part that is forgotten would be a screen that nobody looks at.
    expect(parts.flat().toSorted()).toEqual(Object.keys(screens).toSorted())
    for (const address of someOf(
      part.flatMap((name) => screens[name]),
      4,
    )) {
      await test.step(address, async () => {
        await show(page, address)
        for (const [index, colorScheme] of schemesNow().entries()) {
          // Half way from one scheme to the other, a colour has no contrast that anybody reads.
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await still(page)
          await picture(page, `walk${address.replaceAll(/\W+/gu, '-')}-${colorScheme}`)
          expect
            .soft(
              await stillFaults(page, { asked: index === 0 ? 'every rule' : 'colours' }),
              `${address}, ${colorScheme}`,
            )
            .toEqual([])
        }
        expect.soft(await faultsOfStops(page), address).toEqual([])
      })
    }
  })
}
