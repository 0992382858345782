import { Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FilterChoice } from '../state/filters.ts'
import classes from './chips.module.css'

export type FilterOption = {
  readonly value: string
  readonly label: string
  readonly mark?: ReactNode
  readonly count?: number
}

type Props = FilterChoice & { readonly label: string; readonly options: readonly FilterOption[] }

/** One filter as a chip that opens a list of values, each of which can be on. */
export const FilterMenu = ({ label, options, values, onToggle, onClear }: Props) => {
  const { t, i18n } = useTranslation()
  const chosen = options.filter((option) => values.includes(option.value))
  const shown =
    chosen.length > 2 ? t('ui.several', { count: chosen.length }) : chosen.map((option) => option.label).join(', ')
  return (
    <Menu closeOnItemClick={false} position="bottom-start" width={230}>
      <Menu.Target>
        <button type="button" className={classes.chip} data-on={values.length > 0 || undefined}>
          {label}
          {shown === '' ? null : <strong dir="auto">{shown}</strong>}
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {options.map((option) => {
          const on = values.includes(option.value)
          return (
            <Menu.CheckboxItem
              key={option.value}
              checked={on}
              onChange={() => onToggle(option.value)}
              checkIcon={<IconCheck size={14} aria-hidden />}
              rightSection={
                option.count === undefined ? undefined : (
                  <span className={classes.optionCount}>{option.count.toLocaleString(i18n.language)}</span>
                )
              }
            >
              {option.mark ?? <span dir="auto">{option.label}</span>}
            </Menu.CheckboxItem>
          )
        })}
        {values.length === 0 ? null : (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onClear} closeMenuOnClick>
              {t('common.clear')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
