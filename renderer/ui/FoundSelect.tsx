import { PickSelect } from './PickSelect.tsx'

type Props = {
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  /** What the service found for the text, best first. */
  readonly found: readonly { readonly value: string; readonly label: string }[]
  /** Whether `found` fits what is typed now. While it fits an older text it is shown, and cannot be taken. */
  readonly isCurrent: boolean
  readonly onType: (text: string) => void
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly nothing: string
  /** Whether what it stands in cannot go on without it. */
  readonly required?: boolean
}

/** One of what the service finds for a text. */
export const FoundSelect = ({ found, isCurrent, onType, nothing, required = true, ...rest }: Props) => (
  <PickSelect
    {...rest}
    data={found.map((option) => ({ ...option, disabled: !isCurrent }))}
    filter={({ options }) => options}
    isComing={!isCurrent}
    onSearchChange={onType}
    nothingFoundMessage={nothing}
    required={required}
    data-autofocus
  />
)
