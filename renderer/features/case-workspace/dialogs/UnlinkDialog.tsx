import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useUnlink } from '../data/useCaseWrites.ts'
import type { LinkedKind } from '../model/links.ts'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { useDecidedOn } from './StaleNotice.tsx'

type Props = { readonly file: CaseFull; readonly kind: LinkedKind; readonly id: number; readonly onClose: () => void }

const bodyOf = (kind: LinkedKind, id: number) =>
  ({ alerts: { alert_ids: [id] }, customers: { customer_ids: [id] }, accounts: { account_ids: [id] } })[kind]

/** Removes one link. */
export const UnlinkDialog = ({ file, kind, id, onClose }: Props) => {
  const { t } = useTranslation()
  const decided = useDecidedOn(file)
  const write = useUnlink(file.id)
  const confirm = (): void =>
    write.mutate({ body: bodyOf(kind, id), revision: decided.revision }, { onSuccess: onClose })
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={t('case.link.removeTitle')}
      confirm={t('case.link.removeSubmit')}
      ready
      write={write}
      onConfirm={confirm}
      onClose={onClose}
      size={420}
    >
      <p className={classes.plain}>{t('case.link.removeText', { kind: t(`case.kinds.${kind}`), id })}</p>
    </CaseDecisionDialog>
  )
}
