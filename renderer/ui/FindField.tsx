import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

type Props = {
  readonly label: string
  /** What the list is narrowed to now. */ readonly value: string
  readonly onFind: (text: string) => void
  readonly width?: number
  /** By which a key finds the field. */ readonly id?: string
  /** Its label stands beside it: without placeholder and glass. */ readonly plain?: boolean
  /** Sought once it is written and Enter pressed: a part of it leads elsewhere. */ readonly whole?: boolean
}

/** Narrows a list while one types; Enter and Escape give the keys back to the list. */
export const FindField = ({ label, value, onFind, width = 190, id, plain = false, whole = false }: Props) => {
  const [typed, setTyped] = useState({ from: value, text: value })
  const find = useDebouncedCallback((text: string) => onFind(text.trim()), 250)
  // The address changed by another hand than this field's.
  if (typed.from !== value) setTyped({ from: value, text: typed.text.trim() === value ? typed.text : value })
  return (
    <TextInput
      {...(id === undefined ? {} : { id })}
      w={width}
      size="xs"
      aria-label={label}
      placeholder={plain ? undefined : label}
      leftSection={plain ? undefined : <IconSearch size={14} aria-hidden />}
      value={typed.text}
      maxLength={200}
      dir="auto"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && (event.key !== 'Enter' || event.nativeEvent.isComposing)) return
        if (event.key === 'Enter' && whole) onFind(event.currentTarget.value.trim())
        if (event.key === 'Enter') find.flush()
        event.currentTarget.blur()
      }}
      onChange={(event) => {
        setTyped({ from: value, text: event.currentTarget.value })
        if (!whole) find(event.currentTarget.value)
      }}
    />
  )
}
