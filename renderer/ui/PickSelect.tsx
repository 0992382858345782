import {
  defaultOptionsFilter,
  getParsedComboboxData,
  Select,
  type ComboboxParsedItem,
  type OptionsFilter,
  type SelectProps,
} from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { searchableSelect } from './searchable-select.ts'
import { useEnterAhead } from './useEnterAhead.ts'
import { useTypedOver } from './useTypedOver.ts'

type Props = Omit<SelectProps<string>, 'value' | 'onChange' | 'searchValue' | 'dropdownOpened' | 'onKeyDown'> & {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Whether what can be chosen is still asked for: Enter waits for it. */
  readonly isComing?: boolean
}

type Items = ComboboxParsedItem<string>[]

// The library types its own for every kind of value.
const fitting: OptionsFilter<string> = (asked) => defaultOptionsFilter(asked) as Items

/**
 * Whether an option of the open list bears the mark that Enter takes. The mark goes with the option when other ones
 * come.
 */
const isMarked = (field: HTMLElement): boolean =>
  (document.getElementById(field.getAttribute('aria-controls') ?? '')?.querySelector('[data-combobox-selected]') ??
    null) !== null

/**
 * One of several that is searched by typing, for what is sealed. Enter takes the best that fits, also where that came,
 * or has changed, after the list had opened. What was taken is taken no more once something else is typed over it.
 */
export const PickSelect = ({
  value,
  onChange,
  onSearchChange,
  data = [],
  filter = fitting,
  isComing = false,
  ...rest
}: Props) => {
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { onInput, swallows } = useTypedOver(value, () => onChange(null))
  const takeBest = (): void => {
    const [best] = filter({
      options: getParsedComboboxData(data) as Items,
      search: typed,
      limit: Number.POSITIVE_INFINITY,
    }).flatMap((option) => ('group' in option ? option.items : [option]))
    if (best === undefined) return
    onChange(best.value)
    setOpened(false)
  }
  const ahead = useEnterAhead(!isComing, takeBest)
  const onText = (text: string): void => {
    if (swallows(text)) return
    // A field that is left empties itself; what was asked for with Enter stands until its answer is there.
    if (ahead.isKept() && document.activeElement !== field.current) return
    ahead.drop()
    setTyped(text)
    onSearchChange?.(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') ahead.drop()
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !opened) return
    if (!isComing && isMarked(event.currentTarget)) return
    event.preventDefault()
    if (isComing) ahead.keep()
    else takeBest()
  }
  return (
    <Select
      {...searchableSelect}
      // The library marks an option when the text changes. What comes later may be fewer options, and its mark and the
      // place that its Enter takes are then two: it is told to mark anew.
      selectFirstOptionOnChange={!isComing}
      {...rest}
      ref={field}
      data={data}
      filter={filter}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={onText}
      onInput={onInput}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onKeyDown={onKeyDown}
    />
  )
}
