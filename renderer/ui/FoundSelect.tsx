import { Select } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { searchableSelect } from './searchable-select.ts'
import { useEnterAhead } from './useEnterAhead.ts'

type Props = {
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  /** What the service found for the text, best first. */
  readonly found: readonly { readonly value: string; readonly label: string }[]
  /** Whether `found` fits what is typed now. While it fits an older text it is shown, and cannot be taken. */
  readonly isCurrent: boolean
  readonly typed: string
  readonly onType: (text: string) => void
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly nothing: string
  /** Whether what it stands in cannot go on without it. */
  readonly required?: boolean
}

/** Whether an option of the open list bears the mark that Enter takes. The mark goes with the option when other ones come. */
const isMarked = (field: HTMLElement): boolean =>
  (document.getElementById(field.getAttribute('aria-controls') ?? '')?.querySelector('[data-combobox-selected]') ?? null) !== null

/** One of what the service finds for a text. Enter takes the best, also while what was found has changed under the mark. */
export const FoundSelect = ({ label, description, placeholder, found, isCurrent, typed, onType, value, onChange, nothing, required = true }: Props) => {
  const [opened, setOpened] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const takeBest = (): void => {
    const [best] = found
    if (best === undefined) return
    onChange(best.value)
    setOpened(false)
  }
  const ahead = useEnterAhead(isCurrent, takeBest)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') ahead.drop()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !opened) return
    if (isCurrent && isMarked(event.currentTarget)) return
    event.preventDefault()
    if (isCurrent) takeBest()
    else ahead.keep()
  }
  return (
    <Select
      ref={field}
      label={label}
      description={description}
      placeholder={placeholder}
      data={found.map((option) => ({ ...option, disabled: !isCurrent }))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={(text) => {
        // A field that is left empties itself; what was asked for with Enter stands until its answer is there.
        if (ahead.isKept() && document.activeElement !== field.current) return
        ahead.drop()
        onType(text)
      }}
      value={value}
      onChange={onChange}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onKeyDown={onKeyDown}
      nothingFoundMessage={nothing}
      required={required}
      data-autofocus
      {...searchableSelect}
    />
  )
}
