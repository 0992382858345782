import { IconLink, IconMessage } from '@tabler/icons-react'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceItem } from '../../../../shared/schema/evidence.ts'
import { Bytes } from '../../../ui/Bytes.tsx'
import { visibleName } from '../../../ui/file-name.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { KindIcon } from '../../../ui/KindIcon.tsx'
import { KnownMarkSign } from '../../../ui/KnownMarkSign.tsx'
import { evidenceClasses } from './classes.ts'
import { pieceElementId } from './names.ts'
import { NotHere } from './NotHere.tsx'

type Props = {
  readonly item: EvidenceItem | undefined
  readonly index: number
  readonly active: boolean
  readonly selected: boolean
  readonly onPress: (index: number, item: EvidenceItem, event: MouseEvent) => void
  readonly onMark: (index: number, item: EvidenceItem, event: MouseEvent) => void
}

const Face = ({
  item,
  index,
  selected,
  onMark,
}: Pick<Props, 'index' | 'selected' | 'onMark'> & { readonly item: EvidenceItem }) => {
  const { t } = useTranslation()
  return (
    <>
      <div className={evidenceClasses.tileFace} data-kind={item.kind}>
        <span className={evidenceClasses.tileSelect} onClick={(event) => onMark(index, item, event)}>
          <input
            type="checkbox"
            checked={selected}
            readOnly
            tabIndex={-1}
            aria-label={t('evidence.list.select', { name: visibleName(item.name) })}
          />
        </span>
        <KindIcon kind={item.kind} size={38} stroke={1.3} />
        {item.label === null ? null : (
          <bdi className={evidenceClasses.label} title={item.label}>
            {item.label}
          </bdi>
        )}
      </div>
      <FileName name={item.name} className={evidenceClasses.tileName} />
      <span className={evidenceClasses.tileFacts}>
        <KnownMarkSign known={item.known} />
        <span>{t(`evidence.kinds.${item.kind}`)}</span>
        <Bytes value={item.size} />
        <NotHere bytes={item.bytes} />
        {item.notes === 0 ? null : (
          <span className={evidenceClasses.count} title={t('evidence.list.notes', { count: item.notes })}>
            <IconMessage size={12} aria-hidden />
            {item.notes}
          </span>
        )}
        {item.relations === 0 ? null : (
          <span className={evidenceClasses.count} title={t('evidence.list.relations', { count: item.relations })}>
            <IconLink size={12} aria-hidden />
            {item.relations}
          </span>
        )}
      </span>
    </>
  )
}

/** One piece as a tile. Its picture is its kind: evidence is decoded in the sandboxed preview only, never here. */
export const EvidenceTile = memo(function EvidenceTile({ item, index, active, selected, onPress, onMark }: Props) {
  return (
    <div
      role="gridcell"
      id={pieceElementId(index)}
      aria-selected={selected}
      data-active={active || undefined}
      className={evidenceClasses.tile}
      onClick={item === undefined ? undefined : (event) => onPress(index, item, event)}
    >
      {item === undefined ? (
        <span className={evidenceClasses.tileFace} />
      ) : (
        <Face item={item} index={index} selected={selected} onMark={onMark} />
      )}
    </div>
  )
})
