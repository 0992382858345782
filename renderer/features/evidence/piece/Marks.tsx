import { ActionIcon, Button, TagsInput, TextInput, Tooltip } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { evidenceLabel, evidenceTag, evidenceTagsMax, type EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useEditPiece } from '../data/useEvidenceWrites.ts'
import classes from './piece.module.css'

type Props = {
  readonly caseId: number
  readonly piece: EvidenceFull
  readonly writes: boolean
  readonly editing: boolean
  readonly onEdit: (on: boolean) => void
}

const sameTags = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((tag, index) => tag === other[index])

const Editor = ({ caseId, piece, onEdit }: Pick<Props, 'caseId' | 'piece' | 'onEdit'>) => {
  const { t } = useTranslation()
  const [label, setLabel] = useState(piece.label ?? '')
  const [tags, setTags] = useState<readonly string[]>(piece.tags)
  const write = useEditPiece(caseId, piece.id)
  const given = label.trim() === '' ? null : label.trim()
  const badLabel = given === null ? undefined : evidenceLabel.safeParse(given).error?.issues[0]?.message
  const badTag = tags
    .map((tag) => evidenceTag.safeParse(tag).error?.issues[0]?.message)
    .find((message) => message !== undefined)
  const labelChanged = given !== piece.label
  const tagsChanged = !sameTags(tags, piece.tags)
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (badLabel !== undefined || badTag !== undefined || write.isPending) return
    if (!labelChanged && !tagsChanged) onEdit(false)
    else
      write.mutate(
        { ...(labelChanged ? { label: given } : {}), ...(tagsChanged ? { tags: [...tags] } : {}) },
        { onSuccess: () => onEdit(false) },
      )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submit()
    }
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onEdit(false)
  }
  return (
    <form className={classes.form} onSubmit={submit} onKeyDown={onKeyDown}>
      <TextInput
        label={t('evidence.piece.label')}
        placeholder={t('evidence.piece.labelHint')}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={badLabel}
        autoFocus
        dir="auto"
      />
      <TagsInput
        label={t('evidence.piece.tags')}
        placeholder={t('evidence.piece.tagsHint')}
        value={[...tags]}
        onChange={setTags}
        maxTags={evidenceTagsMax}
        error={badTag}
        acceptValueOnBlur
        clearable={false}
      />
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      <div className={classes.formFoot}>
        <Button variant="default" size="compact-xs" onClick={() => onEdit(false)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" size="compact-xs" loading={write.isPending}>
          {t('evidence.piece.seal')}
        </Button>
      </div>
    </form>
  )
}

/** The exhibit mark and the tags of a piece. */
export const Marks = ({ caseId, piece, writes, editing, onEdit }: Props) => {
  const { t } = useTranslation()
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h3>{t('evidence.piece.marks')}</h3>
        {writes && !editing ? (
          <Tooltip label={t('evidence.commands.edit')}>
            <ActionIcon size={22} onClick={() => onEdit(true)} aria-label={t('evidence.commands.edit')}>
              <IconPencil size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </div>
      {editing && writes ? (
        <Editor caseId={caseId} piece={piece} onEdit={onEdit} />
      ) : (
        <div className={classes.marks}>
          {piece.label === null ? (
            <span className="fs-muted">{t('evidence.piece.noLabel')}</span>
          ) : (
            <bdi className={classes.mark}>{piece.label}</bdi>
          )}
          {piece.tags.map((tag) => (
            <bdi key={tag} className={classes.tag}>
              {tag}
            </bdi>
          ))}
        </div>
      )}
    </section>
  )
}
