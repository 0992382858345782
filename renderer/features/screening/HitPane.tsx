import { useTranslation } from 'react-i18next'
import type { HitDisposition } from '../../../shared/schema/screening.ts'
import { hitClasses } from './classes.ts'
import { HitContent } from './HitContent.tsx'

/** The element that Enter in the list goes to. */
export const hitPaneId = 'hit-pane'

type Props = {
  readonly id: string
  readonly writes: boolean
  readonly onDispose: (disposition: HitDisposition) => void
}

/** One hit: the subject and the listed entry side by side, token by token, and what can be said of it. */
export const HitPane = (props: Props) => {
  const { t } = useTranslation()
  return (
    <aside
      id={hitPaneId}
      tabIndex={0}
      className={hitClasses.pane}
      aria-label={t('screening.pane')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        document.getElementById('hits-grid')?.focus()
      }}
    >
      <HitContent {...props} of="desk" />
    </aside>
  )
}
