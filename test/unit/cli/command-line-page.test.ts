import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { makeProgram } from '../../../main/cli/program.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'

const io = { print: () => undefined, say: () => undefined, isTerminal: false, draw: () => undefined }

interface Told {
  readonly name: string
  readonly options: readonly string[]
}

/** Every command that is run by itself, with its long options. */
const commandsOf = (command: Command, parents: readonly string[]): Told[] => {
  const below = command.commands.flatMap((one) => commandsOf(one, [...parents, one.name()]))
  const options = command.options.flatMap(({ long }) =>
    long === undefined || long === null || long === '--version' ? [] : [long],
  )
  // A group of commands has nothing of its own; `export` and `verify` stand for themselves.
  return command.commands.length > 0 && options.length === 0 ? below : [{ name: parents.join(' '), options }, ...below]
}

const optionsIn = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]*/gu) ?? [])]

/** The names that begin a piece of code: `grant give\|end --data DIR` is about `grant give` and `grant end`. */
const namesIn = (code: string): string[] => {
  const words = (/^[a-z][a-z-]*(?:(?: |\\\|)[a-z][a-z-]*)*(?= |$)/u.exec(code)?.[0] ?? '').split(' ')
  return words.reduce<string[]>(
    (names, word) => names.flatMap((name) => word.split('\\|').map((one) => `${name} ${one}`.trim())),
    [''],
  )
}

const page = readFileSync(inRoot('docs/command-line.md'), 'utf8')
const rows = [...page.matchAll(/^\| (`.*`[^|]*?) \| (.*) \|$/gmu)].map(([, commands = '', text = '']) => ({
  names: [...commands.matchAll(/`([^`]+)`/gu)].flatMap(([, code = '']) => namesIn(code)),
  named: optionsIn(commands),
  /** What the row says, and the pages to which it leads. */
  all: [
    commands,
    text,
    ...[...text.matchAll(/\]\(([\w/-]+\.md)/gu)].map(([, file = '']) =>
      readFileSync(path.join(inRoot('docs'), file), 'utf8'),
    ),
  ].join('\n'),
}))

const commands = commandsOf(makeProgram(io).program, []).filter(({ name }) => name !== '')

describe('docs/command-line.md', () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    'has %s with each of its options',
    (name, { options }) => {
      const about = rows.filter(({ names }) => names.includes(name))
      expect(
        about.map(({ names }) => names),
        'a row of its own',
      ).not.toEqual([])
      expect(options.filter((option) => !about.some(({ all }) => optionsIn(all).includes(option)))).toEqual([])
    },
  )

  it('names no option that a command does not have', () => {
    for (const { names, named } of rows) {
      const known = commands.filter(({ name }) => names.includes(name)).flatMap(({ options }) => options)
      if (known.length > 0)
        expect(
          named.filter((option) => !known.includes(option)),
          names.join(', '),
        ).toEqual([])
    }
  })
})
