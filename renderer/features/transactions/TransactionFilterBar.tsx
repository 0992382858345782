import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { riskLevels } from '../../../shared/schema/activity.ts'
import { filterChoices, withFilter } from '../../state/filters.ts'
import { navigate, type DetectionQuery } from '../../state/route.ts'
import { ClearFilters } from '../../ui/ClearFilters.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { FilterMenu } from '../../ui/FilterMenu.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { RiskMark } from '../../ui/RiskMark.tsx'
import { SetFilter } from '../../ui/SetFilter.tsx'
import { activityClasses } from './classes.ts'
import { dayEnd, dayOfEnd, dayOfStart, dayStart, entityFilters, hasActivityFilters, isReversed } from './query.ts'

const labels = ['fraud', 'genuine', 'none'] as const
const amounts = ['min_amount', 'max_amount'] as const

/** A field with what it is for before it: two fields of a day look alike. */
const Labelled = ({ text, children }: { readonly text: string; readonly children: ReactNode }) => (
  <label className={activityClasses.labelled}>
    <span>{text}</span>
    {children}
  </label>
)

/** What the list of activities is narrowed to. */
export const TransactionFilterBar = ({ query, total }: { readonly query: DetectionQuery; readonly total: string }) => {
  const { t } = useTranslation()
  const go = (next: DetectionQuery): void => navigate({ name: 'transactions', open: null, query: next }, 'replace')
  const { one, several } = filterChoices(query, go)
  return (
    <div className={activityClasses.bar} role="toolbar" aria-label={t('transactions.filter.label')}>
      <h1 className={activityClasses.heading}>{t('detection.place.transactions')}</h1>
      <FilterMenu
        label={t('transactions.filter.risk')}
        options={[...riskLevels]
          .reverse()
          .map((level) => ({ value: level, label: t(`risk.${level}`), mark: <RiskMark level={level} /> }))}
        {...several('risk_level')}
      />
      <FilterMenu
        label={t('transactions.filter.finding')}
        options={labels.map((label) => ({ value: label, label: t(`transactions.label.${label}`) }))}
        {...one('label')}
      />
      <Labelled text={t('transactions.filter.shown.from')}>
        <DayField
          size="xs"
          w={124}
          aria-label={t('transactions.filter.from')}
          value={dayOfStart(query['from'])}
          onDay={(day) => go(withFilter(query, 'from', day === '' ? '' : dayStart(day)))}
        />
      </Labelled>
      <Labelled text={t('transactions.filter.shown.to')}>
        <DayField
          size="xs"
          w={124}
          aria-label={t('transactions.filter.to')}
          value={dayOfEnd(query['to'])}
          error={isReversed(query) ? t('transactions.filter.reversed') : undefined}
          onDay={(day) => go(withFilter(query, 'to', day === '' ? '' : dayEnd(day)))}
        />
      </Labelled>
      {amounts.map((name) => (
        <Labelled key={name} text={t(`transactions.filter.shown.${name}`)}>
          <FindField
            plain
            width={80}
            label={t(`transactions.filter.${name}`)}
            value={query[name] ?? ''}
            onFind={(text) =>
              text === '' || /^-?\d{1,11}(?:\.\d{1,4})?$/u.test(text) ? go(withFilter(query, name, text)) : undefined
            }
          />
        </Labelled>
      ))}
      {entityFilters.map((name) =>
        query[name] === undefined ? null : (
          <SetFilter
            key={name}
            name={t(`transactions.field.${name}`)}
            value={query[name]}
            removal={t('transactions.filter.remove', { name: t(`transactions.field.${name}`) })}
            onRemove={() => go(withFilter(query, name, ''))}
          />
        ),
      )}
      {hasActivityFilters(query) ? <ClearFilters onClear={() => go({})} /> : null}
      <div className={activityClasses.barEnd}>
        <span className={activityClasses.total} role="status">
          {total}
        </span>
        <FindField
          width={150}
          label={t('transactions.find')}
          value={query['q'] ?? ''}
          onFind={(q) => go(withFilter(query, 'q', q))}
        />
      </div>
    </div>
  )
}
