import { Button, Textarea } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoundCases } from '../../../data/queries/foundCases.ts'
import { useNetworkState } from '../../../data/queries/network.ts'
import { useWorkspace, type Me } from '../../../data/queries/session.ts'
import { useDraft } from '../../../state/drafts.ts'
import { hrefOf, openCase } from '../../../state/route.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { FoundSelect } from '../../../ui/FoundSelect.tsx'
import states from '../../../ui/states.module.css'
import type { PictureColours } from '../picture/palette.ts'
import type { Caption } from './compose.ts'
import type { Looked } from './data.ts'
import classes from './save.module.css'
import type { SendEvidence } from './send.ts'
import { useSave, type Saved } from './useSave.ts'

type Props = {
  readonly me: Me
  readonly looked: Looked
  readonly picture: { readonly canvas: HTMLCanvasElement; readonly palette: PictureColours } | null
  readonly caption: Caption
  readonly atMs: number
  readonly send: SendEvidence
  readonly onClose: () => void
}

const noteMost = 4_000

const Done = ({ saved, onClose }: { readonly saved: Saved; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('network.save.doneTitle')}>
      <div className={classes.done}>
        <p role="status" className={classes.good}>
          <IconCircleCheck size={18} aria-hidden /> {t('network.save.done', { count: saved.pieces.length })}
        </p>
        <ul>
          {saved.pieces.map(({ name, evidenceId }) => (
            <li key={name}>
              <a href={hrefOf({ name: 'evidence', id: saved.caseId, piece: evidenceId, query: {} })}>{name}</a>
            </li>
          ))}
        </ul>
        <div className={states.dialogFoot}>
          <Button variant="default" onClick={() => openCase(saved.caseId)}>
            {t('network.save.toCase')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Saves what is seen into a case: the picture with its caption, and the data behind it. */
export const SaveDialog = ({ me, looked, picture, caption, atMs, send, onClose }: Props) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [caseId, setCaseId] = useState<string | null>(null)
  const [note, setNote, clearNote] = useDraft('network-save', null)
  const { cases, isCurrent } = useFoundCases(typed, { size: 20 })
  const network = useNetworkState().data ?? null
  const version = useWorkspace().data?.version ?? ''
  const save = useSave(send)
  if (save.data !== undefined) return <Done saved={save.data} onClose={onClose} />
  const confirm = (): void => {
    if (caseId === null) return
    save.mutate(
      { caseId: Number(caseId), note, looked, picture, caption, atMs, by: me.user.name, version, network },
      { onSuccess: clearNote },
    )
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('network.save.title')}
      confirm={t('network.save.submit')}
      onConfirm={confirm}
      pending={save.isPending}
      disabled={caseId === null || note.length > noteMost}
      error={save.error}
      size={560}
    >
      <FoundSelect
        label={t('network.save.case')}
        placeholder={t('network.save.casePlaceholder')}
        found={cases.map((item) => ({ value: String(item.id), label: `${item.case_number} ${item.title}` }))}
        isCurrent={isCurrent}
        onType={setTyped}
        value={caseId}
        onChange={setCaseId}
        nothing={t('network.save.noCase')}
      />
      <Textarea
        label={t('network.save.note')}
        description={t('network.save.noteHint')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={note.length > noteMost ? t('common.characters', { count: note.length, max: noteMost }) : undefined}
        autosize
        minRows={2}
        maxRows={6}
        dir="auto"
      />
      <div className={classes.what}>
        <strong>{t(picture === null ? 'network.save.dataOnly' : 'network.save.both')}</strong>
        {caption.lines.map((line) => (
          <p key={line} dir="auto">
            {line}
          </p>
        ))}
      </div>
    </ConfirmDialog>
  )
}
