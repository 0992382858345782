import { existsSync, globSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { makeProgram } from '../../../main/cli/program.ts'
import { openApiDocument } from '../../../main/server/description/openapi.ts'
import { inRoot, root } from '../../../scripts/lib/paths.ts'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'test/planted-faults.md',
  ...globSync('docs/**/*.md', { cwd: root }),
]
const textOf = (file: string): string => readFileSync(inRoot(file), 'utf8')

const blocks = /^```\w*\n([\s\S]*?)^```/gmu

/** What a document writes as code: in blocks, indented, or within a line. */
const codeOf = (text: string): string[] => {
  const inBlocks = [...text.matchAll(blocks)].flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
  const prose = text.replaceAll(blocks, '')
  return [
    ...inBlocks,
    ...[...prose.matchAll(/^ {4}(\S.*)$|`([^`\n]+)`/gmu)].map(([, indented, inline = '']) => indented ?? inline),
  ]
}

const { program } = makeProgram({
  print: () => undefined,
  say: () => undefined,
  isTerminal: false,
  draw: () => undefined,
})

const commandAt = (
  words: readonly string[],
  from: Command = program,
): { command: Command; rest: readonly string[] } => {
  const below = from.commands.find((one) => one.name() === words[0] || one.aliases().includes(words[0] ?? ''))
  return below === undefined ? { command: from, rest: words } : commandAt(words.slice(1), below)
}

/** What is wrong with the commands of Fieldseal in a piece of code: one that is not there, or an option that it does not have. What the shell puts in its place counts as a word. */
const faultsIn = (code: string): string[] =>
  [...code.matchAll(/(?:^|[\s(])(?:fieldseal|bin\/fieldseal\.js) ([^|;&>#]+)/gu)].flatMap(([, written = '']) => {
    const words = written
      .replaceAll(/"?\$\([^)]*(?:\)|$)"?|"[^"]*"|'[^']*'/gu, 'X')
      .replace(/\).*$/u, '')
      .trim()
      .split(/\s+/u)
    // What is hashed or encrypted under a name of its own begins so, too.
    if (/^v\d+$/u.test(words.at(-1) ?? '')) return []
    const { command, rest } = commandAt(words)
    const options = rest.flatMap((word) => /^--[a-z][a-z-]*/u.exec(word)?.[0] ?? [])
    const unknown = command === program && /^[a-z]/u.test(rest[0] ?? '') ? [`no command ${rest[0] ?? ''}: ${code}`] : []
    return [
      ...unknown,
      ...options
        .filter((option) => option !== '--help' && !command.options.some(({ long }) => long === option))
        .map((option) => `no option ${option}: ${code}`),
    ]
  })

const withoutNames = (path: string): string => path.replaceAll(/\{\w*\}/gu, '{}')
const operations = new Set(
  Object.entries(openApiDocument('0').paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${withoutNames(path)}`),
  ),
)

const sources = globSync(['main/**/*.ts', 'scripts/**/*.{ts,sh}', 'test/**/*.ts', 'compose.yaml', '.github/**/*.yml'], {
  cwd: root,
})
  .map(textOf)
  .join('\n')
const variables = new Set(sources.match(/\bFIELDSEAL_[A-Z_]+/gu))
const rules = new Set(
  documents.flatMap((document) => [...textOf(document).matchAll(/\*\*([A-Z]-\d+)\*\*/gu)].map(([, rule = '']) => rule)),
)

describe('what the documents name is there:', () => {
  it.each(documents)('%s', (document) => {
    const text = textOf(document)
    const code = codeOf(text)
    expect.soft(code.flatMap(faultsIn), 'commands').toEqual([])
    const named = [...text.matchAll(/\b(GET|HEAD|POST|PUT|PATCH|DELETE) (?:\/api)?(\/v[14]\/[\w/{}-]+)/gu)].map(
      ([, method = '', path = '']) => `${method} ${withoutNames(path)}`,
    )
    expect
      .soft(
        named.filter((one) => !operations.has(one)),
        'operations of the interface',
      )
      .toEqual([])
    expect
      .soft(
        (text.match(/\bFIELDSEAL_[A-Z_]+/gu) ?? []).filter((one) => !variables.has(one)),
        'variables',
      )
      .toEqual([])
    expect
      .soft(
        (text.match(/(?<![\w-])[BEFILMRSUVY]-\d+(?![\w-])/gu) ?? []).filter((one) => !rules.has(one)),
        'numbered rules',
      )
      .toEqual([])
    const files = code.filter((one) => /^(?:main|renderer|viewer|shared|test|scripts)\/[\w./-]+$/u.test(one))
    expect
      .soft(
        files.filter((one) => !existsSync(inRoot(one))),
        'files of the sources',
      )
      .toEqual([])
  })
})
