import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { mayOwnCases, useUsers, type Me } from '../../../data/queries/session.ts'
import { useDraft } from '../../../state/drafts.ts'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'
import { useAssign } from '../data/useCaseWrites.ts'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { useDecidedOn } from './StaleNotice.tsx'

type Props = { readonly file: CaseFull; readonly me: Me; readonly onClose: () => void }

/** Gives the case to another person; the load of each is shown. */
export const AssignDialog = ({ file, me, onClose }: Props) => {
  const { t } = useTranslation()
  const users = useUsers()
  const [owner, setOwner] = useState<string | null>(null)
  const [text, setText, clearText] = useDraft(`assign:${file.id}`, file.id)
  const decided = useDecidedOn(file)
  const write = useAssign(file.id)
  const candidates = (users.data ?? []).filter((user) => mayOwnCases(user) && user.id !== file.owner_id)
  const ready = owner !== null && (text.trim() === '' || mayWithhold('owner.assigned', 'notes', text))
  const mayTake = candidates.some((user) => user.id === me.user.id)
  const confirm = (): void => {
    if (owner === null) return
    const done = (): void => {
      clearText()
      onClose()
    }
    const notes = text.trim() === '' ? {} : { notes: text }
    write.mutate({ body: { owner_id: Number(owner), ...notes }, revision: decided.revision }, { onSuccess: done })
  }
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={t('case.assign.title')}
      confirm={t('case.assign.submit')}
      ready={ready}
      write={write}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className={classes.pick}>
        <PickSelect
          label={t('case.assign.choose')}
          data={candidates.map((user) => ({ value: String(user.id), label: user.name }))}
          renderOption={({ option }) => {
            const user = candidates.find((candidate) => String(candidate.id) === option.value)
            return (
              <span className={classes.person}>
                <span dir="auto" className="fs-ellipsis">
                  {option.label}
                </span>
                {user === undefined ? null : (
                  <span className={classes.load}>
                    {t(`role.${user.role}`)} · {t('case.assign.load', { count: user.open_cases })}
                  </span>
                )}
              </span>
            )
          }}
          value={owner}
          onChange={setOwner}
          isComing={users.isPending}
          required
          openOnFocus={false}
          data-autofocus
        />
        {mayTake ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setOwner(String(me.user.id))}>
            {t('case.assign.toMe')}
          </Button>
        ) : null}
      </div>
      <RationaleField
        value={text}
        onChange={setText}
        label={t('case.assign.why')}
        hint={t('case.assign.hint')}
        required={false}
        minRows={2}
      />
    </CaseDecisionDialog>
  )
}
