import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { families } from '../../../main/report/fonts/families.ts'
import { sheetOfScript } from '../../../renderer/fontSheet.ts'
import { scriptFamilies } from '../../../shared/theme/fonts.ts'

const sheetOf = (packageName: string): string => readFileSync(`node_modules/${packageName}/index.css`, 'utf8')
const shipped = new Set(families.map(({ packageName }) => packageName))

it.each(Object.entries(scriptFamilies))('%s is shipped, and is called %s by its own sheet', (packageName, family) => {
  expect(shipped).toContain(packageName)
  const sheet = sheetOf(packageName)
  expect(new Set(sheet.match(/font-family: '[^']+'/gu))).toEqual(new Set([`font-family: '${family}'`]))
  const files = [...sheet.matchAll(/url\(\.\/([^)]+)\)/gu)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter((file) => !existsSync(path.join('node_modules', packageName, file)))).toEqual([])
})

it('has faces for letters of its scripts alone: Latin, Greek, Cyrillic and signs are those of the system', () => {
  for (const packageName of Object.keys(scriptFamilies)) {
    const ranges = [...sheetOfScript(sheetOf(packageName), '/f').matchAll(/unicode-range: ([^;]+);/gu)].flatMap(
      ([, text = '']) =>
        text.split(',').map((part) => {
          const [from = '', to = from] = part.trim().slice(2).split('-')
          return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }
        }),
    )
    const has = (character: string): boolean =>
      ranges.some(({ from, to }) => from <= (character.codePointAt(0) ?? 0) && (character.codePointAt(0) ?? 0) <= to)
    expect(ranges.length, packageName).toBeGreaterThan(0)
    expect([...'aZ09éßłΩжЯ.,–→●✓€'].filter(has), packageName).toEqual([])
  }
  const all = Object.keys(scriptFamilies)
    .map((packageName) => sheetOfScript(sheetOf(packageName), '/f'))
    .join('')
  expect(all).toContain('url(/f/files/')
  expect(all).not.toContain('url(./')
})
