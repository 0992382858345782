import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDownload, IconTableImport } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { Bytes } from '../../../ui/Bytes.tsx'
import { FileName } from '../../../ui/FileName.tsx'
import { isFree } from '../../../ui/focusPlace.ts'
import { Keys } from '../../../ui/Keys.tsx'
import { KindIcon } from '../../../ui/KindIcon.tsx'
import classes from './piece.module.css'
import type { PieceNeighbours } from './usePieceNeighbours.ts'

/** Names of files that may hold rows; the others are read by the command, and refused in words where they hold none. */
const holdsRows = (name: string | null): boolean =>
  name === null ||
  /\.(csv|tsv|txt|jsonl?|ndjson|gz|zip|xlsx|xlsm|ods|xml|camt\w*|sta|mt94[02]|94[02]|swi|ofx|qfx|qif|bai2?)$/iu.test(
    name,
  )

type Props = {
  readonly piece: EvidenceFull
  readonly neighbours: PieceNeighbours
  readonly onShow: (piece: number | null) => void
  readonly onDownload: () => void
  readonly downloading: boolean
  /** null: nobody here may import. */
  readonly onStatement: (() => void) | null
  readonly readingStatement: boolean
}

const Hint = ({ label, shortcut }: { readonly label: string; readonly shortcut: string }) => (
  <span className={classes.hint}>
    {label} <Keys shortcut={shortcut} />
  </span>
)

/** Which piece this is, where it stands in its list, and its download. */
export const PieceHeader = ({
  piece,
  neighbours: { previous, next, place, total },
  onShow,
  onDownload,
  downloading,
  onStatement,
  readingStatement,
}: Props) => {
  const { t, i18n } = useTranslation()
  const title = useRef<HTMLHeadingElement>(null)
  const isErased = piece.bytes === 'erased'
  // Whoever came by keyboard goes on from here: what had the focus in the list is gone.
  useEffect(() => {
    if (isFree()) title.current?.focus({ preventScroll: true })
  }, [])
  const step = (to: number | null, label: string, shortcut: string, Icon: typeof IconChevronLeft) => (
    <Tooltip label={<Hint label={label} shortcut={shortcut} />}>
      <ActionIcon size={24} disabled={to === null} onClick={() => to !== null && onShow(to)} aria-label={label}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <div className={classes.head}>
      <Tooltip label={<Hint label={t('evidence.piece.back')} shortcut="escape" />}>
        <ActionIcon size={24} onClick={() => onShow(null)} aria-label={t('evidence.piece.back')}>
          <IconArrowLeft size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className={classes.steps}>
        {step(previous, t('evidence.commands.previous'), 'k', IconChevronLeft)}
        {step(next, t('evidence.commands.next'), 'j', IconChevronRight)}
      </span>
      {piece.label === null ? null : (
        <bdi className={classes.mark} title={piece.label}>
          {piece.label}
        </bdi>
      )}
      <h2 ref={title} tabIndex={-1} className={classes.title}>
        <FileName name={piece.name} />
      </h2>
      <span className={classes.kind}>
        <KindIcon kind={piece.kind} /> {t(`evidence.kinds.${piece.kind}`)}
      </span>
      <Bytes value={piece.size} className={classes.size} />
      <span className={classes.headEnd}>
        {place === null || total === null ? null : (
          <span className={classes.place}>
            {t('evidence.piece.place', {
              place: place.toLocaleString(i18n.language),
              total: total.toLocaleString(i18n.language),
            })}
          </span>
        )}
        {isErased || onStatement === null || !holdsRows(piece.name) ? null : (
          <Tooltip label={t('evidence.piece.statementHint')}>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconTableImport size={14} aria-hidden />}
              onClick={onStatement}
              loading={readingStatement}
            >
              {t('evidence.piece.statement')}
            </Button>
          </Tooltip>
        )}
        <Tooltip label={<Hint label={t('evidence.piece.downloadHint')} shortcut="d" />}>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={onDownload}
            disabled={isErased}
            loading={downloading}
          >
            {t('evidence.piece.download')}
          </Button>
        </Tooltip>
      </span>
    </div>
  )
}
