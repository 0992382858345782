import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { useStable } from '../../../ui/useStable.ts'

type Reach = {
  readonly go: (key: string, extend: boolean) => boolean
  readonly open: () => void
  readonly toggle: () => void
  readonly copy: () => void
  readonly clear: () => void
  readonly selected: boolean
  readonly focus: () => void
}

/** The keys of the grid when the focus is elsewhere on the screen, and its commands in the palette. */
export const useGridCommands = (reach: Reach): void => {
  const { t } = useTranslation()
  const { selected } = reach
  const step = useStable((key: string) => {
    reach.focus()
    reach.go(key, false)
  })
  const open = useStable(reach.open)
  const toggle = useStable(reach.toggle)
  const copy = useStable(reach.copy)
  const clear = useStable(reach.clear)
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'evidence.next',
        section: 'selection',
        title: t('evidence.commands.next'),
        shortcut: 'j',
        hidden: true,
        run: () => step('j'),
      },
      {
        id: 'evidence.previous',
        section: 'selection',
        title: t('evidence.commands.previous'),
        shortcut: 'k',
        hidden: true,
        run: () => step('k'),
      },
      {
        id: 'evidence.down',
        section: 'selection',
        title: t('evidence.commands.next'),
        shortcut: 'down',
        hidden: true,
        run: () => step('ArrowDown'),
      },
      {
        id: 'evidence.up',
        section: 'selection',
        title: t('evidence.commands.previous'),
        shortcut: 'up',
        hidden: true,
        run: () => step('ArrowUp'),
      },
      {
        id: 'evidence.open',
        section: 'selection',
        title: t('evidence.commands.open'),
        shortcut: 'enter',
        hidden: true,
        run: () => open(),
      },
      {
        id: 'evidence.toggle',
        section: 'selection',
        title: t('evidence.commands.toggle'),
        shortcut: 'x',
        run: () => toggle(),
      },
      {
        id: 'evidence.copyHash',
        section: 'selection',
        title: t('evidence.commands.copyHash'),
        shortcut: 'y',
        keywords: 'sha256',
        run: () => copy(),
      },
      ...(selected
        ? [
            {
              id: 'evidence.clear',
              section: 'selection',
              title: t('evidence.commands.clear'),
              run: () => clear(),
            } as const,
          ]
        : []),
    ],
    [t, step, open, toggle, copy, clear, selected],
  )
  useCommands(commands)
}
