import { Select } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { searchableSelect } from './searchable-select.ts'

type Props = {
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  /** What the service found for the text, best first. */
  readonly found: readonly { readonly value: string; readonly label: string }[]
  readonly typed: string
  readonly onType: (text: string) => void
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly nothing: string
}

/** Whether an option of the open list bears the mark that Enter takes. The mark goes with the option when other ones come. */
const isMarked = (field: HTMLElement): boolean =>
  (document.getElementById(field.getAttribute('aria-controls') ?? '')?.querySelector('[data-combobox-selected]') ?? null) !== null

/** One of what the service finds for a text. Enter takes the best, also while what was found has changed under the mark. */
export const FoundSelect = ({ label, description, placeholder, found, typed, onType, value, onChange, nothing }: Props) => {
  const [opened, setOpened] = useState(false)
  const takeBest = (event: KeyboardEvent<HTMLInputElement>): void => {
    const [best] = found
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !opened || best === undefined || isMarked(event.currentTarget)) return
    event.preventDefault()
    onChange(best.value)
    setOpened(false)
  }
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      data={[...found]}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={onType}
      value={value}
      onChange={onChange}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onKeyDown={takeBest}
      nothingFoundMessage={nothing}
      required
      data-autofocus
      {...searchableSelect}
    />
  )
}
