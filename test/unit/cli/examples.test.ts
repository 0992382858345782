import { CommanderError } from 'commander'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { makeProgram } from '../../../main/cli/program.ts'
import { callsIn, mentionedExamples, typedExamples } from '../../support/command-examples.ts'
import type { CommandExample } from '../../support/command-examples.ts'

const said: string[] = []
const io = { print: () => undefined, say: (line: string) => said.push(line), isTerminal: false, draw: () => undefined }

const everyOf = (command: Command): Command[] => [command, ...command.commands.flatMap(everyOf)]

/** What the command line's own parser says of a call, without running it; null: it takes it. */
const refusalOf = (words: readonly string[]): string | null => {
  const { program } = makeProgram(io)
  for (const command of everyOf(program)) if (command.commands.length === 0) command.action(() => undefined)
  try {
    program.parse([...words], { from: 'user' })
    return null
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // A value that is shortened in the text, such as a key, is none.
    const isShortened = error.code === 'commander.invalidArgument' && words.some((word) => word.includes('...'))
    return isShortened ? null : error.message
  }
}

/** The command that words begin with, as far down as they name one. */
const commandOf = (words: readonly string[]): Command =>
  words.reduce<{ command: Command; isOpen: boolean }>(
    ({ command, isOpen }, word) => {
      const below = isOpen ? command.commands.find((one) => one.name() === word) : undefined
      return below === undefined ? { command, isOpen: false } : { command: below, isOpen: true }
    },
    { command: makeProgram(io).program, isOpen: true },
  ).command

const helpOf = (command: Command): string => {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) })
  command.outputHelp()
  return text
}

const inHelp: CommandExample[] = everyOf(makeProgram(io).program).flatMap((command) =>
  [...helpOf(command).matchAll(/^(?:Example: | {2})(fieldseal .*)$/gmu)].flatMap(({ 1: line = '' }) =>
    callsIn(line).map((words) => ({ where: `${command.name()} --help`, words })),
  ),
)

const titled = (examples: readonly CommandExample[]) =>
  examples.map(({ where, words }) => [where, words.join(' '), words] as const)

describe('a call that a document or a help shows to be typed', () => {
  it('is found in the documents and in the help', () => {
    expect(typedExamples().length).toBeGreaterThan(15)
    expect(inHelp.length).toBeGreaterThan(2)
  })

  it.each(titled([...typedExamples(), ...inHelp]))('%s: fieldseal %s', (_where, _call, words) => {
    expect(refusalOf(words)).toBeNull()
  })

  it('is refused where its option does not exist, stands without its value, or where its command does not', () => {
    for (const call of [
      'verify bundle.zip --no-such-option',
      'verify bundle.zip --trust',
      'export --data DIR --case 1 --out a.zip --recipient a b',
      'no-such-command',
    ])
      expect(refusalOf(callsIn(`fieldseal ${call}`)[0] ?? []), call).not.toBeNull()
  })
})

describe('a call that the running text of a document mentions', () => {
  it.each(titled(mentionedExamples()))('%s: fieldseal %s', (_where, _call, words) => {
    const command = commandOf(words)
    expect(command.parent, 'the command exists').not.toBeNull()
    const known = command.options.map(({ long }) => long)
    expect(words.filter((word) => word.startsWith('--') && !known.includes(word))).toEqual([])
  })
})
