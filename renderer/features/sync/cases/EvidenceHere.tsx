import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { EvidencePlace } from '../../../../shared/schema/sync.ts'
import { useEvidencePlaces, useFetchEvidence } from '../../../data/queries/sync.ts'
import { Bytes } from '../../../ui/Bytes.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import shared from '../sync.module.css'
import classes from './cases.module.css'

const Piece = ({
  caseId,
  piece,
  steers,
}: {
  readonly caseId: number
  readonly piece: EvidencePlace
  readonly steers: boolean
}) => {
  const { t } = useTranslation()
  const fetching = useFetchEvidence(caseId)
  const done = (): void => {
    notifications.show({ message: t('sync.case.fetched', { name: piece.name }) })
  }
  return (
    <li>
      <FileName name={piece.name} />
      <span className={classes.pieceSize}>
        <Bytes value={piece.size} />
      </span>
      <span className={classes.pieceEnd}>
        {piece.here || !steers ? (
          t(piece.here ? 'sync.case.here' : 'sync.case.elsewhere')
        ) : (
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t('sync.case.fetchLabel', { name: piece.name })}
            loading={fetching.isPending}
            onClick={() => fetching.mutate(piece.evidence_id, { onSuccess: done })}
          >
            {t('sync.case.fetch')}
          </Button>
        )}
      </span>
      {fetching.error === null ? null : <ErrorState error={fetching.error} compact />}
    </li>
  )
}

/** Which pieces of a case are on this device; those that are not can be fetched one by one. */
export const EvidenceHere = ({ caseId, steers }: { readonly caseId: number; readonly steers: boolean }) => {
  const { t } = useTranslation()
  const places = useEvidencePlaces(caseId)
  return (
    <section className={classes.section}>
      <h3>{t('sync.case.evidence')}</h3>
      {places.error !== null && places.data === undefined ? (
        <ErrorState error={places.error} onRetry={() => void places.refetch()} compact />
      ) : null}
      {places.isPending ? <LoadingRows rows={3} /> : null}
      {places.data?.total === 0 ? <p className={shared.note}>{t('sync.case.noEvidence')}</p> : null}
      {places.data === undefined || places.data.total === 0 ? null : (
        <ul className={classes.pieces}>
          {places.data.pieces.map((piece) => (
            <Piece key={piece.evidence_id} caseId={caseId} piece={piece} steers={steers} />
          ))}
        </ul>
      )}
      {places.data !== undefined && places.data.total > places.data.pieces.length ? (
        <p className={shared.note}>{t('sync.case.more', { count: places.data.total - places.data.pieces.length })}</p>
      ) : null}
    </section>
  )
}
