import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlert } from '../../../data/queries/alerts.ts'
import type { Me } from '../../../data/queries/session.ts'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PaneError } from '../../../ui/PaneError.tsx'
import { useRested } from '../../../ui/useRested.ts'
import { alertClasses } from '../classes.ts'
import { AlertDetails } from './AlertDetails.tsx'

/** The element that Enter in the list goes to. */
export const alertPaneId = 'alert-pane'

/** The alert at hand, beside the list; Escape gives the keys back to the list. */
export const AlertPane = ({ id, me }: { readonly id: number; readonly me: Me }) => {
  const { t } = useTranslation()
  const rested = useRested(id)
  const alert = useAlert(rested)
  const pane = useRef<HTMLElement>(null)
  return (
    <aside
      ref={pane}
      id={alertPaneId}
      tabIndex={0}
      className={alertClasses.pane}
      aria-label={t('alerts.pane')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        document.getElementById('alerts-grid')?.focus()
      }}
    >
      {alert.data !== undefined && alert.data.id === id ? (
        <AlertDetails key={id} alert={alert.data} me={me} />
      ) : alert.error === null || rested !== id ? (
        <LoadingRows rows={9} height={36} />
      ) : (
        <PaneError
          error={alert.error}
          onRetry={() => void alert.refetch()}
          gone={t('alerts.gone', { id })}
          listId="alerts-grid"
        />
      )}
    </aside>
  )
}
