import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Team } from '../../../shared/schema/team.ts'
import { useTeams } from '../../data/queries/administration.ts'
import { useUsers } from '../../data/queries/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import cells from '../../ui/plain-table.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import classes from './settings.module.css'
import { TeamDialog } from './TeamDialog.tsx'

/** The teams of the workspace and who is in them; an administrator makes and changes them. */
export const TeamsSection = ({ admin }: { readonly admin: boolean }) => {
  const { t } = useTranslation()
  const teams = useTeams()
  const users = useUsers().data ?? []
  const [asked, setAsked] = useState<{ readonly team: Team | null } | null>(null)
  const named = new Map(users.map((user) => [user.id, user.name]))
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.teams.title')}</h2>
        <p>{t('settings.teams.lead')}</p>
        {admin ? (
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setAsked({ team: null })}>
            {t('settings.teams.add')}
          </Button>
        ) : null}
      </div>
      {teams.error !== null && teams.data === undefined ? (
        <ErrorState error={teams.error} onRetry={() => void teams.refetch()} compact />
      ) : null}
      {teams.isPending ? <LoadingRows rows={2} height={36} /> : null}
      {teams.data?.length === 0 ? <p className="fs-muted">{t('settings.teams.none')}</p> : null}
      {teams.data === undefined || teams.data.length === 0 ? null : (
        <PlainTable heads={[{ text: t('settings.teams.name') }, { text: t('settings.teams.members') }]} actions>
          {teams.data.map((team) => (
            <tr key={team.id}>
              <td dir="auto">{team.name}</td>
              <td>
                <div className={classes.people}>
                  {team.members.length === 0 ? (
                    <span className="fs-muted">{t('settings.teams.nobody')}</span>
                  ) : (
                    team.members.map((id) => <PersonName key={id} name={named.get(id) ?? String(id)} />)
                  )}
                </div>
              </td>
              <td className={cells.end}>
                {admin ? (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={t('settings.teams.changeLabel', { name: team.name })}
                    onClick={() => setAsked({ team })}
                  >
                    {t('settings.teams.change')}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      {asked === null ? null : <TeamDialog team={asked.team} users={users} onClose={() => setAsked(null)} />}
    </section>
  )
}
