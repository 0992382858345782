import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addUser } from '../../../shared/api/access.ts'
import { roles, type Role } from '../../../shared/schema/user.ts'
import { useAddUser } from '../../data/queries/administration.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { Secret } from './SecretDialog.tsx'

type Props = { readonly opened: boolean; readonly onClose: () => void; readonly onSecret: (secret: Secret) => void }

const empty = { name: '', login_name: '', role: 'investigator' as Role }

/** Adds a person; the service makes the first password. */
export const AddUserDialog = ({ opened, onClose, onSecret }: Props) => {
  const { t } = useTranslation()
  const [form, setForm] = useState(empty)
  const add = useAddUser()
  const parsed = addUser.body.safeParse({ ...form, name: form.name.trim() })
  const loginError =
    parsed.success || form.login_name === ''
      ? undefined
      : parsed.error.issues.find((issue) => issue.path[0] === 'login_name')?.message
  const submit = (): void => {
    if (!parsed.success) return
    add.mutate(parsed.data, {
      onSuccess: ({ data }) => {
        setForm(empty)
        onClose()
        if (data.password !== undefined)
          onSecret({
            title: t('settings.users.secret', { name: data.name }),
            text: t('settings.users.secretText'),
            value: data.password,
          })
      },
    })
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('settings.users.add')}
      confirm={t('settings.users.add')}
      onConfirm={submit}
      pending={add.isPending}
      disabled={!parsed.success}
      error={add.error}
      size={420}
    >
      <TextInput
        label={t('settings.users.name')}
        value={form.name}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        dir="auto"
        maxLength={120}
        data-autofocus
        required
      />
      <TextInput
        label={t('settings.users.login')}
        description={t('settings.users.loginHint')}
        value={form.login_name}
        onChange={(event) => setForm({ ...form, login_name: event.currentTarget.value.toLowerCase() })}
        error={loginError}
        spellCheck={false}
        required
      />
      <Select
        label={t('settings.users.role')}
        value={form.role}
        onChange={(value) => setForm({ ...form, role: value ?? 'investigator' })}
        data={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        allowDeselect={false}
      />
    </ConfirmDialog>
  )
}
