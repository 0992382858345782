import { IconGavel } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AlertFull } from '../../../../shared/schema/alerts.ts'
import { useAwaitedOf } from '../../../data/queries/decisions.ts'
import type { Me } from '../../../data/queries/session.ts'
import { alertSelection } from '../../../state/selection.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Deciding } from '../../decisions/Deciding.tsx'
import { alertClasses } from '../classes.ts'

/** The decision that the alert awaits, taken where the alert is read. */
export const Awaited = ({ alert, me }: { readonly alert: AlertFull; readonly me: Me }) => {
  const { t } = useTranslation()
  const awaited = useAwaitedOf(alert.id)
  // While alerts are selected the keys are for all of them.
  const quiet = alertSelection.use((selection) => selection.ids.length > 0)
  const item = awaited.data ?? null
  return (
    <section
      className={alertClasses.decide}
      aria-label={t('alerts.needsDecision')}
      hidden={item === null && !alert.needs_decision}
    >
      <h3>
        <IconGavel size={15} stroke={1.8} aria-hidden />
        {t('alerts.needsDecision')}
      </h3>
      {awaited.data === undefined && awaited.error !== null ? (
        <ErrorState error={awaited.error} onRetry={() => void awaited.refetch()} compact />
      ) : null}
      <Deciding item={item} me={me} brief quiet={quiet} />
    </section>
  )
}
