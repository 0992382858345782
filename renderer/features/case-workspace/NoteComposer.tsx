import { Button, Textarea } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { useRef, type KeyboardEvent, type RefCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { noteMax } from '../../../shared/schema/text.ts'
import { NetworkError } from '../../data/errors.ts'
import { useSendKey } from '../../data/useSendKey.ts'
import { useDraft } from '../../state/drafts.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useAddNote } from './data/useCaseWrites.ts'
import classes from './workspace.module.css'

type Props = {
  readonly caseId: number
  /** Takes the text field, so that a command can put the focus there. */
  readonly field: RefCallback<HTMLTextAreaElement>
}

/**
 * The note at the foot of the timeline. The draft stays until the service has sealed it; the same text sent again
 * carries the same idempotency key, so a note whose answer was lost is sealed once.
 */
export const NoteComposer = ({ caseId, field }: Props) => {
  const { t } = useTranslation()
  const own = useRef<HTMLTextAreaElement>(null)
  const taken = useMergedRef(own, field)
  const [text, setText, clearText] = useDraft(`note:${caseId}`, caseId)
  const key = useSendKey()
  const write = useAddNote(caseId)
  const tooLong = text.length > noteMax
  const ready = text.trim() !== '' && !tooLong && !write.isPending

  const send = (): void => {
    if (!ready) return
    // Now, not after the answer: by then the person may be elsewhere, in a dialog for example.
    own.current?.focus()
    write.mutate(
      { text, idempotencyKey: key.of(text) },
      {
        onSuccess: () => {
          clearText()
          key.done()
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      {write.error instanceof NetworkError ? <p className={classes.composerHint}>{t('case.note.unknown')}</p> : null}
      <Textarea
        ref={taken}
        aria-label={t('case.note.label')}
        placeholder={t('case.note.placeholder')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={tooLong ? t('case.note.tooLong', { count: text.length, max: noteMax }) : undefined}
        readOnly={write.isPending}
        autosize
        minRows={text === '' ? 1 : 2}
        maxRows={12}
        dir="auto"
      />
      <div className={classes.composerFoot}>
        <span className={classes.composerState} role="status">
          {write.isSuccess && text === '' ? (
            <>
              <IconCircleCheck size={14} aria-hidden /> {t('case.note.sealed')}{' '}
              <Timestamp at={write.data.data.updated_at} style="seconds" />
            </>
          ) : text === '' ? null : (
            t('case.note.draft')
          )}
        </span>
        <Keys shortcut="mod+enter" />
        <Button type="submit" size="compact-sm" loading={write.isPending} disabled={!ready}>
          {t('case.note.send')}
        </Button>
      </div>
    </form>
  )
}
