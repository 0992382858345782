import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { isFree } from '../../../ui/focusPlace.ts'
import { KindIcon } from '../../../ui/KindIcon.tsx'
import { MarkedText } from '../../../ui/MarkedText.tsx'
import { useStable } from '../../../ui/useStable.ts'
import type { Line } from './lines.ts'
import classes from './text.module.css'
import { wayWords } from './words.ts'

type Props = {
  readonly lines: readonly Line[]
  readonly active: number
  readonly onActive: (index: number) => void
  readonly onLine: (line: Line) => void
  /** What is being fetched for a line to more. */
  readonly isFetching: boolean
}

const lineId = (index: number): string => `found-${index}`

/** A page is so many lines: passages are of several heights. */
const pageLines = 8

const targetOf = (key: string, active: number, count: number): number | null => {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    j: active + 1,
    ArrowUp: active - 1,
    k: active - 1,
    PageDown: active + pageLines,
    PageUp: active - pageLines,
    Home: 0,
    End: count - 1,
  }
  const target = steps[key]
  return target === undefined ? null : Math.max(0, Math.min(count - 1, target))
}

const LineText = ({ line, isFetching }: { readonly line: Line; readonly isFetching: boolean }) => {
  const { t } = useTranslation()
  if (line.kind !== 'passage')
    return (
      <span role="gridcell" className={classes.more}>
        {isFetching
          ? t('evidence.text.fetching')
          : line.kind === 'more'
            ? t('evidence.text.moreOfPiece', { name: line.piece.name })
            : t('evidence.text.morePieces')}
      </span>
    )
  const { passage } = line
  return (
    <>
      <bdi role="gridcell" className={classes.way}>
        {wayWords(t, passage.way)}
      </bdi>
      <span role="gridcell" className={classes.passage} dir="auto">
        <MarkedText {...passage} />
      </span>
    </>
  )
}

/** The keys of the list while the focus is elsewhere on the screen. */
const useResultCommands = (step: (key: string) => void, open: () => void): void => {
  const { t } = useTranslation()
  const commands = useMemo((): readonly PaletteCommand[] => {
    const moving = (id: string, key: string, shortcut: string, title: string): PaletteCommand => ({
      id,
      section: 'selection',
      title,
      shortcut,
      hidden: true,
      run: () => step(key),
    })
    return [
      moving('evidence.next', 'j', 'j', t('evidence.commands.nextPassage')),
      moving('evidence.previous', 'k', 'k', t('evidence.commands.previousPassage')),
      moving('evidence.down', 'ArrowDown', 'down', t('evidence.commands.nextPassage')),
      moving('evidence.up', 'ArrowUp', 'up', t('evidence.commands.previousPassage')),
      {
        id: 'evidence.open',
        section: 'selection',
        title: t('evidence.commands.openPassage'),
        shortcut: 'enter',
        run: open,
      },
    ]
  }, [t, step, open])
  useCommands(commands)
}

/** The passages that were found, piece by piece; one is the reader's place, and Enter goes there. */
export const TextResults = ({ lines, active, onActive, onLine, isFetching }: Props) => {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFree()) list.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    document.getElementById(lineId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const move = useStable((key: string): boolean => {
    const target = targetOf(key, active, lines.length)
    if (target !== null) onActive(target)
    return target !== null
  })
  const open = useStable((): void => {
    const line = lines[active]
    if (line !== undefined) onLine(line)
  })
  const step = useStable((key: string): void => {
    list.current?.focus({ preventScroll: true })
    move(key)
  })
  useResultCommands(step, open)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
    if (!move(event.key)) {
      if (event.key !== 'Enter') return
      open()
    }
    event.preventDefault()
  }
  return (
    <div
      ref={list}
      role="grid"
      aria-rowcount={lines.length}
      tabIndex={0}
      aria-label={t('evidence.text.results')}
      aria-activedescendant={lines.length === 0 ? undefined : lineId(active)}
      className={classes.results}
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <div key={index} role="presentation">
          {line.kind === 'passage' && line.isFirst ? (
            <div className={classes.piece} role="row">
              <span role="rowheader" className={classes.pieceName}>
                <KindIcon kind={line.piece.kind} />
                <FileName name={line.piece.name} />
              </span>
            </div>
          ) : null}
          <div
            id={lineId(index)}
            role="row"
            aria-rowindex={index + 1}
            aria-selected={index === active}
            className={classes.line}
            data-kind={line.kind}
            onClick={() => {
              onActive(index)
              onLine(line)
            }}
          >
            <LineText line={line} isFetching={isFetching && index === active} />
          </div>
        </div>
      ))}
    </div>
  )
}
