import { Input, MultiSelect, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { caseAccessRules, type AskedAccess, type CaseAccessRule } from '../../shared/schema/case-access.ts'
import { useTeams } from '../data/queries/administration.ts'
import { useUsers } from '../data/queries/session.ts'
import { PickSelect } from './PickSelect.tsx'

/** Who may know a case, as it is chosen: a team by its uid, people by their ids. */
export type ChosenAccess = {
  readonly rule: CaseAccessRule
  readonly team: string | null
  readonly people: readonly string[]
}

/** What is asked of the service; null where a team or a person is still to be chosen. */
export const askedAccessOf = ({ rule, team, people }: ChosenAccess): AskedAccess | null => {
  const ids = people.map(Number)
  if (rule === 'everyone') return { rule }
  if (rule === 'team')
    return team === null ? null : { rule, team_id: team, ...(ids.length === 0 ? {} : { people: ids }) }
  return ids.length === 0 ? null : { rule, people: ids }
}

type Props = {
  readonly value: ChosenAccess
  readonly onChange: (value: ChosenAccess) => void
}

const People = ({ value, onChange }: Props) => {
  const { t } = useTranslation()
  const users = useUsers()
  const { rule, people } = value
  return (
    <MultiSelect
      label={t(rule === 'team' ? 'access.besides' : 'access.people')}
      placeholder={people.length === 0 ? t('access.choosePeople') : undefined}
      data={(users.data ?? [])
        .filter(({ id, active }) => active || people.includes(String(id)))
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      value={[...people]}
      onChange={(chosen) => onChange({ ...value, people: chosen })}
      searchable
      nothingFoundMessage={t('access.nobodyElse')}
      withAsterisk={rule === 'named'}
    />
  )
}

const Team = ({ value, onChange }: Props) => {
  const { t } = useTranslation()
  const teams = useTeams()
  return (
    <PickSelect
      label={t('access.team')}
      data={(teams.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value.team}
      onChange={(team) => onChange({ ...value, team })}
      isComing={teams.isPending}
      required
      openOnFocus={false}
    />
  )
}

/** Chooses who may know a case: everyone, a team, or named people. */
export const AccessChoice = ({ value, onChange }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <Input.Wrapper label={t('access.label')} description={t(`access.about.${value.rule}`)} labelElement="div">
        <SegmentedControl
          aria-label={t('access.label')}
          fullWidth
          value={value.rule}
          onChange={(rule) => onChange({ ...value, rule })}
          data={caseAccessRules.map((rule) => ({ value: rule, label: t(`caseAccess.${rule}`) }))}
        />
      </Input.Wrapper>
      {value.rule === 'team' ? <Team value={value} onChange={onChange} /> : null}
      {value.rule === 'everyone' ? null : <People value={value} onChange={onChange} />}
    </>
  )
}
