import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { isFullDepth, someOf } from '../support/tries.ts'
import { findFreshTexts } from './text-kinds.ts'

/** Looks at what a window shows, as somebody who cannot see it well would: axe, in light and dark. */

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Scheme = 'light' | 'dark'
export const schemes: readonly Scheme[] = ['light', 'dark']

/**
 * What of the rules is asked: all of them, or those of colours, where nothing else has changed since all of them were.
 */
export type Asked = 'every rule' | 'colours'

type Violation = {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[]
}
type Axe = {
  run(context: object, options: object): Promise<{ readonly violations: readonly Violation[] }>
}

/** Rules of which axe itself says that a fault is moderate or minor: not asked where only graver ones count. */
const light: readonly string[] = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
  'table-duplicate-name',
]

const off = (rule: string) => [rule, { enabled: false }] as const

/**
 * What axe finds in one document, each with where it is. Its source is given to a document once, since it takes as long
 * as a look. Two thirds of a look are the contrast of colours: except at full depth that is asked of two texts of each
 * kind, once for as long as the document is there (`text-kinds.ts`).
 *
 * @param impacts of what weight; all of them where none is named
 */
export const axeFaults = async (
  frame: Frame,
  { asked = 'every rule', impacts }: { readonly asked?: Asked; readonly impacts?: readonly string[] } = {},
): Promise<readonly string[]> => {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource)
  const isWhole = isFullDepth()
  if (!isWhole) await findFreshTexts(frame)
  const contrast = 'color-contrast'
  const isGrave = impacts?.every((impact) => grave.includes(impact)) ?? false
  const others =
    asked === 'colours'
      ? { runOnly: ['link-in-text-block', ...(isWhole ? [contrast] : [])] }
      : {
          rules: Object.fromEntries([...(isGrave ? light : []), ...(isWhole ? [] : [contrast])].map(off)),
        }
  const violations = await frame.evaluate(
    async ([rules, colours]) => {
      const page = globalThis as unknown as {
        axe: Axe
        freshTexts?: Map<string, readonly Element[]>
        soundKinds?: Set<string>
      }
      // axe writes down every element that it found sound, too, unless it is told that nobody reads that.
      const options = { iframes: false, preload: false, resultTypes: ['violations'] }
      const found = [...(await page.axe.run(document, { ...options, ...rules })).violations]
      const fresh = page.freshTexts ?? new Map<string, readonly Element[]>()
      if (fresh.size > 0) {
        const include = [...new Set([...fresh.values()].flat())]
        const { violations: faint } = await page.axe.run({ include }, { ...options, runOnly: [colours] })
        found.push(...faint)
        if (faint.length === 0) for (const kind of fresh.keys()) page.soundKinds?.add(kind)
      }
      return found.map(({ id, impact, nodes }) => ({
        id,
        impact,
        html: nodes
          .map(({ html, any }) => `${html} ${any.map(({ message }) => message).join('; ')}`)
          .slice(0, 3)
          .join(' '),
      }))
    },
    [others, contrast] as const,
  )
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
