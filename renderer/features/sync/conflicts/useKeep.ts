import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '../../../../shared/schema/sync.ts'
import { useSettleConflict } from '../../../data/queries/sync.ts'
import { useSideWords } from './useSideWords.ts'

/** Settles a conflict by letting stand what holds. */
export const useKeep = () => {
  const { t } = useTranslation()
  const settle = useSettleConflict()
  const words = useSideWords()
  return {
    error: settle.error,
    /** The conflict that is being settled. */
    keeping: settle.isPending ? settle.variables.id : null,
    run: (conflict: Conflict): void => {
      if (settle.isPending || conflict.settled !== null) return
      settle.mutate(
        { id: conflict.id, body: { how: 'keep' } },
        {
          onSuccess: () =>
            notifications.show({ message: t('sync.conflict.kept', { to: words(conflict, conflict.winner.to) }) }),
        },
      )
    },
  }
}
