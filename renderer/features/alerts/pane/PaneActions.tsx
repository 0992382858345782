import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { alertSelection } from '../../../state/selection.ts'
import { Keys } from '../../../ui/Keys.tsx'
import { alertClasses } from '../classes.ts'
import type { AlertAction } from './useAlertActions.ts'

const Hint = ({ action }: { readonly action: AlertAction }) => (
  <span className={alertClasses.hint}>
    {action.label} <Keys shortcut={action.shortcut} />
  </span>
)

/** The actions as buttons: what is done most with its word and its key, the rest as icons. */
export const PaneActions = ({ actions }: { readonly actions: readonly AlertAction[] }) => {
  const { t } = useTranslation()
  // While alerts are selected the keys are for all of them.
  const keys = alertSelection.use((selection) => selection.ids.length === 0)
  return (
    <div className={alertClasses.actions} role="toolbar" aria-label={t('alerts.actions')}>
      {actions
        .filter(({ main }) => main)
        .map((action) => (
          <Button
            key={action.id}
            variant="default"
            size="compact-sm"
            loading={action.pending}
            leftSection={<action.Icon size={14} aria-hidden />}
            rightSection={keys ? <Keys shortcut={action.shortcut} /> : undefined}
            onClick={action.run}
            aria-keyshortcuts={keys ? action.shortcut : undefined}
          >
            {action.label}
          </Button>
        ))}
      {actions
        .filter(({ main }) => !main)
        .map((action) => (
          <Tooltip key={action.id} label={<Hint action={action} />}>
            <ActionIcon
              variant="default"
              size={26}
              loading={action.pending}
              onClick={action.run}
              aria-label={action.label}
              aria-keyshortcuts={keys ? action.shortcut : undefined}
            >
              <action.Icon size={15} />
            </ActionIcon>
          </Tooltip>
        ))}
    </div>
  )
}
