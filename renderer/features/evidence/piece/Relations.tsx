import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  relationKind,
  relationKinds,
  type EvidenceFull,
  type EvidenceRelation,
  type RelationKind,
} from '../../../../shared/schema/evidence.ts'
import { fitsTyped } from '../../../data/fitsTyped.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { shortName, visibleName } from '../../../ui/file-name.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { FoundSelect } from '../../../ui/FoundSelect.tsx'
import { useEvidenceSearch } from '../data/useEvidence.ts'
import { useRelatePiece, useUnrelatePiece } from '../data/useEvidenceWrites.ts'
import classes from './piece.module.css'

type Props = {
  readonly caseId: number
  readonly piece: EvidenceFull
  readonly writes: boolean
  readonly adding: boolean
  readonly onAdd: (on: boolean) => void
  readonly onShow: (piece: number) => void
}

const Editor = ({ caseId, piece, onAdd }: Pick<Props, 'caseId' | 'piece' | 'onAdd'>) => {
  const { t } = useTranslation()
  const [kind, setKind] = useState<RelationKind>('related_to')
  const [to, setTo] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const [asked] = useDebouncedValue(wanted, 150)
  const answer = useEvidenceSearch(caseId, asked)
  const found = answer.data ?? []
  const write = useRelatePiece(caseId, piece.id)
  // A name alone may stand for several pieces: the id tells them apart, and what was typed stays in the field.
  const options = found
    .filter(({ id }) => id !== piece.id)
    .map((one) => ({
      value: String(one.id),
      label: [one.label, shortName(visibleName(one.name), 60), `#${one.id}`]
        .filter((part) => part !== null)
        .join(' · '),
    }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (to !== null) write.mutate({ to: Number(to), kind }, { onSuccess: () => onAdd(false) })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onAdd(false)
  }
  return (
    <form className={classes.form} onSubmit={submit} onKeyDown={onKeyDown}>
      <Select
        label={t('evidence.piece.thisPiece')}
        data={relationKinds.map((value) => ({ value, label: t(`evidence.relation.out.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(relationKind.catch('related_to').parse(value))}
        allowDeselect={false}
        autoFocus
      />
      <FoundSelect
        label={t('evidence.piece.otherPiece')}
        placeholder={t('evidence.piece.otherHint')}
        found={options}
        isCurrent={fitsTyped(wanted, asked, answer)}
        value={to}
        onChange={setTo}
        onType={(text) => setTyped(options.some(({ label }) => label === text) ? asked : text)}
        nothing={t('evidence.piece.noOther')}
        required={false}
      />
      {write.error === null ? null : <ErrorState error={write.error} compact />}
      <div className={classes.formFoot}>
        <Button variant="default" size="compact-xs" onClick={() => onAdd(false)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" size="compact-xs" loading={write.isPending} disabled={to === null}>
          {t('evidence.piece.relate')}
        </Button>
      </div>
    </form>
  )
}

const Row = ({
  caseId,
  piece,
  relation,
  writes,
  onShow,
}: { readonly relation: EvidenceRelation } & Pick<Props, 'caseId' | 'piece' | 'writes' | 'onShow'>) => {
  const { t } = useTranslation()
  const undo = useUnrelatePiece(caseId)
  const remove = (): void => {
    const [from, to] = relation.direction === 'out' ? [piece.id, relation.to] : [relation.to, piece.id]
    undo.mutate({ from, to, kind: relation.kind })
  }
  return (
    <li className={classes.relation}>
      <span className={classes.relationKind}>{t(`evidence.relation.${relation.direction}.${relation.kind}`)}</span>
      <button type="button" className={classes.link} onClick={() => onShow(relation.to)}>
        <FileName name={relation.to_name} />
      </button>
      {writes ? (
        <ActionIcon
          size={20}
          onClick={remove}
          loading={undo.isPending}
          aria-label={t('evidence.piece.unrelate', { name: visibleName(relation.to_name) })}
        >
          <IconX size={13} aria-hidden />
        </ActionIcon>
      ) : null}
      {undo.error === null ? null : <ErrorState error={undo.error} compact />}
    </li>
  )
}

/** How the piece stands to other pieces of the case. */
export const Relations = ({ caseId, piece, writes, adding, onAdd, onShow }: Props) => {
  const { t } = useTranslation()
  return (
    <section className={classes.block}>
      <div className={classes.blockHead}>
        <h3>{t('evidence.piece.relations')}</h3>
        {writes && !adding ? (
          <Tooltip label={t('evidence.commands.relate')}>
            <ActionIcon size={22} onClick={() => onAdd(true)} aria-label={t('evidence.commands.relate')}>
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </div>
      {piece.relation_list.length === 0 && !adding ? (
        <p className={classes.nothing}>{t('evidence.piece.noRelations')}</p>
      ) : null}
      <ul className={classes.relations}>
        {piece.relation_list.map((relation) => (
          <Row
            key={`${relation.direction} ${relation.kind} ${relation.to}`}
            caseId={caseId}
            piece={piece}
            relation={relation}
            writes={writes}
            onShow={onShow}
          />
        ))}
      </ul>
      {adding && writes ? <Editor caseId={caseId} piece={piece} onAdd={onAdd} /> : null}
    </section>
  )
}
