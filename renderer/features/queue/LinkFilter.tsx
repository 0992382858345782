import { Button, Popover, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { withFilter } from '../../state/filters.ts'
import type { QueueQuery } from '../../state/route.ts'
import chips from '../../ui/chips.module.css'
import { queueClasses } from './classes.ts'

const fields = ['customer_id', 'account_id', 'alert_id'] as const

/** Cases that are linked to one customer, account or alert of the institution's own systems. */
export const LinkFilter = ({
  query,
  onChange,
}: {
  readonly query: QueueQuery
  readonly onChange: (query: QueueQuery) => void
}) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({})
  const on = fields.filter((field) => query[field] !== undefined)
  const show = (next: boolean): void => {
    setOpened(next)
    if (next) setDraft(Object.fromEntries(fields.map((field) => [field, query[field] ?? ''])))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onChange(fields.reduce<QueueQuery>((next, field) => withFilter(next, field, draft[field] ?? ''), query))
    setOpened(false)
  }
  return (
    <Popover opened={opened} onChange={show} position="bottom-start" width={240} trapFocus>
      <Popover.Target>
        <button type="button" className={chips.chip} data-on={on.length > 0 || undefined} onClick={() => show(!opened)}>
          {t('queue.filter.links')}
          {on.length === 0 ? null : (
            <strong>{on.map((field) => `${t(`queue.filter.${field}`)} ${query[field]}`).join(', ')}</strong>
          )}
          <IconChevronDown size={12} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit} className={queueClasses.form}>
          {fields.map((field) => (
            <TextInput
              key={field}
              label={t(`queue.filter.${field}`)}
              inputMode="numeric"
              value={draft[field] ?? ''}
              onChange={(event) =>
                setDraft({ ...draft, [field]: event.currentTarget.value.replace(/\D/g, '').slice(0, 16) })
              }
            />
          ))}
          <Button type="submit">{t('queue.filter.apply')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
