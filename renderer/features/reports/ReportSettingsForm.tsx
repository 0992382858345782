import { Button, NumberInput, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportSettings as Settings } from '../../../shared/schema/reports.ts'
import { useChangeReportSettings, useReportSettings } from '../../data/queries/reports.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { EditingContext } from './editor/context.ts'
import { rowsAt, withValueAt } from './editor/form.ts'
import { FilerFields } from './editor/InstitutionFields.tsx'
import classes from './reports.module.css'

const Form = ({ saved, supervises }: { readonly saved: Settings; readonly supervises: boolean }) => {
  const { t } = useTranslation()
  const [form, setForm] = useState(saved)
  const change = useChangeReportSettings()
  const set = useCallback((path: string, value: unknown) => setForm((before) => withValueAt(before, path, value)), [])
  const editing = useMemo(
    () => ({
      form,
      set,
      remove: (path: string, index: number) => set(path, rowsAt(form, path).toSpliced(index, 1)),
      readOnly: !supervises,
      findings: [],
    }),
    [form, set, supervises],
  )
  return (
    <EditingContext value={editing}>
      <form
        className={classes.settings}
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(form, { onSuccess: () => notifications.show({ message: t('reports.settingsSaved') }) })
        }}
      >
        <h2>{t('reports.deadlines')}</h2>
        <div className={classes.fields}>
          {(['known_subject', 'no_subject', 'continuing'] as const).map((rule) => (
            <NumberInput
              key={rule}
              label={t(`reports.ruleName.${rule}`)}
              value={form.deadline_days[rule]}
              min={1}
              max={3_650}
              allowDecimal={false}
              readOnly={!supervises}
              onChange={(value) => set(`deadline_days.${rule}`, Number(value))}
            />
          ))}
        </div>
        <Switch
          label={t('reports.fourEyes')}
          checked={form.four_eyes}
          disabled={!supervises}
          onChange={(event) => set('four_eyes', event.currentTarget.checked)}
        />
        <h2>{t('reports.section.filer')}</h2>
        <p className="fs-muted">{t('reports.filerHint')}</p>
        <FilerFields path="filer" />
        {change.error === null ? null : <ErrorState error={change.error} compact />}
        {supervises ? (
          <Button type="submit" loading={change.isPending} disabled={form === saved}>
            {t('reports.saveSettings')}
          </Button>
        ) : null}
      </form>
    </EditingContext>
  )
}

/** Deadlines, four eyes, and the institution that a new report begins with. */
export const ReportSettingsForm = ({ supervises }: { readonly supervises: boolean }) => {
  const { data, error, refetch } = useReportSettings()
  if (data === undefined)
    return error === null ? (
      <LoadingRows rows={8} height={34} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  return <Form key={JSON.stringify(data)} saved={data} supervises={supervises} />
}
