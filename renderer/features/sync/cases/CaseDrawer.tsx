import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseSync } from '../../../../shared/schema/sync.ts'
import { useCaseSync, useRetryCase, useTakeOffline } from '../../../data/queries/sync.ts'
import { openCase } from '../../../state/route.ts'
import { formatBytes } from '../../../ui/bytes.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatLocal } from '../../../ui/time.ts'
import shared from '../sync.module.css'
import classes from './cases.module.css'
import { EvidenceHere } from './EvidenceHere.tsx'

/**
 * `moves`: whether cases come and go on this device; the folder of a hub holds every one. `onGone`: called in place of
 * `onClose` once the case was given back.
 */
type Props = {
  readonly item: CaseSync
  readonly steers: boolean
  readonly moves: boolean
  readonly onClose: () => void
  readonly onGone?: () => void
}

const Stuck = ({ item, steers }: Pick<Props, 'item' | 'steers'>) => {
  const { t } = useTranslation()
  const retry = useRetryCase()
  if (item.stuck === null) return null
  return (
    <div className={classes.stuck} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <h3>{t(item.stuck.quarantined ? 'sync.case.quarantinedTitle' : 'sync.case.stuckTitle')}</h3>
        <p dir="auto">{item.stuck.message}</p>
        <p className="fs-muted">
          {t('sync.case.stuckSafe')} <code>{t('sync.case.code', { code: item.stuck.code })}</code>
        </p>
        {steers && !item.stuck.quarantined ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={retry.isPending}
            onClick={() =>
              retry.mutate(item.case_uid, { onSuccess: () => notifications.show({ message: t('sync.case.retried') }) })
            }
          >
            {t('sync.case.retry')}
          </Button>
        ) : null}
        {retry.error === null ? null : <ErrorState error={retry.error} compact />}
      </div>
    </div>
  )
}

const Facts = ({ item }: Pick<Props, 'item'>) => {
  const { t, i18n } = useTranslation()
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const { witnessed, cosigned, time_stamped: stamped } = item
  return (
    <dl className={shared.facts}>
      <dt>{t('sync.case.entries')}</dt>
      <dd>{number(item.entries)}</dd>
      <dt>{t('sync.case.waiting')}</dt>
      <dd>{item.waiting === 0 ? t('sync.figures.nothing') : number(item.waiting)}</dd>
      <dt>{t('sync.case.witnessed')}</dt>
      <dd>
        {witnessed === null
          ? t('sync.cases.never')
          : t('sync.case.witnessedAt', {
              size: number(witnessed.size),
              count: item.entries,
              at: formatLocal(Date.parse(witnessed.at)),
            })}
      </dd>
      {witnessed === null ? null : (
        <>
          <dt>{t('sync.case.root')}</dt>
          <dd>
            <code className={shared.code} title={witnessed.root}>
              {witnessed.root.slice(0, 16)}…{witnessed.root.slice(-16)}
            </code>
            <CopyButton value={witnessed.root} label={t('sync.case.copyRoot')} size={18} />
          </dd>
          <dt>{t('sync.cases.column.witnesses')}</dt>
          <dd>
            {cosigned === null || cosigned.by.length === 0 ? (
              t('sync.case.noWitness')
            ) : (
              <>
                {t('sync.case.witnesses', { count: cosigned.by.length })}
                <br />
                <span className="fs-muted" dir="auto">
                  {t('sync.case.cosigned', {
                    size: number(cosigned.size),
                    count: item.entries,
                    names: cosigned.by.map(({ name, at }) => `${name} (${formatLocal(Date.parse(at))})`).join(', '),
                  })}
                </span>
              </>
            )}
          </dd>
          {stamped === null ? null : (
            <>
              <dt>{t('sync.case.stamped')}</dt>
              <dd dir="auto">
                {t('sync.case.stampedAt', {
                  size: number(stamped.size),
                  count: item.entries,
                  at: formatLocal(Date.parse(stamped.at)),
                  signer: stamped.signer,
                })}
              </dd>
            </>
          )}
        </>
      )}
      <dt>{t('sync.case.evidence')}</dt>
      <dd>
        {item.evidence.pieces === 0
          ? t('sync.cases.noEvidence')
          : t('sync.case.evidenceSum', {
              here: number(item.evidence.here),
              count: item.evidence.pieces,
              bytesHere: formatBytes(item.evidence.bytes_here, i18n.language),
              bytes: formatBytes(item.evidence.bytes, i18n.language),
            })}
      </dd>
    </dl>
  )
}

const Actions = ({ item, steers, moves, onClose, onGone = onClose }: Props) => {
  const { t } = useTranslation()
  const [giving, setGiving] = useState(false)
  const move = useTakeOffline()
  const { case_id: caseId, case_number: number } = item
  // What belongs to no case is opened nowhere, and is on every device.
  if (caseId === null) return null
  const giveBack = (): void =>
    move.mutate(
      { uid: item.case_uid, offline: false },
      {
        onSuccess: () => {
          notifications.show({ message: t('sync.case.gaveBack', { number }) })
          onGone()
        },
      },
    )
  return (
    <>
      <div className={classes.drawerActions}>
        <Button onClick={() => openCase(caseId)} data-autofocus>
          {t('sync.case.open')}
        </Button>
        {steers && moves ? (
          <>
            <Button
              variant="default"
              loading={move.isPending && !giving}
              disabled={item.evidence.here === item.evidence.pieces}
              onClick={() =>
                move.mutate(
                  { uid: item.case_uid, offline: true },
                  { onSuccess: () => notifications.show({ message: t('sync.case.taken', { number }) }) },
                )
              }
            >
              {t('sync.case.take')}
            </Button>
            <Button variant="default" onClick={() => setGiving(true)}>
              {t('sync.case.giveBack')}
            </Button>
          </>
        ) : null}
      </div>
      {move.error === null || giving ? null : <ErrorState error={move.error} compact />}
      <ConfirmDialog
        opened={giving}
        onClose={() => setGiving(false)}
        title={t('sync.case.giveBackTitle', { number })}
        confirm={t('sync.case.giveBack')}
        onConfirm={giveBack}
        pending={move.isPending}
        error={giving ? move.error : null}
        size={440}
      >
        <p className={shared.plain}>{t('sync.case.giveBackText')}</p>
      </ConfirmDialog>
    </>
  )
}

/** How one case stands with the hub, and which of its evidence is here. */
export const CaseDrawer = ({ item: listed, steers, moves, onClose, onGone }: Props) => {
  const { t } = useTranslation()
  const { case_id: caseId } = listed
  const item = useCaseSync(caseId ?? 0, caseId !== null).data ?? listed
  return (
    <Dialog
      onClose={onClose}
      beside
      size={620}
      title={caseId === null ? t('sync.cases.workspace') : t('sync.case.title', { number: item.case_number })}
    >
      <div className={classes.drawer}>
        <h2 className={classes.drawerTitle} dir="auto">
          {caseId === null ? t('sync.cases.workspaceHint') : item.title}
        </h2>
        <Stuck item={item} steers={steers} />
        <Actions item={item} steers={steers} moves={moves} onClose={onClose} onGone={onGone} />
        <Facts item={item} />
        {caseId === null ? null : <EvidenceHere caseId={caseId} steers={steers} />}
      </div>
    </Dialog>
  )
}
