import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import { casePriorities, casePriority, type CaseFull, type CasePriority } from '../../../../shared/schema/case.ts'
import { defaultPolicy } from '../../../../shared/schema/policy.ts'
import { useWorkspace } from '../../../data/queries/session.ts'
import { useDraft } from '../../../state/drafts.ts'
import { useTicking } from '../../../ui/clock.ts'
import { PriorityMark } from '../../../ui/PriorityMark.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { formatLocal } from '../../../ui/time.ts'
import { useChangePriority } from '../data/useCaseWrites.ts'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { useDecidedOn } from './StaleNotice.tsx'

type Props = { readonly file: CaseFull; readonly onClose: () => void }

const Deadline = ({ file, priority }: { readonly file: CaseFull; readonly priority: CasePriority }) => {
  const { t } = useTranslation()
  const hours = (useWorkspace().data?.policy ?? defaultPolicy).sla_hours[priority]
  const due = Date.parse(file.created_at) + hours * 3_600_000
  const passed = useTicking((now) => now > due)
  return (
    <p className={classes.plain}>
      {t('case.priority.deadline', { at: formatLocal(due), hours })}
      {passed ? <b className={classes.warn}>: {t('case.priority.passed')}</b> : '.'}
    </p>
  )
}

/** Changes the priority, and with it the deadline. */
export const PriorityDialog = ({ file, onClose }: Props) => {
  const { t } = useTranslation()
  const [priority, setPriority] = useState<CasePriority | null>(null)
  const [text, setText, clearText] = useDraft(`priority:${file.id}`, file.id)
  const decided = useDecidedOn(file)
  const write = useChangePriority(file.id)
  const ready = priority !== null && priority !== file.priority && mayWithhold('priority.changed', 'notes', text)
  const confirm = (): void => {
    if (priority === null) return
    const done = (): void => {
      clearText()
      onClose()
    }
    write.mutate({ body: { priority, notes: text }, revision: decided.revision }, { onSuccess: done })
  }
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={t('case.priority.title')}
      confirm={
        priority === null
          ? t('case.priority.submitNone')
          : t('case.priority.submit', { priority: t(`priority.${priority}`) })
      }
      ready={ready}
      write={write}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Radio.Group
        label={t('case.priority.choose')}
        value={priority ?? ''}
        onChange={(value) => setPriority(casePriority.parse(value))}
        required
      >
        <div className={classes.options}>
          {[...casePriorities].reverse().map((one) => (
            <Radio
              key={one}
              value={one}
              disabled={one === file.priority}
              data-autofocus={one === (file.priority === 'urgent' ? 'high' : 'urgent') || undefined}
              label={
                <span className={classes.option}>
                  <PriorityMark priority={one} />
                  {one === file.priority ? <span className={classes.why}>{t('case.priority.current')}</span> : null}
                </span>
              }
            />
          ))}
        </div>
      </Radio.Group>
      {priority === null ? null : <Deadline file={file} priority={priority} />}
      <RationaleField value={text} onChange={setText} />
    </CaseDecisionDialog>
  )
}
