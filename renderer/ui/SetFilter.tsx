import { IconX } from '@tabler/icons-react'
import classes from './chips.module.css'

type Props = {
  readonly name?: string
  readonly value: string
  /** What pressing it does, for who does not see the cross. */
  readonly removal: string
  readonly onRemove: () => void
}

/** A filter that no menu sets, but a link or a search: a chip that takes it away. */
export const SetFilter = ({ name, value, removal, onRemove }: Props) => (
  <button type="button" className={classes.chip} data-on onClick={onRemove} aria-label={removal}>
    {name}
    <strong dir="auto">{value}</strong>
    <IconX size={12} aria-hidden />
  </button>
)
