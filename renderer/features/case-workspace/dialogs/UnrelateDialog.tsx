import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import type { CaseRelation } from '../../../../shared/schema/case-relations.ts'
import { useUnrelateCases } from '../../../data/queries/relations.ts'
import { useDraft } from '../../../state/drafts.ts'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { useDecidedOn } from './StaleNotice.tsx'

type Props = { readonly file: CaseFull; readonly relation: CaseRelation; readonly onClose: () => void }

/** Takes a relation to another case back, with a rationale. */
export const UnrelateDialog = ({ file, relation, onClose }: Props) => {
  const { t } = useTranslation()
  const [notes, setNotes, clearNotes] = useDraft(`unrelate:${file.id}`, file.id)
  const decided = useDecidedOn(file)
  const write = useUnrelateCases(file.id)
  const confirm = (): void => {
    const done = (): void => {
      clearNotes()
      onClose()
    }
    write.mutate(
      { body: { other_uid: relation.other_uid, relation: relation.relation, notes }, revision: decided.revision },
      { onSuccess: done },
    )
  }
  const words = { relation: t(`case.related.told.${relation.relation}`), number: relation.case_number }
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={t('case.related.removal.title')}
      confirm={t('case.related.removal.submit')}
      ready={mayWithhold('case.unrelated', 'notes', notes)}
      write={write}
      onConfirm={confirm}
      onClose={onClose}
      size={480}
    >
      <p className={classes.plain}>
        {t(relation.other_id === null ? 'case.related.removal.textHere' : 'case.related.removal.text', words)}
      </p>
      <RationaleField value={notes} onChange={setNotes} autoFocus />
    </CaseDecisionDialog>
  )
}
