import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWithhold } from '../../../../shared/entries/catalogue.ts'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import {
  caseRelationKinds,
  type CaseRelationKind,
  type RelationSuggestion,
} from '../../../../shared/schema/case-relations.ts'
import { useFoundCases } from '../../../data/queries/foundCases.ts'
import { useRelateCases, useRelationSuggestions } from '../../../data/queries/relations.ts'
import { useSendKey } from '../../../data/useSendKey.ts'
import { useDraft } from '../../../state/drafts.ts'
import { FoundSelect } from '../../../ui/FoundSelect.tsx'
import { RationaleField } from '../../../ui/RationaleField.tsx'
import { CaseDecisionDialog } from './CaseDecisionDialog.tsx'
import classes from './dialogs.module.css'
import { useDecidedOn } from './StaleNotice.tsx'

/** A case that can be taken: its id, and what it is called in the list. */
type Choice = { readonly value: string; readonly label: string }

const choiceOf = (id: number, number: string, title: string): Choice => ({
  value: String(id),
  label: `${number} ${title}`,
})

const Shared = ({ suggestion }: { readonly suggestion: RelationSuggestion }) => {
  const { t } = useTranslation()
  const named = suggestion.shared.map(({ kind, id }) => t(`case.related.dialog.shared.${kind}`, { id }))
  const rest = suggestion.shared_count - named.length
  return (
    <span className={classes.shared}>
      {[...named, ...(rest > 0 ? [t('case.related.dialog.moreShared', { count: rest })] : [])].join(', ')}
    </span>
  )
}

/** Cases that share identifiers with this one, each with what it shares. */
const Suggestions = ({
  caseId,
  onChoose,
}: {
  readonly caseId: number
  readonly onChoose: (choice: Choice) => void
}) => {
  const { t } = useTranslation()
  const found = useRelationSuggestions(caseId).data
  if (found === undefined || (found.suggestions.length === 0 && found.too_common === 0)) return null
  return (
    <section className={classes.suggestions} aria-label={t('case.related.dialog.suggestions')}>
      <h3>{t('case.related.dialog.suggestions')}</h3>
      {found.suggestions.length === 0 ? null : (
        <ul>
          {found.suggestions.map((suggestion) => (
            <li key={suggestion.id}>
              <button
                type="button"
                onClick={() => onChoose(choiceOf(suggestion.id, suggestion.case_number, suggestion.title))}
              >
                <span className={classes.suggested} dir="auto" title={suggestion.title}>
                  <b>{suggestion.case_number}</b> {suggestion.title}
                </span>
                <Shared suggestion={suggestion} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {found.too_common === 0 ? null : <p>{t('case.related.dialog.tooCommon', { count: found.too_common })}</p>}
    </section>
  )
}

/** Says how this case belongs together with another, which is found by its number or any text of it. */
export const RelateDialog = ({ file, onClose }: { readonly file: CaseFull; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [kind, setKind] = useState<CaseRelationKind>('parent')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [notes, setNotes, clearNotes] = useDraft(`relate:${file.id}`, file.id)
  const key = useSendKey()
  const decided = useDecidedOn(file)
  const write = useRelateCases(file.id)
  const { cases, isCurrent } = useFoundCases(typed, { size: 20 })
  const found = cases.filter(({ id }) => id !== file.id).map((item) => choiceOf(item.id, item.case_number, item.title))
  const options = chosen === null || found.some(({ value }) => value === chosen.value) ? found : [chosen, ...found]
  const confirm = (): void => {
    if (chosen === null) return
    const body = { other_id: Number(chosen.value), relation: kind, notes }
    const done = (): void => {
      clearNotes()
      onClose()
    }
    write.mutate(
      { body, revision: decided.revision, idempotencyKey: key.of(JSON.stringify([body, decided.revision])) },
      { onSuccess: done },
    )
  }
  return (
    <CaseDecisionDialog
      file={file}
      decided={decided}
      title={t('case.related.dialog.title')}
      confirm={t('case.related.dialog.submit')}
      ready={chosen !== null && mayWithhold('case.related', 'notes', notes)}
      write={write}
      onConfirm={confirm}
      onClose={onClose}
      size={560}
    >
      <p className={classes.plain}>{t('case.related.dialog.text')}</p>
      <Select
        label={t('case.related.dialog.kind')}
        data={caseRelationKinds.map((value) => ({ value, label: t(`case.related.dialog.kinds.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(value ?? kind)}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      <FoundSelect
        label={t('case.related.dialog.which')}
        placeholder={t('case.related.dialog.placeholder')}
        found={options}
        isCurrent={isCurrent}
        onType={setTyped}
        value={chosen?.value ?? null}
        onChange={(value) => setChosen(options.find((option) => option.value === value) ?? null)}
        nothing={t('case.related.dialog.nothing')}
      />
      <Suggestions caseId={file.id} onChoose={setChosen} />
      <RationaleField value={notes} onChange={setNotes} />
    </CaseDecisionDialog>
  )
}
