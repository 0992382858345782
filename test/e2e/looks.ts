import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { someOf } from '../support/tries.ts'

/** Looks at what a window shows, as somebody who cannot see it well would: axe, in light and dark. */

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Scheme = 'light' | 'dark'
export const schemes: readonly Scheme[] = ['light', 'dark']

/**
 * What of the rules is asked: all of them, or those of colours, where nothing else has changed since all of them were.
 */
export type Asked = 'every rule' | 'colours'

type Axe = {
  run(
    options: object,
  ): Promise<{ violations: { id: string; impact: string; nodes: { html: string; any: { message: string }[] }[] }[] }>
}

/**
 * What axe finds in one document, each with where it is. Its source is given to a document once, since it takes as long
 * as a look.
 *
 * @param impacts of what weight; all of them where none is named
 */
export const axeFaults = async (
  frame: Frame,
  { asked = 'every rule', impacts }: { readonly asked?: Asked; readonly impacts?: readonly string[] } = {},
): Promise<readonly string[]> => {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource)
  const violations = await frame.evaluate(async (colours) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    // axe writes down every element that it found sound, too, unless it is told that nobody reads that.
    const found = await axe.run({
      iframes: false,
      preload: false,
      resultTypes: ['violations'],
      ...(colours ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
    })
    return found.violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      html: nodes
        .map(({ html, any }) => `${html} ${any.map(({ message }) => message).join('; ')}`)
        .slice(0, 3)
        .join(' '),
    }))
  }, asked === 'colours')
  return violations.filter(({ impact }) => impacts?.includes(impact) ?? true).map(({ id, html }) => `${id}: ${html}`)
}

export const grave: readonly string[] = ['serious', 'critical']

/**
 * Once nothing fades or moves: half faded in, a colour has no contrast that anybody reads. What spins for as long as
 * something loads never ends.
 */
export const still = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    // What has just changed begins to move in the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
        .map(({ finished }) => finished),
    )
  })

/**
 * What axe finds on what the page shows once it is still. A notice may have begun to fade while axe looked; what is
 * wrong with a screen is there at a second look too.
 */
export const stillFaults = async (
  page: Page,
  options: Parameters<typeof axeFaults>[1] = {},
): Promise<readonly string[]> => {
  const found = async (): Promise<readonly string[]> => {
    await still(page)
    return axeFaults(page.mainFrame(), options)
  }
  return (await found()).length === 0 ? [] : await found()
}

/** The faults that axe calls serious or critical on what the page shows now. */
export const seriousFaults = (page: Page, asked: Asked = 'every rule'): Promise<readonly string[]> =>
  stillFaults(page, { asked, impacts: grave })

/** Saves a picture of the window into the folder that FIELDSEAL_PICTURES names; without it does nothing. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.FIELDSEAL_PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/e2e-${name}.png` })
}

/**
 * The schemes that are looked at: each of them at full depth and where somebody wants the pictures, one of them in
 * people's own runs.
 */
export const schemesNow = (of: readonly Scheme[] = schemes): readonly Scheme[] =>
  process.env.FIELDSEAL_PICTURES === undefined ? someOf(of, of.length) : of

/**
 * No serious fault in the schemes that are looked at, and a picture of each. The second is asked about its colours: all
 * else is what the first was.
 */
export const look = async (page: Page, name: string, inSchemes: readonly Scheme[] = schemes): Promise<void> => {
  for (const [index, colorScheme] of schemesNow(inSchemes).entries()) {
    await page.emulateMedia({ colorScheme })
    expect
      .soft(await seriousFaults(page, index === 0 ? 'every rule' : 'colours'), `${name}, ${colorScheme}`)
      .toEqual([])
    await picture(page, `${name}-${colorScheme}`)
  }
}
