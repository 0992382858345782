import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Acquisition } from '../../../../shared/schema/evidence.ts'
import { usePiece } from '../../../data/queries/evidence.ts'
import { visibleName } from '../../../ui/file-name.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { useSteer } from '../data/useEvidenceWrites.ts'
import { browserMemory } from '../upload/memory.ts'
import { useUploader } from '../upload/Uploads.tsx'
import classes from './progress.module.css'
import { Steering } from './Steering.tsx'
import { WorkLine } from './WorkLine.tsx'

type Props = {
  readonly acquisition: Acquisition
  /** An upload whose file this window does not hold. */
  readonly orphan: boolean
  readonly writes: boolean
  readonly onShow: (piece: number) => void
}

/** Which piece of the case holds the same bytes already. */
const SameBytes = ({
  caseId,
  piece,
  onShow,
}: {
  readonly caseId: number
  readonly piece: number
  readonly onShow: (piece: number) => void
}) => {
  const { t } = useTranslation()
  const other = usePiece(caseId, piece).data?.same_bytes[0]
  return other === undefined ? null : (
    <span className={classes.same}>
      {t('evidence.progress.sameAs')} <PieceLink caseId={caseId} piece={other} onShow={onShow} />
    </span>
  )
}

const PieceLink = ({
  caseId,
  piece,
  onShow,
}: {
  readonly caseId: number
  readonly piece: number
  readonly onShow: (piece: number) => void
}) => {
  const item = usePiece(caseId, piece).data
  if (item === undefined) return null
  return (
    <button type="button" className={classes.link} onClick={() => onShow(piece)}>
      {item.label === null ? null : <bdi>{item.label} · </bdi>}
      <FileName name={item.name} />
    </button>
  )
}

/** Asks for the file of an upload that lost its window, and goes on where it stopped. */
const ChooseAgain = ({ acquisition }: { readonly acquisition: Acquisition }) => {
  const { t } = useTranslation()
  const uploader = useUploader()
  const [wrong, setWrong] = useState<string | null>(null)
  const place = browserMemory().recall(acquisition.id)
  if (place === null) return <span>{t('evidence.progress.lostForGood')}</span>
  const take = (file: File | null): void => {
    if (file === null) return
    if (file.name !== acquisition.name || file.size !== acquisition.bytes_total) setWrong(file.name)
    else uploader.goOn(acquisition.case_id, file, { acquisition, ...place })
  }
  return (
    <span className={classes.again}>
      {t('evidence.progress.chooseAgain')}
      <FileButton onChange={take}>
        {(props) => (
          <Button {...props} variant="default" size="compact-xs">
            {t('evidence.progress.choose')}
          </Button>
        )}
      </FileButton>
      {wrong === null ? null : (
        <span role="alert">{t('evidence.progress.wrongFile', { name: visibleName(wrong) })}</span>
      )}
    </span>
  )
}

const Remark = ({ acquisition, orphan, writes, onShow }: Props) => {
  const { t } = useTranslation()
  const { error, duplicates, evidence_id, files_total, state } = acquisition
  if (error !== null) return <span dir="auto">{error}</span>
  if (orphan && writes && (state === 'waiting' || state === 'running' || state === 'paused'))
    return <ChooseAgain acquisition={acquisition} />
  if (duplicates === 0) return null
  if (files_total === 1 && evidence_id !== null)
    return <SameBytes caseId={acquisition.case_id} piece={evidence_id} onShow={onShow} />
  return <>{t('evidence.progress.duplicates', { count: duplicates })}</>
}

/** A path that the service reads, or an upload from elsewhere. */
export const AcquisitionLine = (props: Props) => {
  const { acquisition, orphan, writes } = props
  const steer = useSteer(acquisition.case_id)
  const to = (action: 'pause' | 'resume' | 'cancel') => () => steer.mutate({ id: acquisition.id, action })
  const active = acquisition.state === 'running' || acquisition.state === 'waiting'
  const over = !active && acquisition.state !== 'paused'
  const steering = {
    ...(active && !orphan ? { onPause: to('pause') } : {}),
    ...(acquisition.state === 'paused' && !orphan ? { onResume: to('resume') } : {}),
  }
  return (
    <WorkLine
      name={acquisition.name}
      state={acquisition.state}
      measured={acquisition}
      problems={acquisition.problems}
      problemsTotal={acquisition.problems_total}
      remark={<Remark {...props} />}
      buttons={
        writes && !over ? (
          <Steering name={acquisition.name} {...steering} onCancel={to('cancel')} busy={steer.isPending} />
        ) : undefined
      }
    />
  )
}
