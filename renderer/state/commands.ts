import { useId, useLayoutEffect } from 'react'
import { create } from 'zustand'

export type CommandSection = 'case' | 'selection' | 'navigate' | 'view' | 'help'

/** Something a person can do from the palette, the native menu or the keyboard. */
export type PaletteCommand = {
  /** Stable; the native menu's ids (shared/ipc/bridge.ts) are used where there is one. */
  readonly id: string
  readonly title: string
  readonly section: CommandSection
  /** `c`, `g q`, `mod+k`, `shift+x`, `?`; nothing but `mod+k` runs while text is being typed or a dialog is open. */
  readonly shortcut?: string
  /** Other words to find it by. */
  readonly keywords?: string
  /** Left out of the palette, but still run by key or menu. */
  readonly hidden?: boolean
  readonly run: () => void
}

/** Commands of the whole window hold everywhere; those of a screen come before them. */
export type CommandLevel = 'window' | 'screen'

/** What one component offers. */
export type CommandGroup = {
  readonly owner: string
  readonly level: CommandLevel
  readonly commands: readonly PaletteCommand[]
}

type CommandState = { readonly groups: readonly CommandGroup[] }

export const useCommandRegistry = create<CommandState>(() => ({ groups: [] }))

/**
 * The groups with what an owner offers now. It keeps its place: whoever offers anew what he offered before must not
 * come before a screen that was opened since.
 */
export const withGroup = (groups: readonly CommandGroup[], group: CommandGroup): readonly CommandGroup[] =>
  groups.some(({ owner }) => owner === group.owner)
    ? groups.map((one) => (one.owner === group.owner ? group : one))
    : [...groups, group]

/**
 * All commands that hold now, those of the innermost screen last: where two share an id or a key, the last one wins.
 */
export const currentCommands = (groups: readonly CommandGroup[]): readonly PaletteCommand[] => {
  const of = (wanted: CommandLevel): readonly PaletteCommand[] =>
    groups.filter(({ level }) => level === wanted).flatMap(({ commands }) => commands)
  return [...new Map([...of('window'), ...of('screen')].map((command) => [command.id, command])).values()]
}

/** Runs a command by id; false when nothing on the screen offers it. */
export const runCommand = (id: string): boolean => {
  const command = currentCommands(useCommandRegistry.getState().groups).find((candidate) => candidate.id === id)
  command?.run()
  return command !== undefined
}

/** Offers commands while the calling component is mounted, from the moment at which it is seen. Memoise the array. */
export const useCommands = (commands: readonly PaletteCommand[], level: CommandLevel = 'screen'): void => {
  const owner = useId()
  useLayoutEffect(
    () => useCommandRegistry.setState(({ groups }) => ({ groups: withGroup(groups, { owner, level, commands }) })),
    [owner, level, commands],
  )
  useLayoutEffect(
    () => () =>
      useCommandRegistry.setState(({ groups }) => ({ groups: groups.filter((group) => group.owner !== owner) })),
    [owner],
  )
}
