import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { operators } from '../../../../main/detection/rules/catalogue.ts'
import { starterRules } from '../../../../main/detection/rules/starter/starter-rules.ts'

const root = path.join(import.meta.dirname, '../../../..')
const page = readFileSync(path.join(root, 'docs/detection/rules.md'), 'utf8')

/** What several operators say, and the page says once above their table. */
const saidOnce = [
  '`var` reads the element ("": the element itself), `fact` the activity.',
  'False if one is missing or no number.',
  'Case-sensitive; `lower` both texts to ignore case.',
]

const withoutShared = (summary: string): string =>
  saidOnce.reduce((left, sentence) => left.replace(` ${sentence}`, ''), summary)

const escaped = (text: string): string => text.replaceAll('|', '\\|')

it('every operator and every starter rule stands in the documentation as it is', () => {
  for (const sentence of saidOnce) expect(page.split(sentence)).toHaveLength(2)
  for (const { entry } of operators.values()) expect(page, entry.name).toContain(escaped(withoutShared(entry.summary)))
  for (const { key, name, why, weight, action } of starterRules)
    expect(page, key).toContain(`| \`${key}\` | ${escaped(name)}. ${escaped(why)} | ${weight} | ${action} |`)
})

it('nothing among the rules turns text into code', () => {
  const files = readdirSync(path.join(root, 'main/detection/rules'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts'),
  )
  expect(files.length).toBeGreaterThan(20)
  const code =
    /\bFunction\s*\(|\beval\b|\bimport\s*\(|\brequire\b|\bglobalThis\b|\bprocess\b|node:vm|setTimeout|\.constructor\b/u
  for (const file of files)
    expect(code.exec(readFileSync(path.join(root, 'main/detection/rules', file), 'utf8'))?.[0], file).toBeUndefined()
})
