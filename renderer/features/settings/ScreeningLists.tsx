import { Checkbox, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Watchlist } from '../../../shared/schema/lists.ts'
import cells from '../../ui/plain-table.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import classes from './settings.module.css'

/** How old a list may be, as it stands in the form. */
export interface Ages {
  readonly warn_days: number
  readonly stale_days: number
}

type Props = {
  readonly lists: readonly Watchlist[]
  readonly excluded: readonly string[]
  readonly onExcluded: (keys: readonly string[]) => void
  readonly agesOf: (list: Watchlist) => Ages
  readonly onAges: (key: string, ages: Ages) => void
  readonly admin: boolean
  readonly keeps: boolean
}

const daysMax = 3_650

const ListRow = ({
  list,
  excluded,
  onExcluded,
  agesOf,
  onAges,
  admin,
  keeps,
}: Omit<Props, 'lists'> & { readonly list: Watchlist }) => {
  const { t } = useTranslation()
  const ages = agesOf(list)
  const counts = !excluded.includes(list.key)
  const { days, state } = list.age
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={t('screeningPolicy.countsOf', { list: list.title })}
          checked={counts}
          disabled={!admin}
          onChange={() => onExcluded(counts ? [...excluded, list.key] : excluded.filter((key) => key !== list.key))}
        />
      </td>
      <th scope="row" dir="auto">
        {list.title} <span className={classes.note}>{list.key}</span>
      </th>
      <td className={cells.figure}>
        {days === null ? '—' : t('screeningPolicy.old', { count: days })}
        {state === 'current' || state === 'missing' ? '' : ` · ${t(`lists.age.${state}`)}`}
      </td>
      {(['warn_days', 'stale_days'] as const).map((field) => (
        <td key={field}>
          <NumberInput
            aria-label={`${t(field === 'warn_days' ? 'screeningPolicy.warn' : 'screeningPolicy.stale')}: ${list.title}`}
            size="xs"
            w={96}
            value={ages[field]}
            onChange={(value) => onAges(list.key, { ...ages, [field]: Number(value) })}
            min={1}
            max={daysMax}
            allowDecimal={false}
            error={field === 'stale_days' && ages.stale_days < ages.warn_days ? t('screeningPolicy.order') : undefined}
            disabled={!keeps}
          />
        </td>
      ))}
    </tr>
  )
}

/** Which lists count, and after how many days each is said to be old. */
export const ScreeningLists = ({ lists, ...parts }: Props) => {
  const { t } = useTranslation()
  if (lists.length === 0) return <p className={classes.note}>{t('screeningPolicy.noLists')}</p>
  return (
    <PlainTable
      heads={(['counts', 'list', 'age', 'warn', 'stale'] as const).map((column) => ({
        text: t(`screeningPolicy.${column}`),
        end: column === 'age',
      }))}
      label={t('screeningPolicy.lists')}
    >
      {lists.map((list) => (
        <ListRow key={list.key} list={list} {...parts} />
      ))}
    </PlainTable>
  )
}
