import { Button, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { KeyboardEvent, RefCallback } from 'react'
import type { EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { noteMax, textBlock } from '../../../../shared/schema/text.ts'
import { useDraft } from '../../../state/drafts.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Keys } from '../../../ui/Keys.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { useNotePiece } from '../data/useEvidenceWrites.ts'
import classes from './piece.module.css'

type Props = {
  readonly caseId: number
  readonly piece: EvidenceFull
  readonly writes: boolean
  /** Takes the text field, so that a command can put the focus there. */
  readonly field: RefCallback<HTMLTextAreaElement>
}

const noteSchema = textBlock(noteMax)

const Composer = ({ caseId, piece, field }: Pick<Props, 'caseId' | 'piece' | 'field'>) => {
  const { t } = useTranslation()
  const [text, setText, clear] = useDraft(`piece-note:${piece.id}`, caseId)
  const write = useNotePiece(caseId, piece.id)
  const checked = noteSchema.safeParse(text)
  const problem =
    text.trim() === ''
      ? undefined
      : text.length > noteMax
        ? t('common.characters', { count: text.length, max: noteMax })
        : checked.error?.issues[0]?.message
  const send = (): void => {
    if (checked.success && !write.isPending) write.mutate({ text }, { onSuccess: clear })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      event.currentTarget.blur()
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        ref={field}
        aria-label={t('evidence.piece.noteLabel')}
        placeholder={t('evidence.piece.notePlaceholder')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={problem}
        readOnly={write.isPending}
        autosize
        minRows={3}
        maxRows={12}
        dir="auto"
      />
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      <div className={classes.formFoot}>
        <Keys shortcut="mod+enter" />
        <Button type="submit" size="compact-sm" loading={write.isPending} disabled={!checked.success}>
          {t('evidence.piece.sealNote')}
        </Button>
      </div>
    </form>
  )
}

/** What people wrote about the piece, oldest first, and room for more. */
export const NotesTab = ({ caseId, piece, writes, field }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      {piece.note_list.length === 0 ? <p className={classes.nothing}>{t('evidence.piece.noNotes')}</p> : null}
      <ol className={classes.notes}>
        {piece.note_list.map((note) => (
          <li key={note.entry_id}>
            <div className={classes.noteHead}>
              <PersonName name={note.author.name} /> <Timestamp at={note.at} />
            </div>
            <p className={classes.noteText} dir="auto">
              {note.text}
            </p>
          </li>
        ))}
      </ol>
      {writes ? <Composer caseId={caseId} piece={piece} field={field} /> : null}
    </>
  )
}
