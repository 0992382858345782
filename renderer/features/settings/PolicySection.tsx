import { Button, Checkbox, NumberInput, Switch, TagsInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { casePriorities, caseStatuses, type CaseStatus } from '../../../shared/schema/case.ts'
import {
  accessLogDaysOf,
  idleLockMinutesOf,
  policy as policySchema,
  unusualCasesOf,
  type Policy,
} from '../../../shared/schema/policy.ts'
import { roles, type Role } from '../../../shared/schema/user.ts'
import { institutionCode } from '../../../shared/schema/workspace.ts'
import { useChangePolicy } from '../../data/queries/administration.ts'
import { useWorkspace } from '../../data/queries/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { SignInProviderFields } from './SignInProviderFields.tsx'
import classes from './settings.module.css'

type Workflow = NonNullable<Policy['workflow']>

/** Every move to another state: what holds while no workflow is configured. */
const everyMove = (): Workflow =>
  Object.fromEntries(caseStatuses.map((from) => [from, caseStatuses.filter((to) => to !== from)]))

const flip = (workflow: Workflow, from: CaseStatus, to: CaseStatus): Workflow => {
  const next = workflow[from] ?? []
  return { ...workflow, [from]: next.includes(to) ? next.filter((status) => status !== to) : [...next, to] }
}

const Moves = ({
  workflow,
  disabled,
  onChange,
}: {
  readonly workflow: Workflow
  readonly disabled: boolean
  readonly onChange: (workflow: Workflow) => void
}) => {
  const { t } = useTranslation()
  return (
    <div className={classes.wide}>
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('settings.policy.from')}</th>
            {caseStatuses.map((to) => (
              <th key={to} scope="col">
                {t(`status.${to}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {caseStatuses.map((from) => (
            <tr key={from}>
              <th scope="row">{t(`status.${from}`)}</th>
              {caseStatuses.map((to) => (
                <td key={to}>
                  {from === to ? null : (
                    <input
                      type="checkbox"
                      disabled={disabled}
                      checked={workflow[from]?.includes(to) ?? false}
                      onChange={() => onChange(flip(workflow, from, to))}
                      aria-label={t('settings.policy.move', { from: t(`status.${from}`), to: t(`status.${to}`) })}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The states that ask for an outcome; a policy that asks for none says nothing of it. */
const requiring = ({ outcome_required: _, ...rest }: Policy, states: NonNullable<Policy['outcome_required']>): Policy =>
  states.length === 0 ? rest : { ...rest, outcome_required: states }

type TaskRule = NonNullable<Policy['tasks_required']>

/** The states that ask for the required tasks first; a policy that asks for none says nothing of it. */
const askingForTasks = ({ tasks_required: before, ...rest }: Policy, rule: Partial<TaskRule>): Policy => {
  const next = { before: [], passed_by: 'supervisors' as const, ...before, ...rule }
  return next.before.length === 0 ? rest : { ...rest, tasks_required: next }
}

const TasksFirst = ({
  policy,
  disabled,
  onChange,
}: {
  readonly policy: Policy
  readonly disabled: boolean
  readonly onChange: (policy: Policy) => void
}) => {
  const { t } = useTranslation()
  return (
    <Checkbox.Group
      label={t('settings.policy.tasksRequired')}
      value={policy.tasks_required?.before ?? []}
      onChange={(before) => onChange(askingForTasks(policy, { before }))}
    >
      <div style={{ display: 'flex', gap: 16, marginTop: 4 }}>
        {(['resolved', 'closed'] as const).map((status) => (
          <Checkbox key={status} value={status} label={t(`status.${status}`)} disabled={disabled} />
        ))}
      </div>
      {policy.tasks_required === undefined ? null : (
        <Switch
          mt={8}
          label={t('settings.policy.tasksPassed')}
          checked={policy.tasks_required.passed_by === 'supervisors'}
          onChange={(event) =>
            onChange(askingForTasks(policy, { passed_by: event.currentTarget.checked ? 'supervisors' : 'nobody' }))
          }
          disabled={disabled}
        />
      )}
    </Checkbox.Group>
  )
}

/** Further segments of case numbers; a policy that has none says nothing of it. */
const numberedBy = ({ case_number_segments: _, ...rest }: Policy, segments: readonly string[]): Policy =>
  segments.length === 0
    ? rest
    : { ...rest, case_number_segments: [...new Set(segments.map((one) => one.trim().toUpperCase()))] }

/** After how many days without its hub a laptop locks; a policy by which none ever does says nothing of it. */
const lockedAfter = ({ lock_after_days: _, ...rest }: Policy, days: number): Policy =>
  days === 0 ? rest : { ...rest, lock_after_days: days }

const LockAfter = ({
  policy,
  disabled,
  onChange,
}: {
  readonly policy: Policy
  readonly disabled: boolean
  readonly onChange: (policy: Policy) => void
}) => {
  const { t } = useTranslation()
  return (
    <NumberInput
      label={t('settings.policy.lockAfter')}
      description={t('settings.policy.lockAfterHint')}
      value={policy.lock_after_days ?? 0}
      onChange={(value) => onChange(lockedAfter(policy, Number(value)))}
      min={0}
      max={3_650}
      allowDecimal={false}
      styles={{ wrapper: { maxWidth: 112 } }}
      disabled={disabled}
    />
  )
}

/** After how many minutes unused a window locks; a policy by which none ever does says nothing of it. */
const lockedUnused = ({ idle_lock_minutes: _, ...rest }: Policy, minutes: number): Policy =>
  minutes === 0 ? rest : { ...rest, idle_lock_minutes: minutes }

/** In which roles a second factor is asked for; a policy that asks for none says nothing of it. */
const askingFactorOf = ({ second_factor_roles: _, ...rest }: Policy, asked: readonly Role[]): Policy =>
  asked.length === 0 ? rest : { ...rest, second_factor_roles: roles.filter((role) => asked.includes(role)) }

const SigningIn = ({
  policy,
  disabled,
  onChange,
}: {
  readonly policy: Policy
  readonly disabled: boolean
  readonly onChange: (policy: Policy) => void
}) => {
  const { t } = useTranslation()
  return (
    <>
      <NumberInput
        label={t('settings.policy.idleLock')}
        description={t('settings.policy.idleLockHint')}
        value={idleLockMinutesOf(policy)}
        onChange={(value) => onChange(lockedUnused(policy, Number(value)))}
        min={0}
        max={1_440}
        allowDecimal={false}
        styles={{ wrapper: { maxWidth: 112 } }}
        disabled={disabled}
      />
      <Checkbox.Group
        label={t('settings.policy.factorRoles')}
        value={policy.second_factor_roles ?? []}
        onChange={(asked) => onChange(askingFactorOf(policy, asked))}
      >
        <div style={{ display: 'flex', gap: 16, marginTop: 4 }}>
          {roles.map((role) => (
            <Checkbox key={role} value={role} label={t(`role.${role}`)} disabled={disabled} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}

const Watching = ({
  policy,
  disabled,
  onChange,
}: {
  readonly policy: Policy
  readonly disabled: boolean
  readonly onChange: (policy: Policy) => void
}) => {
  const { t } = useTranslation()
  return (
    <>
      <NumberInput
        label={t('settings.policy.accessLogDays')}
        description={t('settings.policy.accessLogDaysHint')}
        value={accessLogDaysOf(policy)}
        onChange={(value) => onChange({ ...policy, access_log_days: Number(value) })}
        min={0}
        max={36_500}
        allowDecimal={false}
        styles={{ wrapper: { maxWidth: 112 } }}
        disabled={disabled}
      />
      <NumberInput
        label={t('settings.policy.unusualCases')}
        description={t('settings.policy.unusualCasesHint')}
        value={unusualCasesOf(policy)}
        onChange={(value) => onChange({ ...policy, unusual_cases_per_hour: Number(value) })}
        min={0}
        max={10_000}
        allowDecimal={false}
        styles={{ wrapper: { maxWidth: 112 } }}
        disabled={disabled}
      />
    </>
  )
}

const PolicyForm = ({ saved, admin }: { readonly saved: Policy; readonly admin: boolean }) => {
  const { t } = useTranslation()
  const [form, setForm] = useState(saved)
  const change = useChangePolicy()
  const dirty = JSON.stringify(form) !== JSON.stringify(saved)
  const valid = policySchema.safeParse(form).success
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    change.mutate(form, { onSuccess: () => notifications.show({ message: t('settings.policy.saved') }) })
  }
  return (
    <form onSubmit={submit} className={classes.wideForm} noValidate>
      <fieldset className={classes.plain}>
        <legend className={classes.note}>{t('settings.policy.hours')}</legend>
        <div className={classes.hours}>
          {[...casePriorities].reverse().map((priority) => (
            <NumberInput
              key={priority}
              label={t(`priority.${priority}`)}
              value={form.sla_hours[priority]}
              onChange={(value) => setForm({ ...form, sla_hours: { ...form.sla_hours, [priority]: Number(value) } })}
              min={0.25}
              max={8_760}
              decimalScale={2}
              disabled={!admin}
            />
          ))}
        </div>
      </fieldset>
      <Switch
        label={t('settings.policy.pause')}
        checked={form.sla_pauses_in_pending_review}
        onChange={(event) => setForm({ ...form, sla_pauses_in_pending_review: event.currentTarget.checked })}
        disabled={!admin}
      />
      <Checkbox.Group
        label={t('settings.policy.fourEyes')}
        value={form.four_eyes}
        onChange={(values) => setForm({ ...form, four_eyes: values })}
      >
        <div style={{ display: 'flex', gap: 16, marginTop: 4 }}>
          {(['resolved', 'closed'] as const).map((status) => (
            <Checkbox key={status} value={status} label={t(`status.${status}`)} disabled={!admin} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group
        label={t('settings.policy.outcomeRequired')}
        value={form.outcome_required ?? []}
        onChange={(values) => setForm(requiring(form, values))}
      >
        <div style={{ display: 'flex', gap: 16, marginTop: 4 }}>
          {(['resolved', 'closed'] as const).map((status) => (
            <Checkbox key={status} value={status} label={t(`status.${status}`)} disabled={!admin} />
          ))}
        </div>
      </Checkbox.Group>
      <TasksFirst policy={form} disabled={!admin} onChange={setForm} />
      <Switch
        label={t('settings.policy.workflow')}
        description={t('settings.policy.workflowHint')}
        checked={form.workflow !== null}
        onChange={(event) => setForm({ ...form, workflow: event.currentTarget.checked ? everyMove() : null })}
        disabled={!admin}
      />
      {form.workflow === null ? null : (
        <Moves workflow={form.workflow} disabled={!admin} onChange={(workflow) => setForm({ ...form, workflow })} />
      )}
      <TagsInput
        label={t('settings.policy.segments')}
        description={t('settings.policy.segmentsHint')}
        value={form.case_number_segments ?? []}
        onChange={(values) => setForm(numberedBy(form, values))}
        error={
          (form.case_number_segments ?? []).some((one) => !institutionCode.safeParse(one).success)
            ? t('settings.policy.segmentsForm')
            : null
        }
        disabled={!admin}
      />
      <LockAfter policy={form} disabled={!admin} onChange={setForm} />
      <SigningIn policy={form} disabled={!admin} onChange={setForm} />
      <SignInProviderFields policy={form} disabled={!admin} onChange={setForm} />
      <Watching policy={form} disabled={!admin} onChange={setForm} />
      {change.error === null ? null : <ErrorState error={change.error} compact />}
      {admin ? (
        <div style={{ display: 'flex', gap: 8 }}>
          <Button type="submit" loading={change.isPending} disabled={!dirty || !valid}>
            {t('settings.policy.save')}
          </Button>
          <Button variant="default" disabled={!dirty} onClick={() => setForm(saved)}>
            {t('settings.policy.reset')}
          </Button>
        </div>
      ) : null}
    </form>
  )
}

/** What the institution decides about deadlines, moves and second persons. */
export const PolicySection = ({ admin }: { readonly admin: boolean }) => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  if (workspace.error !== null && workspace.data === undefined)
    return <ErrorState error={workspace.error} onRetry={() => void workspace.refetch()} />
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.policy.title')}</h2>
        <p>{t(admin ? 'settings.policy.lead' : 'settings.adminOnly')}</p>
      </div>
      {workspace.data === undefined ? (
        <LoadingRows rows={4} />
      ) : (
        <PolicyForm key={JSON.stringify(workspace.data.policy)} saved={workspace.data.policy} admin={admin} />
      )}
    </section>
  )
}
