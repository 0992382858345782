import { IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { usePiece } from '../../../data/queries/evidence.ts'
import { FileName } from '../../../ui/FileName.tsx'
import classes from './piece.module.css'

type Props = { readonly caseId: number; readonly ids: readonly number[]; readonly onShow: (piece: number) => void }

/** More are counted, not named. */
const shown = 5

const Other = ({
  caseId,
  id,
  onShow,
}: {
  readonly caseId: number
  readonly id: number
  readonly onShow: (piece: number) => void
}) => {
  const { t } = useTranslation()
  const other = usePiece(caseId, id).data
  return (
    <li>
      <button type="button" className={classes.link} onClick={() => onShow(id)}>
        {other === undefined ? t('evidence.piece.number', { id }) : <FileName name={other.name} />}
      </button>
      {other?.label === null || other?.label === undefined ? null : <bdi className={classes.mark}>{other.label}</bdi>}
    </li>
  )
}

/** Other pieces of the case that are byte for byte the same. */
export const SameBytes = ({ caseId, ids, onShow }: Props) => {
  const { t } = useTranslation()
  return (
    <section className={classes.same}>
      <p>
        <IconCopy size={14} aria-hidden /> {t('evidence.piece.sameBytes', { count: ids.length })}
      </p>
      <ul>
        {ids.slice(0, shown).map((id) => (
          <Other key={id} caseId={caseId} id={id} onShow={onShow} />
        ))}
        {ids.length > shown ? <li>{t('evidence.piece.moreSame', { count: ids.length - shown })}</li> : null}
      </ul>
    </section>
  )
}
