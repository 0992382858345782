import type { Command, Option } from 'commander'
import { describe, expect, it } from 'vitest'
import { makeProgram } from '../../../main/cli/program.ts'

const io = { print: () => undefined, say: () => undefined, isTerminal: false, draw: () => undefined }

interface Told {
  readonly name: string
  readonly command: Command
  readonly option: Option
}

const optionsOf = (command: Command): Told[] => [
  ...command.options.map((option) => ({ name: `${command.name()} ${option.flags}`, command, option })),
  ...command.commands.flatMap(optionsOf),
]

const all = optionsOf(makeProgram(io).program)

/** Options whose value is a list by intent. */
const lists = ['serve --public-host <name...>', 'serve --witness <key...>', 'create --scope <scope...>']

describe('the options of all commands', () => {
  it('are read as lists where they are meant to be, and nowhere else', () => {
    expect(
      all
        .filter(({ option }) => option.variadic)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...lists].sort())
  })

  it('that take one value hand on a text, not a list of it', () => {
    const single = all.filter(({ option }) => option.required && !option.variadic && option.parseArg === undefined)
    expect(single.length).toBeGreaterThan(30)
    for (const { name, command, option } of single) {
      command.setOptionValue(option.attributeName(), undefined)
      const value = option.argChoices?.[0] ?? 'one'
      command.parseOptions([option.long ?? '', value])
      expect([name, command.getOptionValue(option.attributeName())]).toEqual([name, value])
    }
  })
})
