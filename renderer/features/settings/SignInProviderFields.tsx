import { Switch, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Policy } from '../../../shared/schema/policy.ts'
import { isProviderAddress, type SignInProvider } from '../../../shared/schema/sign-in-provider.ts'
import type { Role } from '../../../shared/schema/user.ts'

/** Of several groups the first one counts: from the role that may most to the one that may least. */
const rolesInOrder: readonly Role[] = ['admin', 'supervisor', 'investigator', 'auditor']

const blank: SignInProvider = {
  name: '',
  issuer: '',
  client_id: '',
  scopes: ['openid', 'profile', 'groups'],
  login_claim: 'preferred_username',
  groups_claim: 'groups',
  roles: [],
}

const withGroups = (provider: SignInProvider, role: Role, groups: readonly string[]): SignInProvider => ({
  ...provider,
  roles: rolesInOrder.flatMap((one) =>
    one === role ? groups.map((group) => ({ group, role })) : provider.roles.filter(({ role: given }) => given === one),
  ),
})

/** L-122: the OpenID provider of the institution, and which of its groups gives which role. */
export const SignInProviderFields = ({
  policy,
  disabled,
  onChange,
}: {
  readonly policy: Policy
  readonly disabled: boolean
  readonly onChange: (policy: Policy) => void
}) => {
  const { t } = useTranslation()
  const { sign_in_provider: provider, ...rest } = policy
  const set = (next: SignInProvider): void => onChange({ ...rest, sign_in_provider: next })
  const field = (name: 'name' | 'issuer' | 'client_id' | 'login_claim' | 'groups_claim') => ({
    label: t(`settings.provider.${name}`),
    value: provider?.[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ ...(provider ?? blank), [name]: event.currentTarget.value.trimStart() }),
    disabled,
  })
  return (
    <>
      <Switch
        label={t('settings.provider.use')}
        description={t('settings.provider.useHint')}
        checked={provider !== undefined}
        onChange={(event) => (event.currentTarget.checked ? set(blank) : onChange(rest))}
        disabled={disabled}
      />
      {provider === undefined ? null : (
        <>
          <TextInput {...field('name')} description={t('settings.provider.nameHint')} />
          <TextInput
            {...field('issuer')}
            description={t('settings.provider.issuerHint')}
            error={
              provider.issuer === '' || isProviderAddress(provider.issuer) ? null : t('settings.provider.issuerForm')
            }
          />
          <TextInput {...field('client_id')} description={t('settings.provider.clientHint')} />
          <TagsInput
            label={t('settings.provider.scopes')}
            value={[...provider.scopes]}
            onChange={(scopes) => set({ ...provider, scopes })}
            disabled={disabled}
          />
          <TextInput {...field('login_claim')} />
          <TextInput {...field('groups_claim')} />
          {rolesInOrder.map((role) => (
            <TagsInput
              key={role}
              label={t('settings.provider.groups', { role: t(`role.${role}`) })}
              value={provider.roles.filter((one) => one.role === role).map(({ group }) => group)}
              onChange={(groups) => set(withGroups(provider, role, groups))}
              disabled={disabled}
            />
          ))}
        </>
      )}
    </>
  )
}
