import { useLayoutEffect } from 'react'
import { create } from 'zustand'

export type CommandSection = 'case' | 'selection' | 'navigate' | 'view' | 'help'

/** Something a person can do from the palette, the native menu or the keyboard. */
export type Command = {
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

type CommandState = { readonly groups: readonly (readonly Command[])[] }

export const useCommandRegistry = create<CommandState>(() => ({ groups: [] }))

/** All commands that hold now; where two share an id, the one registered last (the innermost screen) wins. */
export const currentCommands = (groups: CommandState['groups']): readonly Command[] => [
  ...new Map(groups.flat().map((command) => [command.id, command])).values(),
]

/** Runs a command by id; false when nothing on the screen offers it. */
export const runCommand = (id: string): boolean => {
  const command = currentCommands(useCommandRegistry.getState().groups).find((candidate) => candidate.id === id)
  command?.run()
  return command !== undefined
}

/** Offers commands while the calling component is mounted, from the moment at which it is seen. Memoise the array. */
export const useCommands = (commands: readonly Command[]): void => {
  useLayoutEffect(() => {
    useCommandRegistry.setState(({ groups }) => ({ groups: [...groups, commands] }))
    return () => useCommandRegistry.setState(({ groups }) => ({ groups: groups.filter((group) => group !== commands) }))
  }, [commands])
}
