import { Button } from '@mantine/core'
import { IconFileUnknown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../data/errors.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'

type Props = {
  readonly error: unknown
  readonly onRetry: () => void
  /** What is said where there is no such thing: an address may name what was never here. */
  readonly gone: string
  /** The element of the list that the pane stands beside. */
  readonly listId: string
}

/**
 * Why a pane shows nothing: there is no such thing, which is no fault and no second try mends, or it could not be read.
 */
export const PaneError = ({ error, onRetry, gone, listId }: Props) => {
  const { t } = useTranslation()
  if (!isRefusal(error, 'not_found')) return <ErrorState error={error} onRetry={onRetry} compact />
  return (
    <EmptyState icon={<IconFileUnknown size={30} stroke={1.4} />} title={gone} hint={t('ui.goneHint')}>
      <Button variant="default" onClick={() => document.getElementById(listId)?.focus()}>
        {t('ui.toList')}
      </Button>
    </EmptyState>
  )
}
