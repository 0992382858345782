import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useWorkspace, type Me } from '../../../data/queries/session.ts'
import { readDraft, useDraft, writeDraft } from '../../../state/drafts.ts'
import { navigate } from '../../../state/route.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import {
  factsOf,
  keptOf,
  openingForm,
  readForm,
  readKept,
  type FactsForm,
  type FactsProblems,
} from '../model/facts-form.ts'
import classes from './acquire.module.css'
import { ChosenList } from './ChosenList.tsx'
import type { Chosen, Collected } from './collect.ts'
import { FactsFields } from './FactsFields.tsx'
import { AcquireSources } from './AcquireSources.tsx'
import { summaryOf } from './summary.ts'
import { useBegin } from './useBegin.ts'

type Props = {
  readonly file: CaseFull
  readonly me: Me
  readonly chosen: readonly Chosen[]
  readonly unreadable: readonly string[]
  /** Whether the folders of a drop are still being read. */
  readonly reading: boolean
  readonly onAdd: (more: Collected) => void
  readonly onRemove: (gone: readonly Chosen[]) => void
  readonly onClose: () => void
}

/** Where it is kept what this person's last acquisition said; it ends with an erasure in that case. */
const lastKey = 'acquire-last'

const useForm = (caseId: number, me: Me) => {
  const version = useWorkspace().data?.version ?? ''
  const [draft, setDraft, clearDraft] = useDraft(`acquire:${caseId}`, caseId)
  const opening = openingForm({ version, me: me.user.name, last: readKept(readDraft(lastKey)) })
  const form = readForm(draft, opening)
  const change = (field: keyof FactsForm, value: string): void => setDraft(JSON.stringify({ ...form, [field]: value }))
  return { form, change, clear: clearDraft }
}

/** Asks where the bytes come from, then begins to take them. What was typed stays until they were accepted. */
export const AcquireDialog = ({ file, me, chosen, unreadable, reading, onAdd, onRemove, onClose }: Props) => {
  const { t } = useTranslation()
  const { form, change, clear } = useForm(file.id, me)
  const [problems, setProblems] = useState<FactsProblems>({})
  const summary = summaryOf(chosen)
  const begin = useBegin(file.id, summary)
  // After a drop the facts come next; without one, the choice.
  const [dropped] = useState(chosen.length > 0 || reading)

  const confirm = (): void => {
    const read = factsOf(form, summary, me.user.name, Date.now())
    if ('problems' in read) {
      setProblems(read.problems)
      return
    }
    begin.mutate(read.facts, {
      onSuccess: ({ begun, failed }) => {
        if (begun.length > 0) writeDraft(lastKey, JSON.stringify(keptOf(form)), file.id)
        if (failed.length > 0) {
          onRemove(begun)
          return
        }
        clear()
        onClose()
        navigate({ name: 'evidence', id: file.id, piece: null, query: {} })
      },
    })
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('evidence.acquire.title', { number: file.case_number })}
      confirm={
        summary.things === 0
          ? t('evidence.acquire.submitNothing')
          : t('evidence.acquire.submit', { count: summary.things })
      }
      onConfirm={confirm}
      pending={begin.isPending}
      disabled={chosen.length === 0 || reading}
      error={begin.error ?? begin.data?.failed[0]?.error}
      size={720}
    >
      <ChosenList
        chosen={chosen}
        unreadable={unreadable}
        reading={reading}
        summary={summary}
        failed={begin.data?.failed ?? []}
        onRemove={onRemove}
      />
      <AcquireSources onAdd={onAdd} autoFocus={!dropped} />
      <div className={classes.facts}>
        <FactsFields
          form={form}
          summary={summary}
          problems={problems}
          autoFocus={dropped}
          onChange={(field, value) => {
            setProblems(({ [field]: _, ...rest }) => rest)
            change(field, value)
          }}
        />
      </div>
      <p className={classes.sealed}>{t('evidence.acquire.sealed')}</p>
    </ConfirmDialog>
  )
}
