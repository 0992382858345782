import { ActionIcon, Checkbox } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { entityKinds, type EntityKind } from '../../../shared/schema/activity.ts'
import classes from './settings.module.css'

type Props = {
  readonly order: readonly EntityKind[]
  readonly onChange: (order: readonly EntityKind[]) => void
  readonly disabled: boolean
}

const swapped = (order: readonly EntityKind[], place: number, other: number): readonly EntityKind[] =>
  order.map((kind, at) => (at === place ? (order[other] ?? kind) : at === other ? (order[place] ?? kind) : kind))

/** The order in which an alert looks for what it is about; kinds that are left out stand below. */
export const GroupOrder = ({ order, onChange, disabled }: Props) => {
  const { t } = useTranslation()
  const left = entityKinds.filter((kind) => !order.includes(kind))
  return (
    <fieldset className={classes.plain}>
      <legend className={classes.note}>{t('settings.detection.groupBy')}</legend>
      <ol className={classes.order}>
        {order.map((kind, place) => {
          const name = t(`entity.${kind}`)
          return (
            <li key={kind}>
              <Checkbox
                size="xs"
                checked
                aria-label={t('settings.detection.leaveOut', { kind: name })}
                disabled={disabled || order.length === 1}
                onChange={() => onChange(order.filter((one) => one !== kind))}
              />
              <span>
                {place + 1}. {name}
              </span>
              <ActionIcon
                size="sm"
                variant="subtle"
                aria-label={t('settings.detection.earlier', { kind: name })}
                disabled={disabled || place === 0}
                onClick={() => onChange(swapped(order, place, place - 1))}
              >
                <IconChevronUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size="sm"
                variant="subtle"
                aria-label={t('settings.detection.later', { kind: name })}
                disabled={disabled || place === order.length - 1}
                onClick={() => onChange(swapped(order, place, place + 1))}
              >
                <IconChevronDown size={14} aria-hidden />
              </ActionIcon>
            </li>
          )
        })}
        {left.map((kind) => (
          <li key={kind} data-out>
            <Checkbox
              size="xs"
              checked={false}
              aria-label={t('settings.detection.takeIn', { kind: t(`entity.${kind}`) })}
              disabled={disabled}
              onChange={() => onChange([...order, kind])}
            />
            <span>{t(`entity.${kind}`)}</span>
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
