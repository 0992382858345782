import { Button, NumberInput, Select, Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { listSettings, type Watchlist } from '../../../shared/schema/lists.ts'
import { screeningModes, screeningPolicy, type ScreeningPolicy } from '../../../shared/schema/screening.ts'
import { useConfigureWatchlists, useWatchlists } from '../../data/queries/lists.ts'
import {
  useChangeScreeningPolicy,
  usePreviewScreeningPolicy,
  useScreeningPolicyChanges,
  useScreeningStatus,
} from '../../data/queries/screening.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PolicyChanges } from './PolicyChanges.tsx'
import { ScreeningLists, type Ages } from './ScreeningLists.tsx'
import { PolicyPreview } from './PolicyPreview.tsx'
import classes from './settings.module.css'

interface PartProps {
  readonly form: ScreeningPolicy
  readonly onChange: (part: Partial<ScreeningPolicy>) => void
  readonly disabled: boolean
}

/** How names are compared, and how long a false match holds. */
const MatchingFields = ({ form, onChange, disabled }: PartProps) => {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.plain}>
      <legend className={classes.note}>{t('screeningPolicy.how')}</legend>
      <div className={classes.matching}>
        <Select
          label={t('screeningPolicy.mode')}
          value={form.mode}
          onChange={(mode: ScreeningPolicy['mode'] | null) => onChange({ mode: mode ?? form.mode })}
          data={screeningModes.map((value) => ({ value, label: t(`screeningPolicy.modes.${value}`) }))}
          allowDeselect={false}
          disabled={disabled}
        />
        <NumberInput
          label={t('screeningPolicy.threshold')}
          value={form.threshold}
          onChange={(value) => onChange({ threshold: Number(value) })}
          min={0.5}
          max={1}
          step={0.01}
          decimalScale={3}
          disabled={disabled}
        />
        <NumberInput
          label={t('screeningPolicy.ofacThreshold')}
          value={form.ofac_threshold}
          onChange={(value) => onChange({ ofac_threshold: Number(value) })}
          min={0.5}
          max={1}
          step={0.01}
          decimalScale={2}
          disabled={disabled}
        />
        <NumberInput
          label={t('screeningPolicy.days')}
          value={form.false_match_days}
          onChange={(value) => onChange({ false_match_days: Number(value) })}
          min={1}
          max={3_650}
          allowDecimal={false}
          disabled={disabled}
        />
      </div>
    </fieldset>
  )
}

const WhenFields = ({ form, onChange, disabled }: PartProps) => {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.note}>{t('screeningPolicy.when')}</legend>
      <Switch
        label={t('screeningPolicy.onActivities')}
        checked={form.on_activities}
        onChange={(event) => onChange({ on_activities: event.currentTarget.checked })}
        disabled={disabled}
      />
      <Switch
        label={t('screeningPolicy.onListChanges')}
        description={form.on_list_changes ? undefined : t('screeningPolicy.unscreened')}
        checked={form.on_list_changes}
        onChange={(event) => onChange({ on_list_changes: event.currentTarget.checked })}
        disabled={disabled}
      />
      <p className={classes.note}>{t('screeningPolicy.always')}</p>
    </fieldset>
  )
}

type AgesByList = Readonly<Record<string, Ages>>

const agesIn = (lists: readonly Watchlist[]): AgesByList =>
  Object.fromEntries(
    lists.map(({ key, warn_days: warn, stale_days: stale }) => [key, { warn_days: warn, stale_days: stale }]),
  )

/** The lists whose ages were changed in the form, with what is to be said of each. */
const changedAges = (lists: readonly Watchlist[], ages: AgesByList) =>
  lists.flatMap((list) => {
    const now = ages[list.key]
    return now === undefined || (now.warn_days === list.warn_days && now.stale_days === list.stale_days)
      ? []
      : [{ key: list.key, settings: { title: list.title, ...now } }]
  })

const PolicyForm = ({
  saved,
  lists,
  admin,
  keeps,
}: {
  readonly saved: ScreeningPolicy
  readonly lists: readonly Watchlist[]
  readonly admin: boolean
  readonly keeps: boolean
}) => {
  const { t } = useTranslation()
  const [form, setForm] = useState(saved)
  const [ages, setAges] = useState(() => agesIn(lists))
  const change = useChangeScreeningPolicy()
  const configure = useConfigureWatchlists()
  const preview = usePreviewScreeningPolicy()
  const onChange = (part: Partial<ScreeningPolicy>): void => {
    setForm({ ...form, ...part })
    preview.reset()
  }
  const policyDirty = JSON.stringify(form) !== JSON.stringify(saved)
  const older = changedAges(lists, ages)
  const checked = screeningPolicy.safeParse(form)
  const fault = checked.success ? null : (checked.error.issues[0] ?? null)
  const agesSound = older.every(({ settings }) => listSettings.safeParse(settings).success)
  const noneCounts = lists.length > 0 && lists.every(({ key }) => form.excluded_lists.includes(key))
  const save = async (): Promise<void> => {
    if (policyDirty) await change.mutateAsync(form)
    if (older.length > 0) await configure.mutateAsync(older)
    notifications.show({ message: t('settings.policy.saved') })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // What went wrong stands in the form by itself.
    void save().catch(() => undefined)
  }
  const part = { form, onChange, disabled: !admin }
  const error = change.error ?? configure.error ?? preview.error
  return (
    <form onSubmit={submit} className={classes.wideForm} aria-label={t('screeningPolicy.title')} noValidate>
      <MatchingFields {...part} />
      <WhenFields {...part} />
      <ScreeningLists
        lists={lists}
        excluded={form.excluded_lists}
        onExcluded={(keys) => onChange({ excluded_lists: [...keys].sort() })}
        agesOf={(list) => ages[list.key] ?? list}
        onAges={(key, next) => setAges({ ...ages, [key]: next })}
        admin={admin}
        keeps={keeps}
      />
      {fault === null && !noneCounts ? null : (
        <p role="alert" className={classes.note}>
          {fault === null
            ? t('screeningPolicy.noneCounts')
            : t('settings.detection.invalid', {
                where: fault.path.join(' › ').replaceAll('_', ' '),
                why: fault.message,
              })}
        </p>
      )}
      {preview.data === undefined ? null : <PolicyPreview preview={preview.data.data} />}
      {error === null ? null : <ErrorState error={error} compact />}
      {keeps ? (
        <div className={classes.buttons}>
          <Button
            type="submit"
            loading={change.isPending || configure.isPending}
            disabled={(!policyDirty && older.length === 0) || !checked.success || !agesSound}
          >
            {t('screeningPolicy.save')}
          </Button>
          {admin ? (
            <Button
              variant="default"
              loading={preview.isPending}
              disabled={!policyDirty || !checked.success}
              onClick={() => preview.mutate(form)}
            >
              {t('screeningPolicy.try')}
            </Button>
          ) : null}
          <Button
            variant="default"
            disabled={!policyDirty && older.length === 0}
            onClick={() => {
              setForm(saved)
              setAges(agesIn(lists))
              preview.reset()
            }}
          >
            {t('settings.policy.reset')}
          </Button>
        </div>
      ) : null}
    </form>
  )
}

const stampOf = (policy: ScreeningPolicy, lists: readonly Watchlist[]): string =>
  JSON.stringify([policy, agesIn(lists)])

/**
 * What the institution decides about screening: how names are compared, by which lists, when, and how long what was
 * said holds.
 */
export const ScreeningSection = ({ admin, keeps }: { readonly admin: boolean; readonly keeps: boolean }) => {
  const { t } = useTranslation()
  const status = useScreeningStatus()
  const lists = useWatchlists()
  const changes = useScreeningPolicyChanges()
  const error = status.data === undefined ? status.error : lists.data === undefined ? lists.error : null
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void Promise.all([status.refetch(), lists.refetch()])} />
  const policy = status.data?.policy
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('screeningPolicy.title')}</h2>
        <p>{t(admin ? 'screeningPolicy.lead' : 'settings.adminOnly')}</p>
      </div>
      {policy === undefined || lists.data === undefined ? (
        <LoadingRows rows={6} />
      ) : (
        <PolicyForm key={stampOf(policy, lists.data)} saved={policy} lists={lists.data} admin={admin} keeps={keeps} />
      )}
      <PolicyChanges changes={changes} />
    </section>
  )
}
