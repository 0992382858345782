import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconKeyboard,
  IconLayoutSidebar,
  IconLock,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLockWindow, useSignOut, useWorkspace, type Me } from '../../data/queries/session.ts'
import { openDialog } from '../../state/dialogs.ts'
import { colourChoices, setColour, toggleSidebar, usePreferences, type ColourChoice } from '../../state/preferences.ts'
import { navigate } from '../../state/route.ts'
import { mayWrite } from '../../state/session.ts'
import { Keys } from '../../ui/Keys.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { SealMark } from '../../ui/SealMark.tsx'
import { AcquisitionState } from './AcquisitionState.tsx'
import { ConnectionState } from './ConnectionState.tsx'
import classes from './shell.module.css'
import { UpdateState } from './UpdateState.tsx'
import { Zone } from './Zone.tsx'

const themeIcons = { system: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const

const UserMenu = ({ me }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const colour = usePreferences((preferences) => preferences.colour)
  const signOut = useSignOut()
  const lockWindow = useLockWindow()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button
          type="button"
          className={classes.user}
          aria-label={t('shell.userMenu', { name: me.user.name, role: t(`role.${me.role}`) })}
        >
          <PersonName name={me.user.name} />
          <IconChevronDown size={13} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t(`role.${me.role}`)}</Menu.Label>
        <Menu.Item
          leftSection={<IconUser size={14} />}
          onClick={() => navigate({ name: 'settings', section: 'account' })}
        >
          {t('shell.account')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={14} />}
          rightSection={<Keys shortcut="?" />}
          onClick={() => openDialog('shortcuts')}
        >
          {t('shell.shortcuts')}
        </Menu.Item>
        <Menu.Label>
          <Zone />
        </Menu.Label>
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        <Menu.RadioGroup value={colour} onChange={(choice) => setColour(choice as ColourChoice)}>
          {colourChoices.map((choice) => {
            const Icon = themeIcons[choice]
            return (
              <Menu.RadioItem key={choice} value={choice} rightSection={<Icon size={14} aria-hidden />}>
                {t(`shell.themes.${choice}`)}
              </Menu.RadioItem>
            )
          })}
        </Menu.RadioGroup>
        {me.idle_lock_minutes === null ? null : (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconLock size={14} />}
              rightSection={<Keys shortcut="shift+l" />}
              onClick={() => lockWindow.mutate()}
            >
              {t('shell.lock')}
            </Menu.Item>
          </>
        )}
        {me.via === 'desktop' ? null : (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => signOut.mutate()}>
              {t('shell.signOut')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The line on top: whose workspace this is, search, the state of the seal, and the person. */
export const Header = ({ me }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const open = usePreferences((preferences) => preferences.sidebarOpen)
  return (
    <header className={classes.header}>
      <div className={classes.brand}>
        <SealMark size={22} className={classes.seal} />
        <span className={classes.product}>{t('common.product')}</span>
        <ActionIcon
          aria-label={t(open ? 'shell.collapse' : 'shell.expand')}
          aria-expanded={open}
          onClick={toggleSidebar}
          className={classes.collapse}
        >
          <IconLayoutSidebar size={16} stroke={1.7} />
        </ActionIcon>
      </div>
      <span className={classes.institution} dir="auto" title={workspace.data?.name}>
        {workspace.data?.name}
      </span>
      {workspace.data?.sample === true ? (
        <Tooltip label={t('shell.sampleHint')}>
          <span className={classes.sample} tabIndex={0}>
            {t('shell.sample')}
          </span>
        </Tooltip>
      ) : null}
      <button
        type="button"
        className={classes.search}
        aria-label={t('shell.palette')}
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => openDialog('palette')}
      >
        <IconSearch size={14} stroke={1.8} aria-hidden />
        <span className={`${classes.searchWords} fs-ellipsis`}>{t('shell.search')}</span>
        <Keys shortcut="/" />
      </button>
      <div className={classes.tools}>
        <AcquisitionState />
        <UpdateState />
        <ConnectionState />
        {mayWrite(me.role) ? (
          <Button leftSection={<IconPlus size={14} />} onClick={() => openDialog('new-case')} aria-keyshortcuts="c">
            {t('shell.newCase')}
          </Button>
        ) : null}
        <UserMenu me={me} />
      </div>
    </header>
  )
}
