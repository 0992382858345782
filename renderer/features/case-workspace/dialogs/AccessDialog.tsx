import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { CaseAccessView } from '../../../../shared/schema/case-access.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useCaseAccess, useSetCaseAccess } from '../../../data/queries/caseAccess.ts'
import { useDraft } from '../../../state/drafts.ts'
import { AccessChoice, askedAccessOf, type ChosenAccess } from '../../../ui/AccessChoice.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { useDecidedOn } from './StaleNotice.tsx'

type Props = { readonly file: CaseFull; readonly onClose: () => void }

const chosenOf = ({ rule, team, people }: CaseAccessView): ChosenAccess => ({
  rule,
  team: team?.id ?? null,
  people: people.flatMap(({ id }) => (id === null ? [] : [String(id)])),
})

/** Who opened the case by breaking the glass; a new rule ends it. */
const BrokeGlass = ({ people }: { readonly people: CaseAccessView['broke_glass'] }) => {
  const { t } = useTranslation()
  if (people.length === 0) return null
  return (
    <div>
      <p className={classes.plain}>{t('access.brokeGlass')}</p>
      <ul className={classes.held}>
        {people.map(({ id, name, at }) => (
          <li key={`${id}:${at}`}>
            <PersonName name={name} plain /> · <Timestamp at={at} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Form = ({ file, access, onClose }: Props & { readonly access: CaseAccessView }) => {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(() => chosenOf(access))
  const [text, setText, clearText] = useDraft(`access:${file.id}`, file.id)
  const decided = useDecidedOn(file)
  const write = useSetCaseAccess(file.id)
  const asked = askedAccessOf(chosen)
  const confirm = (): void => {
    if (asked === null) return
    const done = (): void => {
      clearText()
      onClose()
    }
    write.mutate({ body: { ...asked, notes: text }, revision: decided.revision }, { onSuccess: done })
  }
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={t('access.title')}
      confirm={t('access.submit')}
      ready={asked !== null && mayWithhold('access.set', 'notes', text)}
      write={write}
      onConfirm={confirm}
      onClose={onClose}
      size={560}
    >
      <AccessChoice value={chosen} onChange={setChosen} />
      <p className={classes.plain}>{t('access.owner', { name: file.owner_name })}</p>
      <BrokeGlass people={access.broke_glass} />
      <RationaleField value={text} onChange={setText} label={t('access.why')} minRows={2} />
    </CaseDecisionDialog>
  )
}

/** Sets who may know the case. */
export const AccessDialog = ({ file, onClose }: Props) => {
  const access = useCaseAccess(file.id)
  return access.data === undefined ? (
    <LoadingRows rows={3} />
  ) : (
    <Form file={file} access={access.data} onClose={onClose} />
  )
}
