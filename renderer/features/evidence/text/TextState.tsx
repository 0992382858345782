import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseText } from '../../../../shared/schema/evidence-text.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { useTextChange } from '../data/useEvidenceText.ts'
import classes from './text.module.css'
import { lackWords } from './words.ts'

type Props = {
  readonly caseId: number
  readonly state: CaseText
  readonly writes: boolean
  /** Whether passages are looked for: what is found is sealed as a look. */
  readonly isSearched: boolean
  readonly onShow: (piece: number) => void
}

/** The pieces that could not be read, in whole or in part, and why. */
const Lacking = ({ state, onShow }: Pick<Props, 'state' | 'onShow'>) => {
  const { t } = useTranslation()
  const left = state.lacking_total - state.lacking.length
  return (
    <ul className={classes.lacking}>
      {state.lacking.map((piece) => (
        <li key={piece.evidence_id}>
          <button type="button" className={classes.lackingName} onClick={() => onShow(piece.evidence_id)}>
            <FileName name={piece.name} />
          </button>
          <span className={classes.reason} dir="auto">
            {piece.state === 'read' ? t('evidence.text.inPart') : ''}
            {piece.lacks.map((lack) => lackWords(t, lack)).join('; ')}
          </span>
        </li>
      ))}
      {left > 0 ? <li className={classes.reason}>{t('evidence.text.lackingMore', { count: left })}</li> : null}
    </ul>
  )
}

const Change = ({ caseId, state }: Pick<Props, 'caseId' | 'state'>) => {
  const { t } = useTranslation()
  const change = useTextChange(caseId)
  const [asking, setAsking] = useState<'renew' | 'drop' | null>(null)
  const close = (): void => setAsking(null)
  return (
    <span className={classes.stateEnd}>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setAsking('renew')}>
        {t(state.dropped === null ? 'evidence.text.renew' : 'evidence.text.read')}
      </Button>
      {state.dropped === null ? (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setAsking('drop')}>
          {t('evidence.text.drop')}
        </Button>
      ) : null}
      {asking === null ? null : (
        <ConfirmDialog
          opened
          onClose={close}
          title={t(`evidence.text.${asking}Title`)}
          confirm={t(asking === 'drop' ? 'evidence.text.drop' : 'evidence.text.read')}
          pending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate(asking, { onSuccess: close })}
        >
          <p>{t(`evidence.text.${asking}Hint`)}</p>
        </ConfirmDialog>
      )}
    </span>
  )
}

/** How far the evidence of the case is read, what of it cannot be, and why. */
export const TextState = ({ caseId, state, writes, isSearched, onShow }: Props) => {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { total, read, waiting, unreadable, elsewhere } = state.pieces
  const number = (value: number): string => value.toLocaleString(i18n.language)
  const part = (name: 'waiting' | 'unreadable' | 'elsewhere', count: number) =>
    count === 0 ? null : <span data-state={name}>{t(`evidence.text.${name}`, { count, text: number(count) })}</span>
  return (
    <div className={classes.state}>
      <div className={classes.stateLine}>
        <span role="status" className={classes.counts}>
          {state.dropped === null ? (
            <>
              <span>{t('evidence.text.readOf', { count: total, read: number(read), total: number(total) })}</span>
              {part('waiting', waiting)}
              {part('unreadable', unreadable)}
              {part('elsewhere', elsewhere)}
            </>
          ) : (
            <span>{t(`evidence.text.dropped.${state.dropped}`)}</span>
          )}
        </span>
        {state.lacking_total === 0 ? null : (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'evidence.text.hideWhy' : 'evidence.text.why')}
          </Button>
        )}
        {isSearched && state.dropped === null ? (
          <span className={classes.sealed}>{t('evidence.text.sealed')}</span>
        ) : null}
        {writes && total > 0 ? <Change caseId={caseId} state={state} /> : null}
      </div>
      {isOpen && state.lacking_total > 0 ? <Lacking state={state} onShow={onShow} /> : null}
    </div>
  )
}
