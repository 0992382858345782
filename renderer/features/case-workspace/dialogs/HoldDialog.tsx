import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useDraft } from '../../../state/drafts.ts'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { usePlaceHold, useReleaseHold } from '../data/useCaseWrites.ts'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { useDecidedOn } from './StaleNotice.tsx'

type Props = { readonly file: CaseFull; readonly release: boolean; readonly onClose: () => void }

/** Places the legal hold, or releases it. */
export const HoldDialog = ({ file, release, onClose }: Props) => {
  const { t } = useTranslation()
  const [reason, setReason, clearReason] = useDraft(`${release ? 'release' : 'hold'}:${file.id}`, file.id)
  const decided = useDecidedOn(file)
  const place = usePlaceHold(file.id)
  const end = useReleaseHold(file.id)
  const write = release ? end : place
  const confirm = (): void => {
    const done = (): void => {
      clearReason()
      onClose()
    }
    write.mutate({ reason }, { onSuccess: done })
  }
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={release ? t('case.hold.releaseTitle') : t('case.hold.placeTitle')}
      confirm={release ? t('case.hold.releaseConfirm') : t('case.hold.placeConfirm')}
      ready={mayWithhold('hold.placed', 'reason', reason)}
      write={write}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={classes.plain}>{release ? t('case.hold.releaseText') : t('case.hold.placeText')}</p>
      <RationaleField value={reason} onChange={setReason} label={t('case.hold.reason')} autoFocus />
    </CaseDecisionDialog>
  )
}
