import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceErasure, EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { useMe } from '../../../data/queries/session.ts'
import { hrefOf } from '../../../state/route.ts'
import { maySupervise } from '../../../state/session.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { ApproveErasureDialog, DeclineErasureDialog, RequestErasureDialog } from './ErasureDialogs.tsx'
import classes from './piece.module.css'

type Props = { readonly caseId: number; readonly piece: EvidenceFull; readonly writes: boolean }
type Asking = 'request' | 'approve' | 'decline' | null

/** Who asked for it, by which order and why, and what became of it. */
export const ErasureFacts = ({ caseId, erasure }: { readonly caseId: number; readonly erasure: EvidenceErasure }) => {
  const { t } = useTranslation()
  const { state, decided_by: decider, decided_at: decidedAt, decided_entry: decidedEntry } = erasure
  return (
    <>
      <p role="status">
        {t(`evidence.erasure.states.${state}`, { reference: erasure.reference })}
        {decidedEntry === null ? null : (
          <>
            {' '}
            <a href={hrefOf({ name: 'case', id: caseId, entry: decidedEntry })}>{t('evidence.erasure.entry')}</a>
          </>
        )}
      </p>
      <dl className={classes.lines}>
        <div className={classes.line}>
          <dt>{t('evidence.erasure.requestedBy')}</dt>
          <dd>
            <bdi>{erasure.requested_by.name}</bdi> <Timestamp at={erasure.requested_at} style="seconds" />
          </dd>
        </div>
        <div className={classes.line}>
          <dt>{t('case.redact.basis')}</dt>
          <dd>{t(`case.legalBasis.${erasure.legal_basis}`)}</dd>
        </div>
        {erasure.reason === null ? null : (
          <div className={classes.line}>
            <dt>{t('evidence.erasure.reason')}</dt>
            <dd dir="auto">{erasure.reason}</dd>
          </div>
        )}
        {decider === null || decidedAt === null ? null : (
          <div className={classes.line}>
            <dt>{t(state === 'erased' ? 'evidence.erasure.approvedBy' : 'evidence.erasure.declinedBy')}</dt>
            <dd>
              <bdi>{decider.name}</bdi> <Timestamp at={decidedAt} style="seconds" />
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}

/** Approving is another person's, and a supervisor's. */
const Deciding = ({
  erasure,
  onAsk,
}: {
  readonly erasure: EvidenceErasure
  readonly onAsk: (asking: Asking) => void
}) => {
  const { t } = useTranslation()
  const me = useMe().data
  if (!maySupervise(me?.role)) return <p className={classes.nothing}>{t('evidence.erasure.waitsForSupervisor')}</p>
  const own = erasure.requested_by.id === me?.user.id
  return (
    <>
      {own ? <p className={classes.nothing}>{t('evidence.erasure.waitsForAnother')}</p> : null}
      <div className={classes.acts}>
        {own ? null : (
          <Button size="compact-sm" color="red" onClick={() => onAsk('approve')}>
            {t('evidence.erasure.approveNext')}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => onAsk('decline')}>
          {t('evidence.erasure.declineNext')}
        </Button>
      </div>
    </>
  )
}

/** Erasing the bytes of a piece by order: whoever writes may ask, another who supervises approves or declines. */
export const Erasure = ({ caseId, piece, writes }: Props) => {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<Asking>(null)
  const { erasure } = piece
  const close = (): void => setAsking(null)
  const mayAsk = writes && (erasure === null || erasure.state === 'declined')
  if (erasure === null && !mayAsk) return null
  return (
    <section className={classes.block} aria-label={t('evidence.erasure.title')}>
      <h3>{t('evidence.erasure.title')}</h3>
      {erasure === null ? null : <ErasureFacts caseId={caseId} erasure={erasure} />}
      {erasure?.state === 'waiting' && writes ? <Deciding erasure={erasure} onAsk={setAsking} /> : null}
      {mayAsk ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconEraser size={14} aria-hidden />}
          onClick={() => setAsking('request')}
        >
          {t('evidence.erasure.requestNext')}
        </Button>
      ) : null}
      {asking === 'request' ? <RequestErasureDialog caseId={caseId} piece={piece} onClose={close} /> : null}
      {asking === 'approve' && erasure !== null ? (
        <ApproveErasureDialog caseId={caseId} piece={piece} erasure={erasure} onClose={close} />
      ) : null}
      {asking === 'decline' && erasure !== null ? (
        <DeclineErasureDialog caseId={caseId} piece={piece} erasure={erasure} onClose={close} />
      ) : null}
    </section>
  )
}
