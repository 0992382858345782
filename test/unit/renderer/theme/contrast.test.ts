import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../../../shared/theme/tokens.css', import.meta.url), 'utf8')

const tokensOf = (scheme: string): ReadonlyMap<string, string> => {
  const block = css.split(`[data-mantine-color-scheme='${scheme}'] {`)[1]?.split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--fs-([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  )
}

/** Relative luminance, WCAG 2.2. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const texts = ['text', 'muted', 'faint', 'accent', 'danger', 'warning', 'success', 'info', 'violet']
const surfaces = ['bg', 'surface', 'raised', 'sunken', 'hover', 'selected']

describe.each(['light', 'dark'])('the %s palette', (scheme) => {
  const tokens = tokensOf(scheme)
  const of = (name: string): string => {
    const value = tokens.get(name)
    if (value === undefined) throw new Error(`no token ${name}`)
    return value
  }

  it.each(texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)))(
    'WCAG AA: %s on %s has 4.5:1 or more',
    (text, surface) => {
      expect(contrast(of(text), of(surface))).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each([
    ['on-accent', 'accent-solid'],
    ['danger', 'danger-soft'],
    ['text', 'danger-soft'],
    ['muted', 'danger-soft'],
    ['warning', 'warning-soft'],
    ['success', 'success-soft'],
  ])('WCAG AA: %s on %s has 4.5:1 or more', (text, surface) => {
    expect(contrast(of(text), of(surface))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(surfaces)('WCAG 2.4.11: the focus ring on %s has 3:1 or more', (surface) => {
    expect(contrast(of('focus'), of(surface))).toBeGreaterThanOrEqual(3)
  })
})
