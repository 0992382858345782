import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Playbook } from '../../../../shared/schema/playbooks.ts'
import { useApplyPlaybook, useCaseTasks, usePlaybooks } from '../../../data/queries/tasks.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PickSelect } from '../../../ui/PickSelect.tsx'
import classes from '../tasks.module.css'

type Props = { readonly caseId: number; readonly onClose: () => void }

/** What a playbook would bring: its tasks, and the public documents that it rests on. */
const Brings = ({ playbook }: { readonly playbook: Playbook }) => {
  const { t } = useTranslation()
  return (
    <section className={classes.brings} aria-label={t('tasks.playbook.brings', { count: playbook.tasks.length })}>
      <p className={classes.plain}>{playbook.about}</p>
      <h3>{t('tasks.playbook.brings', { count: playbook.tasks.length })}</h3>
      {/* Scrolled by keyboard too. */}
      <ol className={classes.preview} tabIndex={0}>
        {playbook.tasks.map((task) => (
          <li key={task.key}>
            <b>{task.title}</b>{' '}
            <span className={classes.meta}>
              {[
                t(`role.${task.role}`),
                t('tasks.playbook.within', { count: task.due_hours }),
                ...(task.required ? [t('tasks.required')] : []),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.meta}>
        {t('tasks.playbook.sources')}{' '}
        {playbook.sources.map(({ publisher, title, year }) => `${publisher}: ${title} (${year})`).join('; ')}
      </p>
    </section>
  )
}

/** Brings the tasks of a typology into the case. */
export const PlaybookDialog = ({ caseId, onClose }: Props) => {
  const { t } = useTranslation()
  const playbooks = usePlaybooks()
  const applied = new Set(useCaseTasks(caseId).data?.playbooks.map(({ key }) => key))
  const [key, setKey] = useState<string | null>(null)
  const write = useApplyPlaybook(caseId)
  const chosen = playbooks.data?.find((one) => one.key === key)
  const confirm = (): void => {
    if (key !== null) write.mutate({ playbook: key }, { onSuccess: onClose })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('tasks.playbook.title')}
      confirm={t('tasks.playbook.submit')}
      onConfirm={confirm}
      pending={write.isPending}
      disabled={chosen === undefined}
      error={write.error ?? playbooks.error}
      size={620}
    >
      <PickSelect
        label={t('tasks.playbook.choose')}
        placeholder={t('tasks.playbook.placeholder')}
        data={(playbooks.data ?? []).map((one) => ({
          value: one.key,
          label: one.name,
          disabled: applied.has(one.key),
        }))}
        value={key}
        onChange={setKey}
        isComing={playbooks.isPending}
        required
        openOnFocus={false}
        data-autofocus
      />
      {chosen === undefined ? null : <Brings playbook={chosen} />}
    </ConfirmDialog>
  )
}
