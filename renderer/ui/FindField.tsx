import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

type Props = { readonly label: string; /** What the list is narrowed to now. */ readonly value: string; readonly onFind: (text: string) => void; readonly width?: number; /** Its label stands beside it: without placeholder and glass. */ readonly plain?: boolean }

/** Narrows a list while one types; Escape gives the keys back to the list. */
export const FindField = ({ label, value, onFind, width = 190, plain = false }: Props) => {
  const [typed, setTyped] = useState({ from: value, text: value })
  const find = useDebouncedCallback((text: string) => onFind(text.trim()), 250)
  // The address changed by another hand than this field's.
  if (typed.from !== value) setTyped({ from: value, text: typed.text.trim() === value ? typed.text : value })
  return (
    <TextInput
      w={width}
      size="xs"
      aria-label={label}
      placeholder={plain ? undefined : label}
      leftSection={plain ? undefined : <IconSearch size={14} aria-hidden />}
      value={typed.text}
      maxLength={200}
      dir="auto"
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
      onChange={(event) => {
        setTyped({ from: value, text: event.currentTarget.value })
        find(event.currentTarget.value)
      }}
    />
  )
}
