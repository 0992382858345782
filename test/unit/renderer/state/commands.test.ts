import { describe, expect, it } from 'vitest'
import {
  currentCommands,
  withGroup,
  type PaletteCommand,
  type CommandGroup,
} from '../../../../renderer/state/commands.ts'

const command = (id: string, shortcut: string): PaletteCommand => ({
  id,
  title: id,
  section: 'navigate',
  shortcut,
  run: () => undefined,
})
const group = (owner: string, level: CommandGroup['level'], ...commands: readonly PaletteCommand[]): CommandGroup => ({
  owner,
  level,
  commands,
})

/** The command that a key runs: the last one that has it. */
const runBy = (groups: readonly CommandGroup[], key: string): string | undefined =>
  currentCommands(groups).findLast(({ shortcut }) => shortcut === key)?.id

const shell = group('shell', 'window', command('case.new', 'c'))
const business = group('business', 'screen', command('business.check', 'c'))

describe('which command a key runs', () => {
  it('is that of the screen, whoever was there first', () => {
    expect(runBy([shell, business], 'c')).toBe('business.check')
    expect(runBy([business, shell], 'c')).toBe('business.check')
    expect(runBy([shell], 'c')).toBe('case.new')
  })

  it('stays that of the screen when the window offers its own anew', () => {
    const again = group('shell', 'window', command('case.new', 'c'), command('theme.toggle', 'x'))
    const groups = withGroup(withGroup([shell], business), again)
    expect(groups.map(({ owner }) => owner)).toEqual(['shell', 'business'])
    expect(runBy(groups, 'c')).toBe('business.check')
    expect(runBy(groups, 'x')).toBe('theme.toggle')
  })

  it('stays that of the inner screen when the outer one offers its own anew', () => {
    const [outer, inner] = [
      group('case', 'screen', command('case.edit', 'e')),
      group('piece', 'screen', command('evidence.edit', 'e')),
    ]
    expect(runBy(withGroup([outer, inner], { ...outer, commands: [command('case.edit', 'e')] }), 'e')).toBe(
      'evidence.edit',
    )
  })

  it('is the one that was registered last where two share an id', () => {
    const [one, other] = [command('case.open', 'o'), command('case.open', 'enter')]
    expect(currentCommands([group('a', 'screen', one), group('b', 'screen', other)])).toEqual([other])
  })
})
