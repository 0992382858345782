import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '../../../../shared/schema/sync.ts'
import type { Me } from '../../../data/queries/session.ts'
import { useConflicts } from '../../../data/queries/sync.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { navigate, type SyncQuery } from '../../../state/route.ts'
import { mayWrite } from '../../../state/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { useStable } from '../../../ui/useStable.ts'
import shared from '../sync.module.css'
import { ApplyDialog } from './ApplyDialog.tsx'
import { ConflictCard } from './ConflictCard.tsx'
import classes from './conflicts.module.css'
import { useKeep } from './useKeep.ts'

const states = ['open', 'settled'] as const
type State = (typeof states)[number]

const idPattern = /^[1-9][0-9]{0,15}$/

/** The card that has the focus, or holds it; -1 where none does. */
const focusedCard = (list: HTMLElement | null): number =>
  [...(list?.children ?? [])].findIndex((card) => card.contains(document.activeElement))

const useConflictKeys = (
  conflicts: readonly Conflict[],
  may: boolean,
  decide: { readonly keep: (conflict: Conflict) => void; readonly apply: (conflict: Conflict) => void },
) => {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const step = useStable((by: number): void => {
    const target = Math.min(conflicts.length - 1, Math.max(0, focusedCard(list.current) + by))
    const card = list.current?.children[target]
    if (card instanceof HTMLElement) card.querySelector<HTMLElement>('[data-card]')?.focus()
  })
  const withFocused = useStable((act: (conflict: Conflict) => void): void => {
    const conflict = conflicts[Math.max(0, focusedCard(list.current))]
    if (conflict !== undefined) act(conflict)
  })
  const keep = useStable(decide.keep)
  const apply = useStable(decide.apply)
  const commands = useMemo((): readonly PaletteCommand[] => {
    const moving: readonly PaletteCommand[] = [
      {
        id: 'conflict.next',
        section: 'selection',
        title: t('sync.conflict.command.next'),
        shortcut: 'j',
        run: () => step(1),
      },
      {
        id: 'conflict.previous',
        section: 'selection',
        title: t('sync.conflict.command.previous'),
        shortcut: 'k',
        run: () => step(-1),
      },
    ]
    const deciding: readonly PaletteCommand[] = [
      {
        id: 'conflict.keep',
        section: 'selection',
        title: t('sync.conflict.command.keep'),
        shortcut: 'y',
        run: () => withFocused(keep),
      },
      {
        id: 'conflict.apply',
        section: 'selection',
        title: t('sync.conflict.command.apply'),
        shortcut: 'a',
        run: () => withFocused(apply),
      },
    ]
    return may ? [...moving, ...deciding] : moving
  }, [t, may, step, withFocused, keep, apply])
  useCommands(commands)
  return list
}

const Empty = ({ state }: { readonly state: State }) => {
  const { t } = useTranslation()
  const icon = <IconArrowsLeftRight size={30} stroke={1.4} />
  return state === 'open' ? (
    <EmptyState icon={icon} title={t('sync.conflict.none')} hint={t('sync.conflict.noneHint')} />
  ) : (
    <EmptyState icon={icon} title={t('sync.conflict.noneSettled')} />
  )
}

/** The conflict inbox: both sides of what two people changed apart, and the decision one key away. */
export const ConflictsTab = ({ query, me }: { readonly query: SyncQuery; readonly me: Me }) => {
  const { t } = useTranslation()
  const state: State = query['state'] === 'settled' ? 'settled' : 'open'
  const caseId = idPattern.test(query['case'] ?? '') ? Number(query['case']) : null
  const list = useConflicts(state, caseId)
  const conflicts = list.data?.conflicts ?? []
  const may = mayWrite(me.role)
  const [applying, setApplying] = useState<Conflict | null>(null)
  const keep = useKeep()
  const cards = useConflictKeys(conflicts, may && state === 'open', { keep: keep.run, apply: setApplying })
  const settled = (): void => document.getElementById('content')?.focus()
  return (
    <div className={shared.scroll}>
      <div className={classes.sheet}>
        <p className={shared.note}>{t('sync.conflict.lead')}</p>
        <SegmentedControl
          className={classes.choice}
          aria-label={t('sync.conflict.state.label')}
          size="xs"
          value={state}
          onChange={(value) =>
            navigate(
              {
                name: 'sync',
                tab: 'conflicts',
                query: { ...(caseId === null ? {} : { case: String(caseId) }), state: value === 'open' ? '' : value },
              },
              'replace',
            )
          }
          data={states.map((value) => ({ value, label: t(`sync.conflict.state.${value}`) }))}
        />
        {keep.error === null ? null : <ErrorState error={keep.error} compact />}
        {list.error !== null && list.data === undefined ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : null}
        {list.isPending ? <LoadingRows rows={4} height={64} /> : null}
        {list.data?.total === 0 ? <Empty state={state} /> : null}
        <ol ref={cards} className={classes.list} aria-label={t('sync.conflict.title')}>
          {conflicts.map((conflict) => (
            <li key={conflict.id}>
              <ConflictCard
                conflict={conflict}
                may={may}
                keeping={keep.keeping === conflict.id}
                onKeep={() => keep.run(conflict)}
                onApply={() => setApplying(conflict)}
              />
            </li>
          ))}
        </ol>
        {list.hasNextPage ? (
          <Button
            variant="default"
            className={classes.choice}
            onClick={() => void list.fetchNextPage()}
            loading={list.isFetchingNextPage}
          >
            {t('sync.conflict.more')}
          </Button>
        ) : null}
      </div>
      {applying === null ? null : (
        <ApplyDialog key={applying.id} conflict={applying} onClose={() => setApplying(null)} onSettled={settled} />
      )}
    </div>
  )
}
