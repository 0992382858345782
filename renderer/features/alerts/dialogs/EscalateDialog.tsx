import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { casePriorities, caseStatuses, isFinished, type CasePriority } from '../../../../shared/schema/case.ts'
import { titleMax } from '../../../../shared/schema/text.ts'
import { newIdempotencyKey } from '../../../data/client.ts'
import { useEscalate } from '../../../data/queries/alerts.ts'
import { useFoundCases } from '../../../data/queries/foundCases.ts'
import { useDraft } from '../../../state/drafts.ts'
import { caseHref } from '../../../state/route.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FoundSelect } from '../../../ui/FoundSelect.tsx'
import { PriorityMark } from '../../../ui/PriorityMark.tsx'
import { alertClasses } from '../classes.ts'

export type Draft = {
  readonly title: string
  readonly description: string
  readonly priority: CasePriority
  readonly customer: number | null
  readonly account: number | null
}

type Props = {
  readonly alertIds: readonly number[]
  /** What a new case would say, until somebody writes it otherwise. */ readonly draft: Draft
  readonly onClose: () => void
  readonly onDone?: () => void
}

const openStatuses = caseStatuses.filter((status) => !isFinished(status))

type NewCaseProps = {
  readonly given: Pick<Draft, 'title' | 'description' | 'priority'>
  readonly onTitle: (title: string) => void
  readonly onDescription: (description: string) => void
  readonly onPriority: (priority: CasePriority) => void
}

/** What the case says that is opened for them. */
const NewCaseFields = ({ given, onTitle, onDescription, onPriority }: NewCaseProps) => {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('newCase.titleField')}
        value={given.title}
        onChange={(event) => onTitle(event.currentTarget.value)}
        error={given.title.length > titleMax ? t('newCase.error.tooLong', { max: titleMax }) : undefined}
        dir="auto"
        required
        data-autofocus
      />
      <Textarea
        label={t('newCase.description')}
        value={given.description}
        onChange={(event) => onDescription(event.currentTarget.value)}
        dir="auto"
        required
        autosize
        minRows={4}
        maxRows={10}
      />
      <div>
        <span className={alertClasses.label}>{t('newCase.priority')}</span>
        <SegmentedControl
          aria-label={t('newCase.priority')}
          fullWidth
          value={given.priority}
          onChange={(value) => onPriority(value)}
          data={casePriorities.map((value) => ({ value, label: <PriorityMark priority={value} /> }))}
        />
      </div>
    </>
  )
}

/** Hands alerts up: into a case that is opened for them, or into one that is there. */
export const EscalateDialog = ({ alertIds, draft, onClose, onDone }: Props) => {
  const { t } = useTranslation()
  const [into, setInto] = useState<'new' | 'existing'>('new')
  const place = alertIds.length === 1 ? alertIds[0] : 'several'
  const [title, setTitle, clearTitle] = useDraft(`escalate-title:${place}`, null)
  const [description, setDescription, clearDescription] = useDraft(`escalate-text:${place}`, null)
  const [priority, setPriority] = useState(draft.priority)
  const [typed, setTyped] = useState('')
  const [caseId, setCaseId] = useState<string | null>(null)
  const [key] = useState(newIdempotencyKey)
  const { cases, isCurrent } = useFoundCases(typed, {
    size: 20,
    isEnabled: into === 'existing',
    statuses: openStatuses,
  })
  const escalate = useEscalate()
  const given = {
    title: title === '' ? draft.title : title,
    description: description === '' ? draft.description : description,
  }
  const ready =
    into === 'new'
      ? given.title.trim() !== '' && given.title.length <= titleMax && given.description.trim() !== ''
      : caseId !== null
  const done = (id: number, number: string | null): void => {
    clearTitle()
    clearDescription()
    notifications.show({
      autoClose: 12_000,
      message: (
        <span>
          {t('alerts.escalate.done', { count: alertIds.length })}{' '}
          <a href={caseHref(id)}>{number ?? t('alerts.escalate.open')}</a>
        </span>
      ),
    })
    onDone?.()
    onClose()
  }
  const confirm = (): void => {
    const to =
      into === 'existing'
        ? { caseId: Number(caseId) }
        : {
            key,
            newCase: {
              ...given,
              priority,
              ...(draft.customer === null ? {} : { related_customer_id: draft.customer }),
              ...(draft.account === null ? {} : { related_account_id: draft.account }),
            },
          }
    escalate.mutate({ alertIds, to }, { onSuccess: ({ id, number }) => done(id, number) })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('alerts.escalate.title', { count: alertIds.length })}
      confirm={t(`alerts.escalate.submit.${into}`)}
      onConfirm={confirm}
      pending={escalate.isPending}
      disabled={!ready}
      error={escalate.error}
      size={560}
    >
      <SegmentedControl
        aria-label={t('alerts.escalate.into')}
        value={into}
        onChange={(value) => setInto(value === 'existing' ? 'existing' : 'new')}
        data={[
          { value: 'new', label: t('alerts.escalate.new') },
          { value: 'existing', label: t('alerts.escalate.existing') },
        ]}
      />
      {into === 'new' ? (
        <NewCaseFields
          given={{ ...given, priority }}
          onTitle={setTitle}
          onDescription={setDescription}
          onPriority={setPriority}
        />
      ) : (
        <FoundSelect
          label={t('alerts.escalate.which')}
          description={t('alerts.escalate.whichHint')}
          found={cases.map((item) => ({ value: String(item.id), label: `${item.case_number} ${item.title}` }))}
          isCurrent={isCurrent}
          onType={setTyped}
          value={caseId}
          onChange={setCaseId}
          nothing={t('alerts.escalate.noCase')}
        />
      )}
    </ConfirmDialog>
  )
}
