import { useTranslation } from 'react-i18next'
import type { Me } from '../../data/queries/session.ts'
import { hrefOf, settingsSections, type SettingsSection } from '../../state/route.ts'
import { AccessLogSection } from './AccessLogSection.tsx'
import { AccountSection } from './AccountSection.tsx'
import { DetectionPolicySection } from './DetectionPolicySection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { KeysSection } from './KeysSection.tsx'
import { KnownFilesSection } from './KnownFilesSection.tsx'
import { PolicySection } from './PolicySection.tsx'
import classes from './settings.module.css'
import { ScreeningSection } from './ScreeningSection.tsx'
import { TeamsSection } from './TeamsSection.tsx'
import { UpdatesSection } from './UpdatesSection.tsx'
import { UsersSection } from './UsersSection.tsx'
import { WebhooksSection } from './WebhooksSection.tsx'

/** What only an admin has to do with. */
const ofAdmins: readonly SettingsSection[] = ['keys', 'webhooks']

const isShown = (section: SettingsSection, { role }: Me): boolean => {
  // Nobody who is watched by it.
  if (section === 'access') return role === 'admin' || role === 'auditor'
  // A browser updates nothing.
  if (section === 'updates') return window.fieldseal !== undefined
  return !ofAdmins.includes(section) || role === 'admin'
}

const Section = ({ section, me }: { readonly section: SettingsSection; readonly me: Me }) => {
  const admin = me.role === 'admin'
  switch (section) {
    case 'users':
      return (
        <>
          <UsersSection admin={admin} meId={me.user.id} />
          <TeamsSection admin={admin} />
        </>
      )
    case 'policy':
      return (
        <>
          <PolicySection admin={admin} />
          <DetectionPolicySection admin={admin} />
        </>
      )
    case 'screening':
      return <ScreeningSection admin={admin} keeps={admin || me.role === 'supervisor'} />
    case 'known':
      return <KnownFilesSection writes={me.role !== 'auditor'} />
    case 'keys':
      return <KeysSection />
    case 'webhooks':
      return <WebhooksSection />
    case 'devices':
      return <DevicesSection admin={admin} attests={admin || me.role === 'supervisor'} />
    case 'access':
      return <AccessLogSection />
    case 'updates':
      return <UpdatesSection admin={admin} />
    default:
      return <AccountSection me={me} />
  }
}

/** Everything that is set once in a while. */
export const SettingsPage = ({ section, me }: { readonly section: SettingsSection; readonly me: Me }) => {
  const { t } = useTranslation()
  const shown = settingsSections.filter((name) => isShown(name, me))
  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>{t('settings.title')}</h1>
      <nav aria-label={t('settings.title')} className={classes.tabs}>
        {shown.map((name) => (
          <a
            key={name}
            href={hrefOf({ name: 'settings', section: name })}
            aria-current={name === section ? 'page' : undefined}
            className={classes.tab}
          >
            {t(`settings.section.${name}`)}
          </a>
        ))}
      </nav>
      <Section section={shown.includes(section) ? section : 'account'} me={me} />
    </div>
  )
}
