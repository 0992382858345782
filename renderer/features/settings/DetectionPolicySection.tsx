import { Button, Checkbox, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  recommendedActions,
  riskLevels,
  type RecommendedAction,
  type RiskLevel,
} from '../../../shared/schema/activity.ts'
import { casePriorities, type CasePriority } from '../../../shared/schema/case.ts'
import { decisionOutcomes } from '../../../shared/schema/decisions.ts'
import { detectionPolicy, noCurrencies, type DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { useChangeDetectionPolicy, useDetectionPolicy, usePolicyChanges } from '../../data/queries/alerts.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { CurrencyFields } from './currencies/CurrencyFields.tsx'
import { isBegun, noDraft } from './currencies/rates.ts'
import { GroupOrder } from './GroupOrder.tsx'
import { PolicyChanges } from './PolicyChanges.tsx'
import classes from './settings.module.css'

interface PartProps {
  readonly form: DetectionPolicy
  readonly onChange: (form: DetectionPolicy) => void
  readonly disabled: boolean
}

const thresholds = ['medium', 'high', 'critical'] as const

const useChoices = () => {
  const { t } = useTranslation()
  return {
    levels: riskLevels.map((level) => ({ value: level, label: t(`risk.${level}`) })),
    actions: recommendedActions.map((action) => ({ value: action, label: t(`action.${action}`) })),
    priorities: casePriorities.map((priority) => ({ value: priority, label: t(`priority.${priority}`) })),
  }
}

/** From which score on a level holds, and what it recommends. */
const LevelFields = ({ form, onChange, disabled }: PartProps) => {
  const { t } = useTranslation()
  const { actions } = useChoices()
  return (
    <>
      <fieldset className={classes.plain}>
        <legend className={classes.note}>{t('settings.detection.levels')}</legend>
        <div className={classes.hours}>
          {thresholds.map((level) => (
            <NumberInput
              key={level}
              label={t(`risk.${level}`)}
              value={form.levels[level]}
              onChange={(value) => onChange({ ...form, levels: { ...form.levels, [level]: Number(value) } })}
              min={0}
              max={1}
              step={0.05}
              decimalScale={3}
              disabled={disabled}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.plain}>
        <legend className={classes.note}>{t('settings.detection.actions')}</legend>
        <div className={classes.hours}>
          {riskLevels.map((level) => (
            <Select
              key={level}
              label={t(`risk.${level}`)}
              value={form.actions[level]}
              onChange={(value: RecommendedAction | null) =>
                onChange({ ...form, actions: { ...form.actions, [level]: value ?? form.actions[level] } })
              }
              data={actions}
              allowDeselect={false}
              disabled={disabled}
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** When alerts are raised, and how long they may wait. */
const AlertFields = ({ form, onChange, disabled }: PartProps) => {
  const { t } = useTranslation()
  const { levels } = useChoices()
  const alerts = (part: Partial<DetectionPolicy['alerts']>): void =>
    onChange({ ...form, alerts: { ...form.alerts, ...part } })
  return (
    <>
      <fieldset className={classes.plain}>
        <legend className={classes.note}>{t('settings.detection.alerts')}</legend>
        <div className={classes.hours}>
          <Select
            label={t('settings.detection.alertsFrom')}
            value={form.alerts.from_level}
            onChange={(value: RiskLevel | null) => alerts({ from_level: value ?? form.alerts.from_level })}
            data={levels}
            allowDeselect={false}
            disabled={disabled}
          />
          <NumberInput
            label={t('settings.detection.coolDown')}
            value={form.alerts.cool_down_hours}
            onChange={(value) => alerts({ cool_down_hours: Number(value) })}
            min={0.25}
            max={8_760}
            decimalScale={2}
            disabled={disabled}
          />
        </div>
      </fieldset>
      <fieldset className={classes.plain}>
        <legend className={classes.note}>{t('settings.detection.due')}</legend>
        <div className={classes.hours}>
          {riskLevels.map((level) => (
            <NumberInput
              key={level}
              label={t(`risk.${level}`)}
              value={form.alerts.due_hours[level]}
              onChange={(value) => alerts({ due_hours: { ...form.alerts.due_hours, [level]: Number(value) } })}
              min={0.25}
              max={8_760}
              decimalScale={2}
              disabled={disabled}
            />
          ))}
        </div>
      </fieldset>
      <GroupOrder
        order={form.alerts.group_by}
        onChange={(order) => alerts({ group_by: [...order] })}
        disabled={disabled}
      />
      <Switch
        label={t('settings.detection.byRule')}
        checked={form.alerts.by_rule}
        onChange={(event) => alerts({ by_rule: event.currentTarget.checked })}
        disabled={disabled}
      />
      <Switch
        label={t('settings.detection.noteRequired')}
        checked={form.alerts.note_required}
        onChange={(event) => alerts({ note_required: event.currentTarget.checked })}
        disabled={disabled}
      />
    </>
  )
}

/** When a case opens by itself, and what it says. */
const CaseFields = ({ form, onChange, disabled }: PartProps) => {
  const { t } = useTranslation()
  const { levels, priorities } = useChoices()
  const cases = (part: Partial<DetectionPolicy['cases']>): void =>
    onChange({ ...form, cases: { ...form.cases, ...part } })
  return (
    <>
      <fieldset className={classes.plain}>
        <legend className={classes.note}>{t('settings.detection.cases')}</legend>
        <div className={classes.hours}>
          <Select
            label={t('settings.detection.casesFrom')}
            value={form.cases.from_level ?? 'none'}
            onChange={(value) => cases({ from_level: riskLevels.find((level) => level === value) ?? null })}
            data={[...levels, { value: 'none', label: t('settings.detection.noCases') }]}
            allowDeselect={false}
            disabled={disabled}
          />
          <NumberInput
            label={t('settings.detection.minAlerts')}
            value={form.cases.min_alerts}
            onChange={(value) => cases({ min_alerts: Number(value) })}
            min={1}
            max={1_000}
            allowDecimal={false}
            disabled={disabled}
          />
          <NumberInput
            label={t('settings.detection.caseCoolDown')}
            value={form.cases.cool_down_hours}
            onChange={(value) => cases({ cool_down_hours: Number(value) })}
            min={0.25}
            max={8_760}
            decimalScale={2}
            disabled={disabled}
          />
        </div>
      </fieldset>
      <TextInput
        label={t('settings.detection.caseTitle')}
        description={t('settings.detection.caseTitleHint')}
        value={form.cases.title}
        onChange={(event) => cases({ title: event.currentTarget.value })}
        maxLength={200}
        style={{ width: '100%', maxWidth: 520 }}
        disabled={disabled}
      />
      <fieldset className={classes.plain}>
        <legend className={classes.note}>{t('settings.detection.casePriority')}</legend>
        <div className={classes.hours}>
          {riskLevels.map((level) => (
            <Select
              key={level}
              label={t(`risk.${level}`)}
              value={form.cases.priority[level]}
              onChange={(value: CasePriority | null) =>
                cases({ priority: { ...form.cases.priority, [level]: value ?? form.cases.priority[level] } })
              }
              data={priorities}
              allowDeselect={false}
              disabled={disabled}
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}

/** Which decisions need a second person, and when labels become known. */
const DecisionFields = ({ form, onChange, disabled }: PartProps) => {
  const { t } = useTranslation()
  const { levels, actions } = useChoices()
  const eyes = form.decisions.four_eyes
  const fourEyes = (part: Partial<typeof eyes>): void =>
    onChange({ ...form, decisions: { ...form.decisions, four_eyes: { ...eyes, ...part } } })
  const awaiting = (value: string | null): void => {
    const from = recommendedActions.find((action) => action === value)
    if (from !== undefined && from !== 'allow')
      onChange({ ...form, decisions: { ...form.decisions, from_action: from } })
  }
  return (
    <>
      <fieldset className={classes.plain}>
        <legend className={classes.note}>{t('settings.detection.decisions')}</legend>
        <div className={classes.hours}>
          <Select
            label={t('settings.detection.awaits')}
            value={form.decisions.from_action}
            onChange={awaiting}
            data={actions.filter(({ value }) => value !== 'allow')}
            allowDeselect={false}
            disabled={disabled}
          />
        </div>
      </fieldset>
      <Checkbox.Group
        label={t('settings.detection.fourEyes')}
        value={[...eyes.outcomes]}
        onChange={(values) => fourEyes({ outcomes: values })}
      >
        <div style={{ display: 'flex', gap: 16, marginTop: 4 }}>
          {decisionOutcomes.map((outcome) => (
            <Checkbox key={outcome} value={outcome} label={t(`outcome.${outcome}`)} disabled={disabled} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.hours}>
        <Select
          label={t('settings.detection.fourEyesFrom')}
          value={eyes.from_level}
          onChange={(value: RiskLevel | null) => fourEyes({ from_level: value ?? eyes.from_level })}
          data={levels}
          allowDeselect={false}
          disabled={disabled || eyes.outcomes.length === 0}
        />
        <NumberInput
          label={t('settings.detection.labelDelay')}
          value={form.labels.delay_days}
          onChange={(value) => onChange({ ...form, labels: { delay_days: Number(value) } })}
          min={0}
          max={365}
          decimalScale={2}
          disabled={disabled}
        />
      </div>
    </>
  )
}

/** The policy with what holds where it says nothing, so that one and the other compare as equal. */
const whole = (policy: DetectionPolicy): DetectionPolicy => ({
  ...policy,
  currencies: policy.currencies ?? noCurrencies,
})

const PolicyForm = ({ saved, admin }: { readonly saved: DetectionPolicy; readonly admin: boolean }) => {
  const { t } = useTranslation()
  const [form, setForm] = useState(saved)
  const [draft, setDraft] = useState(noDraft)
  const change = useChangeDetectionPolicy()
  const dirty = JSON.stringify(whole(form)) !== JSON.stringify(whole(saved))
  const checked = detectionPolicy.safeParse(form)
  const fault = checked.success ? null : checked.error.issues[0]
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate(form, { onSuccess: () => notifications.show({ message: t('settings.policy.saved') }) })
  }
  const reset = (): void => {
    setForm(saved)
    setDraft(noDraft)
  }
  const part = { form, onChange: setForm, disabled: !admin }
  return (
    <form onSubmit={submit} className={classes.wideForm} aria-label={t('settings.detection.title')} noValidate>
      <LevelFields {...part} />
      <AlertFields {...part} />
      <CaseFields {...part} />
      <DecisionFields {...part} />
      <CurrencyFields
        currencies={form.currencies ?? noCurrencies}
        saved={saved.currencies ?? noCurrencies}
        onChange={(currencies) => setForm({ ...form, currencies })}
        draft={draft}
        onDraft={setDraft}
        disabled={!admin}
      />
      {fault === null || fault === undefined ? null : (
        <p role="alert" className={classes.note}>
          {t('settings.detection.invalid', { where: fault.path.join(' › ').replaceAll('_', ' '), why: fault.message })}
        </p>
      )}
      {change.error === null ? null : <ErrorState error={change.error} compact />}
      {admin ? (
        <div style={{ display: 'flex', gap: 8 }}>
          <Button type="submit" loading={change.isPending} disabled={!dirty || !checked.success || isBegun(draft)}>
            {t('settings.detection.save')}
          </Button>
          <Button variant="default" disabled={!dirty && !isBegun(draft)} onClick={reset}>
            {t('settings.policy.reset')}
          </Button>
        </div>
      ) : null}
    </form>
  )
}

/** What the institution decides about scores, alerts, automatic cases, second persons, labels and currencies. */
export const DetectionPolicySection = ({ admin }: { readonly admin: boolean }) => {
  const { t } = useTranslation()
  const policy = useDetectionPolicy()
  const changes = usePolicyChanges()
  if (policy.error !== null && policy.data === undefined)
    return <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.detection.title')}</h2>
        <p>{t(admin ? 'settings.detection.lead' : 'settings.adminOnly')}</p>
      </div>
      {policy.data === undefined ? (
        <LoadingRows rows={6} />
      ) : (
        <PolicyForm key={JSON.stringify(policy.data)} saved={policy.data} admin={admin} />
      )}
      <PolicyChanges changes={changes} />
    </section>
  )
}
