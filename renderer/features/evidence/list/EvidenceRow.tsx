import { IconCopy, IconLink, IconMessage } from '@tabler/icons-react'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceItem } from '../../../../shared/schema/evidence.ts'
import { Bytes } from '../../../ui/Bytes.tsx'
import { visibleName } from '../../../ui/file-name.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Cell } from '../../../ui/grid/Cell.tsx'
import { KindIcon } from '../../../ui/KindIcon.tsx'
import { KnownMarkSign } from '../../../ui/KnownMarkSign.tsx'
import { PersonName } from '../../../ui/PersonName.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { evidenceClasses } from './classes.ts'
import { pieceColumns } from './columns.ts'
import { folderOf, pieceElementId } from './names.ts'
import { NotHere } from './NotHere.tsx'

type Props = {
  readonly item: EvidenceItem | undefined
  readonly index: number
  readonly active: boolean
  readonly selected: boolean
  readonly onPress: (index: number, item: EvidenceItem, event: MouseEvent) => void
  readonly onMark: (index: number, item: EvidenceItem, event: MouseEvent) => void
  readonly onTag: (tag: string) => void
}

/** Enough of a SHA-256 to tell two apart by eye; the whole is in the hint and under the button. */
const shownDigits = 12

const Hash = ({ value }: { readonly value: string }) => {
  const { t } = useTranslation()
  return (
    <>
      <code title={value}>{value.slice(0, shownDigits)}</code>
      <button
        type="button"
        className={evidenceClasses.copy}
        tabIndex={-1}
        aria-label={t('evidence.list.copyHash')}
        title={t('evidence.list.copyHash')}
        onClick={(event) => {
          event.stopPropagation()
          void navigator.clipboard.writeText(value)
        }}
      >
        <IconCopy size={13} aria-hidden />
      </button>
    </>
  )
}

const Tags = ({ tags, onTag }: { readonly tags: readonly string[]; readonly onTag: (tag: string) => void }) => {
  const { t } = useTranslation()
  return (
    <>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          className={evidenceClasses.tag}
          tabIndex={-1}
          title={t('evidence.list.onlyTag', { tag })}
          onClick={(event) => {
            event.stopPropagation()
            onTag(tag)
          }}
        >
          <bdi>{tag}</bdi>
        </button>
      ))}
    </>
  )
}

const About = ({ item }: { readonly item: EvidenceItem }) => {
  const { t } = useTranslation()
  return (
    <>
      <NotHere bytes={item.bytes} />
      {item.notes === 0 ? null : (
        <span className={evidenceClasses.count} title={t('evidence.list.notes', { count: item.notes })}>
          <IconMessage size={13} stroke={1.8} aria-hidden />
          <span aria-hidden>{item.notes}</span>
          <span className="fs-visually-hidden">{t('evidence.list.notes', { count: item.notes })}</span>
        </span>
      )}
      {item.relations === 0 ? null : (
        <span className={evidenceClasses.count} title={t('evidence.list.relations', { count: item.relations })}>
          <IconLink size={13} stroke={1.8} aria-hidden />
          <span aria-hidden>{item.relations}</span>
          <span className="fs-visually-hidden">{t('evidence.list.relations', { count: item.relations })}</span>
        </span>
      )}
    </>
  )
}

const Waiting = () => (
  <>
    {pieceColumns.map(({ id }) => (
      <Cell key={id} column={id} className={evidenceClasses.cell}>
        {id === 'select' || id === 'label' ? null : <span className={evidenceClasses.bone} />}
      </Cell>
    ))}
  </>
)

const Cells = ({
  item,
  index,
  selected,
  onMark,
  onTag,
}: Pick<Props, 'index' | 'selected' | 'onMark' | 'onTag'> & { readonly item: EvidenceItem }) => {
  const { t } = useTranslation()
  const folder = folderOf(item.path)
  return (
    <>
      <Cell column="select" className={evidenceClasses.cell} onClick={(event) => onMark(index, item, event)}>
        <input
          type="checkbox"
          checked={selected}
          readOnly
          tabIndex={-1}
          aria-label={t('evidence.list.select', { name: visibleName(item.name) })}
        />
      </Cell>
      <Cell column="label" className={evidenceClasses.cell}>
        {item.label === null ? null : (
          <bdi className={evidenceClasses.label} title={item.label}>
            {item.label}
          </bdi>
        )}
      </Cell>
      <Cell column="name" className={evidenceClasses.cell}>
        <KnownMarkSign known={item.known} />
        <FileName name={item.name} className={evidenceClasses.name} />
        {folder === '' ? null : <FileName name={folder} className={evidenceClasses.folder} />}
      </Cell>
      <Cell column="kind" className={evidenceClasses.cell}>
        <KindIcon kind={item.kind} />
        <span className="fs-ellipsis">{t(`evidence.kinds.${item.kind}`)}</span>
      </Cell>
      <Cell column="size" className={evidenceClasses.cell}>
        <Bytes value={item.size} />
      </Cell>
      <Cell column="sha256" className={evidenceClasses.cell}>
        <Hash value={item.sha256} />
      </Cell>
      <Cell column="tags" className={evidenceClasses.cell}>
        <Tags tags={item.tags} onTag={onTag} />
      </Cell>
      <Cell column="about" className={evidenceClasses.cell}>
        <About item={item} />
      </Cell>
      <Cell column="acquired" className={evidenceClasses.cell}>
        <Timestamp at={item.acquired_at} />
        <PersonName name={item.acquired_by.name} />
      </Cell>
    </>
  )
}

/** One piece as a line; a grey one until its page has come. */
export const EvidenceRow = memo(function EvidenceRow({ item, index, active, selected, onPress, onMark, onTag }: Props) {
  return (
    <div
      role="row"
      id={pieceElementId(index)}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={active || undefined}
      className={evidenceClasses.row}
      onClick={item === undefined ? undefined : (event) => onPress(index, item, event)}
    >
      {item === undefined ? (
        <Waiting />
      ) : (
        <Cells item={item} index={index} selected={selected} onMark={onMark} onTag={onTag} />
      )}
    </div>
  )
})
