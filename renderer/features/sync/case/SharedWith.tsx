import { Button } from '@mantine/core'
import { IconDeviceLaptop, IconUsersGroup } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseGrant, GrantSubject } from '../../../../shared/schema/hub.ts'
import { useTeams } from '../../../data/queries/administration.ts'
import { useEndGrant, useGiveGrant, useGrants, useHubDevices } from '../../../data/queries/hub.ts'
import { useUsers } from '../../../data/queries/session.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import hubClasses from '../hub/hub.module.css'
import { waitsForEvidence } from '../model/waitsForEvidence.ts'
import shared from '../sync.module.css'
import classes from './case.module.css'

const subjectOf = (grant: Pick<CaseGrant, 'user_id' | 'device_id' | 'team_id'>): GrantSubject | null => {
  if (grant.user_id !== null) return { user_id: grant.user_id }
  if (grant.team_id !== null) return { team_id: grant.team_id }
  return grant.device_id === null ? null : { device_id: grant.device_id }
}

const keyOf = (subject: GrantSubject | null): string => {
  if (subject === null) return ''
  if ('user_id' in subject) return `user:${subject.user_id}`
  return 'team_id' in subject ? `team:${subject.team_id}` : `device:${subject.device_id}`
}

const subjectFrom = (key: string): GrantSubject => {
  const [kind, id = ''] = key.split(':', 2)
  if (kind === 'user') return { user_id: Number(id) }
  return kind === 'team' ? { team_id: id } : { device_id: id }
}

/** Whom the case is shared with, by name; devices and teams with a mark of what they are. */
const Grantee = ({ grant }: { readonly grant: CaseGrant }) => {
  if (grant.kind === 'user') return <PersonName name={grant.name} />
  const Icon = grant.kind === 'team' ? IconUsersGroup : IconDeviceLaptop
  return (
    <>
      <Icon size={16} stroke={1.7} aria-hidden />
      <span dir="auto" className="fs-ellipsis">
        {grant.name}
      </span>
    </>
  )
}

const Give = ({ caseId, grants }: { readonly caseId: number; readonly grants: readonly CaseGrant[] }) => {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string | null>(null)
  const give = useGiveGrant(caseId)
  const given = new Set(grants.map((grant) => keyOf(subjectOf(grant))))
  const asked = { users: useUsers(), devices: useHubDevices(), teams: useTeams() }
  const users = (asked.users.data ?? [])
    .filter((user) => user.active)
    .map((user) => ({ value: `user:${user.id}`, label: user.name }))
  const devices = (asked.devices.data ?? [])
    .filter((device) => device.state === 'active')
    .map((device) => ({ value: `device:${device.id}`, label: device.name }))
  const teams = (asked.teams.data ?? []).map((team) => ({ value: `team:${team.id}`, label: team.name }))
  const free = (options: readonly { value: string; label: string }[]) =>
    options.filter(({ value }) => !given.has(value))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (chosen !== null) give.mutate(subjectFrom(chosen), { onSuccess: () => setChosen(null) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={hubClasses.give}>
        <PickSelect
          label={t('sync.shared.add')}
          data={[
            { group: t('sync.shared.user'), items: free(users) },
            { group: t('sync.shared.team'), items: free(teams) },
            { group: t('sync.shared.device'), items: free(devices) },
          ]}
          value={chosen}
          onChange={setChosen}
          isComing={Object.values(asked).some(({ isPending }) => isPending)}
          openOnFocus={false}
          data-autofocus
        />
        <Button type="submit" disabled={chosen === null} loading={give.isPending}>
          {t('sync.shared.give')}
        </Button>
      </div>
      {give.error === null ? null : <ErrorState error={give.error} compact />}
    </form>
  )
}

/** With whom a case is shared; an administrator gives and ends grants here. */
export const SharedWith = ({
  caseId,
  caseNumber,
  admin,
  onClose,
}: {
  readonly caseId: number
  readonly caseNumber: string
  readonly admin: boolean
  readonly onClose: () => void
}) => {
  const { t } = useTranslation()
  const grants = useGrants(caseId, true)
  const end = useEndGrant(caseId)
  const waits = waitsForEvidence(end.error)
  return (
    <Dialog onClose={onClose} title={t('sync.shared.title', { number: caseNumber })} size={500}>
      <div className={classes.body}>
        <p className={shared.note}>{t('sync.shared.lead')}</p>
        {grants.error !== null && grants.data === undefined ? (
          <ErrorState error={grants.error} onRetry={() => void grants.refetch()} compact />
        ) : null}
        {grants.isPending ? <LoadingRows rows={2} /> : null}
        {grants.data?.length === 0 ? <p className={shared.plain}>{t('sync.shared.none')}</p> : null}
        {grants.data === undefined || grants.data.length === 0 ? null : (
          <ul className={hubClasses.grants}>
            {grants.data.map((grant) => {
              const subject = subjectOf(grant)
              return (
                <li key={keyOf(subject)}>
                  <Grantee grant={grant} />
                  <span className="fs-muted">{t(`sync.shared.${grant.kind}`)}</span>
                  {admin && subject !== null ? (
                    <Button
                      variant="default"
                      size="compact-xs"
                      aria-label={t('sync.shared.endLabel', { name: grant.name })}
                      loading={end.isPending && keyOf(end.variables) === keyOf(subject)}
                      onClick={() => end.mutate({ ...subject, force: false })}
                    >
                      {t('sync.shared.end')}
                    </Button>
                  ) : null}
                </li>
              )
            })}
          </ul>
        )}
        {end.error === null || waits ? null : <ErrorState error={end.error} compact />}
        {admin ? (
          <Give caseId={caseId} grants={grants.data ?? []} />
        ) : (
          <p className={shared.note}>{t('sync.shared.adminOnly')}</p>
        )}
      </div>
      <ConfirmDialog
        opened={waits}
        onClose={() => end.reset()}
        title={t('sync.shared.forceTitle')}
        confirm={t('sync.shared.force')}
        danger
        onConfirm={() => end.variables !== undefined && end.mutate({ ...end.variables, force: true })}
        pending={end.isPending}
        size={460}
      >
        <p className={shared.plain}>{end.error?.message}</p>
      </ConfirmDialog>
    </Dialog>
  )
}
