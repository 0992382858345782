import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roles, type Role, type User } from '../../../shared/schema/user.ts'
import { useChangeUser } from '../../data/queries/administration.ts'
import { useUsers } from '../../data/queries/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { describeError } from '../../ui/describeError.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import cells from '../../ui/plain-table.module.css'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { AddUserDialog } from './AddUserDialog.tsx'
import { SecretDialog, type Secret } from './SecretDialog.tsx'
import { SignInsDialog } from './SignInsDialog.tsx'
import classes from './settings.module.css'

/** What is asked before it is done, and what of it is sent. */
const asks = {
  deactivate: {
    title: 'settings.users.deactivateTitle',
    text: 'settings.users.deactivateText',
    confirm: 'settings.users.deactivate',
    body: { active: false },
  },
  reset: {
    title: 'settings.users.resetTitle',
    text: 'settings.users.resetText',
    confirm: 'settings.users.reset',
    body: { reset_password: true },
  },
  factor: {
    title: 'settings.secondFactor.resetTitle',
    text: 'settings.secondFactor.resetText',
    confirm: 'settings.secondFactor.reset',
    body: { reset_second_factor: true },
  },
} as const

type Asked = { readonly kind: keyof typeof asks; readonly user: User }

const UserRow = ({
  user,
  admin,
  own,
  onAsk,
  onSignIns,
}: {
  readonly user: User
  readonly admin: boolean
  readonly own: boolean
  readonly onAsk: (asked: Asked) => void
  readonly onSignIns: (user: User) => void
}) => {
  const { t } = useTranslation()
  const change = useChangeUser()
  const apply = (body: { role?: Role; active?: boolean }): void =>
    change.mutate(
      { id: user.id, ...body },
      {
        onSuccess: () => notifications.show({ message: t('settings.users.changed', { name: user.name }) }),
        onError: (error) => notifications.show({ color: 'red', message: describeError(error, t).what }),
      },
    )
  return (
    <tr data-off={!user.active || undefined}>
      <td>
        <PersonName name={user.name} />
      </td>
      <td>{user.login_name}</td>
      <td>
        {admin ? (
          <NativeSelect
            size="xs"
            miw={132}
            aria-label={t('settings.users.roleFor', { name: user.name })}
            value={user.role}
            disabled={change.isPending}
            onChange={(event) => apply({ role: event.currentTarget.value as Role })}
            data={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          />
        ) : (
          t(`role.${user.role}`)
        )}
      </td>
      <td className={cells.figure}>{user.open_cases}</td>
      <td>{t(user.active ? 'settings.users.active' : 'settings.users.inactive')}</td>
      <td>
        <Timestamp at={user.created_at} />
      </td>
      <td className={cells.end}>
        {admin ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`${t('common.actions')}: ${user.name}`}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => onSignIns(user)}>{t('settings.signIns.open')}</Menu.Item>
              <Menu.Item onClick={() => onAsk({ kind: 'reset', user })}>{t('settings.users.reset')}</Menu.Item>
              <Menu.Item onClick={() => onAsk({ kind: 'factor', user })}>{t('settings.secondFactor.reset')}</Menu.Item>
              {user.active ? (
                <Menu.Item disabled={own} onClick={() => onAsk({ kind: 'deactivate', user })}>
                  {t('settings.users.deactivate')}
                </Menu.Item>
              ) : (
                <Menu.Item onClick={() => apply({ active: true })}>{t('settings.users.activate')}</Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </td>
    </tr>
  )
}

/** The people of the workspace; an administrator adds them, gives roles, deactivates, and sets new passwords. */
export const UsersSection = ({ admin, meId }: { readonly admin: boolean; readonly meId: number }) => {
  const { t } = useTranslation()
  const users = useUsers()
  const [adding, setAdding] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const [signInsOf, setSignInsOf] = useState<User | null>(null)
  const change = useChangeUser()
  const confirm = (): void => {
    if (asked === null) return
    const { user, kind } = asked
    change.mutate(
      { id: user.id, ...asks[kind].body },
      {
        onSuccess: ({ data }) => {
          setAsked(null)
          if (kind === 'factor') notifications.show({ message: t('settings.users.changed', { name: user.name }) })
          if (data.password !== undefined)
            setSecret({
              title: t('settings.users.secret', { name: user.name }),
              text: t('settings.users.secretText'),
              value: data.password,
            })
        },
      },
    )
  }
  const ask = (next: Asked): void => {
    change.reset()
    setAsked(next)
  }
  const names = { name: asked?.user.name ?? '' }
  const words = asks[asked?.kind ?? 'reset']
  if (users.error !== null && users.data === undefined)
    return <ErrorState error={users.error} onRetry={() => void users.refetch()} />
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h2>{t('settings.section.users')}</h2>
        {admin ? (
          <Button leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
            {t('settings.users.add')}
          </Button>
        ) : (
          <p>{t('settings.adminOnly')}</p>
        )}
      </div>
      {users.data === undefined ? (
        <LoadingRows rows={5} height={36} />
      ) : (
        <PlainTable
          heads={[
            { text: t('settings.users.name') },
            { text: t('settings.users.login') },
            { text: t('settings.users.role') },
            { text: t('settings.users.open'), end: true },
            { text: t('settings.users.state') },
            { text: t('settings.users.since') },
          ]}
          actions
        >
          {users.data.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              admin={admin}
              own={user.id === meId}
              onAsk={ask}
              onSignIns={setSignInsOf}
            />
          ))}
        </PlainTable>
      )}
      <AddUserDialog opened={adding} onClose={() => setAdding(false)} onSecret={setSecret} />
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t(words.title, names)}
        confirm={t(words.confirm)}
        onConfirm={confirm}
        danger={asked?.kind === 'deactivate'}
        pending={change.isPending}
        error={change.error}
        size={420}
      >
        <p style={{ margin: 0 }}>{t(words.text, names)}</p>
      </ConfirmDialog>
      <SignInsDialog user={signInsOf} onClose={() => setSignInsOf(null)} />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </section>
  )
}
