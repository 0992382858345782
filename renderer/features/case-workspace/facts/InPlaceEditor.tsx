import { Button, Textarea } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { CaseFull } from '../../../../shared/schema/case.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useEditCase } from '../data/useCaseWrites.ts'
import { StaleNotice, useDecidedOn } from '../dialogs/StaleNotice.tsx'
import classes from '../workspace.module.css'

type Props = {
  readonly file: CaseFull
  readonly field: 'title' | 'description'
  readonly schema: z.ZodType<string>
  readonly max: number
  readonly label: string
  readonly onDone: () => void
}

/** Edits a text of the case where it stands: Escape leaves it as it was, Ctrl+Enter (Enter in a title) seals it. */
export const InPlaceEditor = ({ file, field, schema, max, label, onDone }: Props) => {
  const { t } = useTranslation()
  const [draft, setDraft, clearDraft] = useDraft(`edit-${field}:${file.id}`, file.id)
  const [touched, setTouched] = useState(draft !== '')
  const text = touched ? draft : file[field]
  const decided = useDecidedOn(file)
  const write = useEditCase(file.id)
  const checked = schema.safeParse(text)
  const problem =
    text.length > max
      ? t('case.edit.tooLong', { count: text.length, max })
      : text.trim() === ''
        ? t('case.edit.empty')
        : checked.error?.issues[0]?.message
  const unchanged = text === file[field]

  const leave = (): void => {
    clearDraft()
    onDone()
  }
  const save = (): void => {
    if (write.isPending || problem !== undefined || decided.stale) return
    if (unchanged) leave()
    else write.mutate({ body: { [field]: text }, revision: decided.revision }, { onSuccess: leave })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      leave()
      return
    }
    if (event.key !== 'Enter' || (field === 'description' && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    save()
  }
  return (
    <div className={classes.editor}>
      {decided.stale && !write.isPending ? <StaleNotice file={file} decided={decided} field={field} /> : null}
      {write.error === null || decided.stale ? null : <ErrorState error={write.error} compact />}
      <Textarea
        aria-label={label}
        description={touched && !unchanged ? t('case.edit.hint') : undefined}
        inputWrapperOrder={['input', 'error', 'description']}
        value={text}
        onChange={(event) => {
          setTouched(true)
          setDraft(event.currentTarget.value)
        }}
        onFocus={(event) => event.currentTarget.setSelectionRange(text.length, text.length)}
        onKeyDown={onKeyDown}
        error={problem}
        autoFocus
        autosize
        minRows={field === 'title' ? 1 : 4}
        maxRows={16}
        dir="auto"
        readOnly={write.isPending}
      />
      <div className={classes.editorFoot}>
        <Button variant="default" size="compact-xs" onClick={leave} disabled={write.isPending}>
          {t('case.edit.cancel')}
        </Button>
        <Button
          size="compact-xs"
          onClick={save}
          loading={write.isPending}
          disabled={problem !== undefined || unchanged || decided.stale}
        >
          {t('case.edit.save')}
        </Button>
      </div>
    </div>
  )
}
