import { Button } from '@mantine/core'
import { IconChartBar, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { kpiFormats } from '../../../../shared/schema/reports.ts'
import type { KpiFormat } from '../../../../shared/schema/reports.ts'
import { useCreateKpiReport, useExportKpiReport, useKpiReports } from '../../../data/queries/reports.ts'
import { DayField } from '../../../ui/DayField.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { saveFrom } from '../../../ui/saveFile.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import classes from '../reports.module.css'
import { boundsOfDays, lastDays, periodWords } from './kpi-period.ts'

const wrongId = 'kpi-period-wrong'

const Make = () => {
  const { t } = useTranslation()
  const [days, setDays] = useState(() => lastDays(30, Date.now()))
  const make = useCreateKpiReport()
  const bounds = boundsOfDays(days)
  return (
    <form
      className={classes.make}
      onSubmit={(event) => {
        event.preventDefault()
        if (bounds !== null) make.mutate(bounds)
      }}
    >
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          size="xs"
          w={190}
          label={t(`reports.kpi.${end}`)}
          value={days[end]}
          onDay={(day) => setDays({ ...days, [end]: day })}
          error={bounds === null}
          aria-describedby={bounds === null ? wrongId : undefined}
        />
      ))}
      <Button type="submit" size="compact-sm" loading={make.isPending} disabled={bounds === null}>
        {t('reports.kpi.make')}
      </Button>
      {bounds === null ? (
        <span id={wrongId} role="alert" className={classes.needed}>
          {t('reports.kpi.wrong')}
        </span>
      ) : null}
      {make.error === null ? null : <ErrorState error={make.error} compact />}
    </form>
  )
}

/** Figures that were measured and kept, with their files. */
export const KpiList = ({ writes }: { readonly writes: boolean }) => {
  const { t } = useTranslation()
  const { data, error, refetch } = useKpiReports()
  const exporting = useExportKpiReport()
  const save = (id: string, format: KpiFormat): void =>
    exporting.mutate({ id, format }, { onSuccess: ({ address, name }) => saveFrom(address, name) })
  return (
    <div className={classes.kpis}>
      {writes ? <Make /> : null}
      {exporting.error === null ? null : <ErrorState error={exporting.error} compact />}
      {data === undefined ? (
        error === null ? (
          <LoadingRows rows={5} height={28} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState
          icon={<IconChartBar size={30} stroke={1.4} />}
          title={t('reports.kpi.none')}
          hint={t('reports.kpi.noneHint')}
        />
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              {(['period', 'made', 'by', 'hash', 'files'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`reports.kpi.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.id}>
                <td>{t('reports.kpi.fromTo', periodWords(one))}</td>
                <td>
                  <Timestamp at={one.made_at} />
                </td>
                <td>
                  <PersonName name={one.made_by.name} plain />
                </td>
                <td className="fs-mono" title={one.sha256}>
                  {one.sha256.slice(0, 16)}
                </td>
                <td>
                  {writes
                    ? kpiFormats.map((format) => (
                        <Button
                          key={format}
                          variant="subtle"
                          size="compact-xs"
                          leftSection={<IconDownload size={13} aria-hidden />}
                          onClick={() => save(one.id, format)}
                        >
                          {format.toUpperCase()}
                        </Button>
                      ))
                    : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
