import { ActionIcon, SegmentedControl, TextInput } from '@mantine/core'
import { IconFileSearch, IconX } from '@tabler/icons-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import type { EvidenceQuery } from '../../../state/route.ts'
import { useStable } from '../../../ui/useStable.ts'
import { evidenceClasses } from '../list/classes.ts'
import { inNames, inText, isInText, wordsOf } from '../model/query.ts'

type Props = { readonly query: EvidenceQuery; readonly onQuery: (query: EvidenceQuery) => void }

/** Where words are looked for: in what the pieces are called, or in what stands in them. */
export const WhereSwitch = ({ query, onQuery }: Props) => {
  const { t } = useTranslation()
  const choose = useStable((where: string): void => onQuery(where === 'text' ? inText(query) : inNames(query)))
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'evidence.searchText',
        section: 'selection',
        title: t('evidence.commands.searchText'),
        shortcut: 'shift+f',
        keywords: 'find words content full text',
        run: () => choose('text'),
      },
    ],
    [t, choose],
  )
  useCommands(commands)
  return (
    <SegmentedControl
      aria-label={t('evidence.text.where')}
      value={isInText(query) ? 'text' : 'names'}
      onChange={choose}
      data={[
        { value: 'names', label: t('evidence.text.inNames') },
        { value: 'text', label: t('evidence.text.inText') },
      ]}
    />
  )
}

/** Words that are looked for in the text, once Enter is pressed: what is shown of it is sealed. */
export const TextSearch = ({ query, onQuery }: Props) => {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const asked = wordsOf(query)
  const [typed, setTyped] = useState({ from: asked, text: asked })
  if (typed.from !== asked) setTyped({ from: asked, text: asked })
  const focus = useStable((): void => {
    field.current?.focus()
    field.current?.select()
  })
  const commands = useMemo(
    (): readonly PaletteCommand[] =>
      ['f', 'shift+f'].map((shortcut) => ({
        id: shortcut === 'f' ? 'evidence.search' : 'evidence.searchText',
        section: 'selection',
        title: t('evidence.commands.searchText'),
        shortcut,
        hidden: shortcut === 'f',
        run: focus,
      })),
    [t, focus],
  )
  useCommands(commands)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      onQuery(inText(query, event.currentTarget.value.trim()))
      event.currentTarget.blur()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      if (typed.text === '') event.currentTarget.blur()
      else setTyped({ from: asked, text: '' })
    } else return
    event.preventDefault()
  }
  return (
    <TextInput
      ref={field}
      autoFocus={asked === ''}
      aria-label={t('evidence.text.search')}
      placeholder={t('evidence.text.search')}
      leftSection={<IconFileSearch size={14} aria-hidden />}
      rightSection={
        typed.text === '' ? undefined : (
          <ActionIcon
            size={18}
            onClick={() => {
              setTyped({ from: asked, text: '' })
              field.current?.focus()
            }}
            aria-label={t('common.clear')}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        )
      }
      value={typed.text}
      onChange={(event) => setTyped({ from: asked, text: event.currentTarget.value })}
      onKeyDown={onKeyDown}
      maxLength={200}
      className={evidenceClasses.textSearch}
      dir="auto"
    />
  )
}
