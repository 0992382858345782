import { MultiSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTeam } from '../../../shared/api/access.ts'
import type { Team } from '../../../shared/schema/team.ts'
import type { User } from '../../../shared/schema/user.ts'
import { useSaveTeam } from '../../data/queries/administration.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

type Props = {
  /** Null: a new one is made. */
  readonly team: Team | null
  readonly users: readonly User[]
  readonly onClose: () => void
}

/** Makes a team, or gives one another name and other people. */
export const TeamDialog = ({ team, users, onClose }: Props) => {
  const { t } = useTranslation()
  const [name, setName] = useState(team?.name ?? '')
  const [members, setMembers] = useState<readonly string[]>(team?.members.map(String) ?? [])
  const save = useSaveTeam()
  const parsed = addTeam.body.safeParse({ name: name.trim(), members: members.map(Number) })
  const people = users.filter((user) => user.active || team?.members.includes(user.id) === true)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={team === null ? t('settings.teams.add') : t('settings.teams.changeTitle', { name: team.name })}
      confirm={t(team === null ? 'settings.teams.add' : 'common.save')}
      onConfirm={() => parsed.success && save.mutate({ id: team?.id ?? null, ...parsed.data }, { onSuccess: onClose })}
      pending={save.isPending}
      disabled={!parsed.success}
      error={save.error}
      size={460}
    >
      <TextInput
        label={t('settings.teams.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={80}
        dir="auto"
        data-autofocus
        required
      />
      <MultiSelect
        label={t('settings.teams.members')}
        {...(team === null ? {} : { description: t('settings.teams.membersHint') })}
        {...(members.length === 0 ? { placeholder: t('settings.teams.choose') } : {})}
        data={people.map((user) => ({ value: String(user.id), label: user.name }))}
        value={[...members]}
        onChange={setMembers}
        searchable
        nothingFoundMessage={t('settings.teams.nobodyElse')}
      />
    </ConfirmDialog>
  )
}
