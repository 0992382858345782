import { ActionIcon, Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './effectiveness.module.css'

type Props = {
  readonly label: string
  /** The figure as it is shown; null where there is nothing to divide by. */
  readonly value: string | null
  /** What it is made of, in short. */
  readonly madeOf: string
  readonly definition: string
  /** The parts by name, for the definition. */
  readonly parts: readonly (readonly [name: string, value: string])[]
  readonly aside?: ReactNode
}

/** One figure with what it is made of; its definition is a key press away. */
export const FigureCard = ({ label, value, madeOf, definition, parts, aside }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={classes.card} role="group" aria-label={label}>
      <div className={classes.cardHead}>
        <span className={classes.cardLabel}>{label}</span>
        <Popover position="bottom-end" width={300} trapFocus withRoles>
          <Popover.Target>
            <ActionIcon size={20} aria-label={t('effectiveness.means', { figure: label })}>
              <IconInfoCircle size={14} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <div className={classes.definition} tabIndex={0} data-autofocus>
              <p>{definition}</p>
              <dl>
                {parts.map(([name, text]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </Popover.Dropdown>
        </Popover>
      </div>
      <div className={classes.cardValue} data-none={value === null || undefined}>
        {value ?? t('effectiveness.nothing')}
      </div>
      <div className={classes.cardMade}>{madeOf}</div>
      {aside}
    </div>
  )
}
