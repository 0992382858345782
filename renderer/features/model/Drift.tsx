import { useTranslation } from 'react-i18next'
import { useModelDrift } from '../../data/queries/models.ts'
import { percent } from '../../ui/charts/format.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { HeadedTable } from '../../ui/HeadedTable.tsx'
import { FeatureName } from './FeatureName.tsx'
import classes from './model.module.css'

/** Population stability index from which something, and from which much, has changed. */
const some = 0.1
const much = 0.25

const levelOf = (psi: number): 'little' | 'some' | 'much' => (psi >= much ? 'much' : psi >= some ? 'some' : 'little')

/** How far the newest activities are from those that the model learned from. */
export const Drift = ({ id }: { readonly id: string }) => {
  const { t, i18n } = useTranslation()
  const drift = useModelDrift(id)
  if (drift.error !== null && drift.data === undefined)
    return <ErrorState error={drift.error} onRetry={() => void drift.refetch()} compact />
  const features = [...(drift.data?.features ?? [])].sort((one, other) => other.psi - one.psi)
  return (
    <section className={classes.block}>
      <h3>{t('model.drift')}</h3>
      {features.length === 0 ? (
        <p className={classes.nothing}>{t(drift.data === undefined ? 'model.driftLoading' : 'model.noDrift')}</p>
      ) : (
        <>
          <p className={classes.nothing}>
            {t('model.driftMeans', {
              count: drift.data?.activities ?? 0,
              text: (drift.data?.activities ?? 0).toLocaleString(i18n.language),
            })}
          </p>
          <div className={classes.frame} tabIndex={0} role="group" aria-label={t('model.drift')}>
            <HeadedTable
              className={classes.table}
              heads={[
                { text: t('model.column.feature') },
                { text: t('model.column.psi'), end: true },
                { text: t('model.column.change') },
                { text: t('model.column.missing'), end: true },
              ]}
            >
              {features.map((one) => (
                <tr key={one.feature}>
                  <td>
                    <FeatureName feature={one.feature} />
                  </td>
                  <td className={classes.end}>
                    {one.psi.toLocaleString(i18n.language, { minimumFractionDigits: 3, maximumFractionDigits: 3 })}
                  </td>
                  <td data-level={levelOf(one.psi)}>{t(`model.level.${levelOf(one.psi)}`)}</td>
                  <td className={classes.end}>
                    {percent(one.missing_then, i18n.language)} → {percent(one.missing_now, i18n.language)}
                  </td>
                </tr>
              ))}
            </HeadedTable>
          </div>
        </>
      )}
    </section>
  )
}
