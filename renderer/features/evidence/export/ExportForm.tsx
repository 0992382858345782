import { Button, Radio, TextInput } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { exportChoice, type ExportChoice } from '../../../../shared/api/exports.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { provenText, type ProofOfCase } from '../../../../shared/text/proven.ts'
import { ApiError } from '../../../data/errors.ts'
import { useEvidenceCount } from '../../../data/queries/evidence.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Keys } from '../../../ui/Keys.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { useStartExport } from '../data/useEvidenceWrites.ts'
import { useExportQuotations } from '../data/useExportQuotations.ts'
import classes from './export.module.css'
import { QuotedChoice } from './QuotedChoice.tsx'
import { WithheldChoice } from './WithheldChoice.tsx'

type Props = {
  readonly file: CaseFull
  readonly selected: readonly number[]
  readonly onStarted: () => void
  readonly onClose: () => void
}

const pieceChoices = ['all', 'selected', 'none'] as const
const valueChoices = ['all', 'some', 'none'] as const
type PieceChoice = (typeof pieceChoices)[number]
type ValueChoice = (typeof valueChoices)[number]

const evidenceOf = (choice: PieceChoice, selected: readonly number[]): ExportChoice['evidence'] =>
  choice === 'selected' ? [...selected] : choice
const disclosuresOf = (
  choice: ValueChoice,
  except: ReadonlySet<string>,
  withQuotations: boolean | undefined,
): ExportChoice['disclosures'] =>
  choice === 'some'
    ? { except: [...except], ...(withQuotations === undefined ? {} : { with_quotations: withQuotations }) }
    : choice

/** What will be proven of the case with the entry by which the export is sealed. */
const provenWith = ({ entries, last_witnessed: seen }: CaseFull['seal']): ProofOfCase => ({
  entries: entries + 1,
  witnessed: seen?.size ?? 0,
})

/**
 * Reports came to quote what is left out after they were asked for: the question is on the screen instead of an error.
 */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.code === 'quoted_in_reports'

/** Chooses what goes into a bundle, for whom and why. */
export const ExportForm = ({ file, selected, onStarted, onClose }: Props) => {
  const { t, i18n } = useTranslation()
  const total = useEvidenceCount(file.id).data
  const [pieces, setPieces] = useState<PieceChoice>(selected.length > 0 ? 'selected' : 'all')
  const [values, setValues] = useState<ValueChoice>('all')
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set())
  const [withQuotations, setWithQuotations] = useState<boolean>()
  const [recipient, setRecipient] = useDraft(`export-recipient:${file.id}`, file.id)
  const [reason, setReason, clearReason] = useDraft(`export-reason:${file.id}`, file.id)
  const [reminders, setReminders] = useState(0)
  const start = useStartExport(file.id)
  const asked = useExportQuotations(file.id, except, values === 'some')
  const quotations = values === 'some' && except.size > 0 ? (asked.data ?? []) : []
  // An answer is given to the versions that are on the screen: what was quoted by another choice may be others.
  const answer = asked.isPlaceholderData ? undefined : withQuotations
  const given = recipient.trim()
  const choice = exportChoice.safeParse({
    evidence: evidenceOf(pieces, selected),
    disclosures: disclosuresOf(values, except, answer),
    reason,
    ...(given === '' ? {} : { recipient: given }),
  })
  const chooseExcept = (next: ReadonlySet<string>): void => {
    setExcept(next)
    setWithQuotations(undefined)
    setReminders(0)
  }
  const problemAt = (field: string): string | undefined =>
    choice.error?.issues.find(({ path }) => path[0] === field)?.message
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (!choice.success || start.isPending) return
    if (quotations.length > 0 && answer === undefined) {
      setReminders(reminders + 1)
      return
    }
    start.mutate(choice.data, {
      onError: (error) => {
        if (!isUnanswered(error)) return
        void asked.refetch()
        setReminders(reminders + 1)
      },
      onSuccess: () => {
        clearReason()
        onStarted()
      },
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) {
      event.preventDefault()
      submit()
    }
  }
  const number = (count: number): string => count.toLocaleString(i18n.language)
  return (
    <form className={classes.form} onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <div className={classes.means}>
        <IconShieldCheck size={18} stroke={1.7} aria-hidden />
        <p>
          {t('evidence.export.means')} {provenText(provenWith(file.seal))} {t('evidence.export.own')}
        </p>
      </div>
      <Radio.Group
        label={t('evidence.export.pieces')}
        value={pieces}
        onChange={(value) => setPieces(pieceChoices.find((one) => one === value) ?? 'all')}
      >
        <div className={classes.options}>
          <Radio
            value="all"
            label={t('evidence.export.allPieces', { count: total ?? 0, text: number(total ?? 0) })}
            data-autofocus={pieces === 'all' || undefined}
          />
          {selected.length === 0 ? null : (
            <Radio
              value="selected"
              label={t('evidence.export.selectedPieces', { count: selected.length })}
              data-autofocus={pieces === 'selected' || undefined}
            />
          )}
          <Radio value="none" label={t('evidence.export.noPieces')} />
        </div>
      </Radio.Group>
      <Radio.Group
        label={t('evidence.export.values')}
        description={t('evidence.export.valuesHint')}
        value={values}
        onChange={(value) => setValues(valueChoices.find((one) => one === value) ?? 'all')}
      >
        <div className={classes.options}>
          <Radio value="all" label={t('evidence.export.allValues')} />
          <Radio value="some" label={t('evidence.export.someValues')} />
          <Radio value="none" label={t('evidence.export.noValues')} />
        </div>
      </Radio.Group>
      {values === 'some' ? <WithheldChoice caseId={file.id} except={except} onExcept={chooseExcept} /> : null}
      {values === 'some' && asked.error !== null ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} compact />
      ) : null}
      {quotations.length > 0 ? (
        <QuotedChoice
          quotations={quotations}
          withQuotations={answer}
          onChoice={setWithQuotations}
          reminders={reminders}
        />
      ) : null}
      <TextInput
        label={t('evidence.export.recipient')}
        description={t('evidence.export.recipientHint')}
        placeholder="age1…"
        value={recipient}
        onChange={(event) => setRecipient(event.currentTarget.value)}
        error={given === '' ? undefined : problemAt('recipient')}
        spellCheck={false}
        classNames={{ input: 'fs-mono' }}
        dir="ltr"
      />
      <RationaleField
        label={t('evidence.export.reason')}
        hint={t('evidence.export.reasonHint')}
        value={reason}
        onChange={setReason}
        error={reason.trim() === '' ? null : (problemAt('reason') ?? null)}
        minRows={2}
      />
      {start.error === null || (isUnanswered(start.error) && quotations.length > 0) ? null : (
        <ErrorState error={start.error} compact />
      )}
      <div className={classes.foot}>
        <Keys shortcut="mod+enter" />
        <Button variant="default" onClick={onClose} disabled={start.isPending}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={start.isPending} disabled={!choice.success}>
          {t('evidence.export.submit')}
        </Button>
      </div>
    </form>
  )
}
