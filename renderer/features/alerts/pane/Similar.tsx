import { useTranslation } from 'react-i18next'
import type { AlertItem } from '../../../../shared/schema/alerts.ts'
import { detectionHref } from '../../../state/route.ts'
import { AlertStatusMark } from '../../../ui/AlertStatusMark.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { alertClasses } from '../classes.ts'
import { Section } from './Section.tsx'

/** Other alerts of the same entity or the same signals, and what became of them. */
export const Similar = ({ alerts }: { readonly alerts: readonly AlertItem[] }) => {
  const { t, i18n } = useTranslation()
  return (
    <Section title={t('alerts.section.similar')} count={alerts.length.toLocaleString(i18n.language)}>
      {alerts.length === 0 ? (
        <p className={alertClasses.nothing}>{t('alerts.noSimilar')}</p>
      ) : (
        <ul className={alertClasses.similar}>
          {alerts.map((one) => (
            <li key={one.id}>
              <AlertStatusMark status={one.status} />
              <a
                href={detectionHref('alerts', String(one.id))}
                className={alertClasses.similarTitle}
                dir="auto"
                title={one.title}
              >
                {one.title}
              </a>
              <Timestamp at={one.raised_at} style="ago" className="fs-muted" />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
