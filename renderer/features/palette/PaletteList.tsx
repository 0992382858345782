import { IconArrowRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { searchAreas, type SearchArea } from '../../../shared/schema/search.ts'
import { Keys } from '../../ui/Keys.tsx'
import type { PaletteGroup, PaletteLine } from './lines.ts'
import { ResultLine } from './results/ResultLine.tsx'
import classes from './palette.module.css'

export const paletteListId = 'palette-list'

/** The id of a line in the document, by which the field says which one is chosen. */
export const lineId = (key: string): string => `palette-${encodeURIComponent(key)}`

const Content = ({ line }: { readonly line: PaletteLine }) => {
  const { t } = useTranslation()
  if (line.kind === 'result') return <ResultLine result={line.result} />
  if (line.kind === 'more')
    return (
      <span className={classes.moreLine}>
        {t(`search.moreIn.${line.area}`)} <IconArrowRight size={13} aria-hidden />
      </span>
    )
  const { title, shortcut } = line.command
  return (
    <>
      <span className={classes.command}>{title}</span>
      {shortcut === undefined ? null : <Keys shortcut={shortcut} />}
    </>
  )
}

type Props = {
  readonly groups: readonly PaletteGroup[]
  readonly active: string | null
  readonly isBusy: boolean
  readonly onActive: (key: string) => void
  readonly onTake: (line: PaletteLine) => void
}

const isArea = (key: string): key is SearchArea => searchAreas.some((area) => area === key)

/** Commands and results in one list of options; the focus stays in the field above it. */
export const PaletteList = ({ groups, active, isBusy, onActive, onTake }: Props) => {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const first = groups[0]?.lines[0]?.key
  useEffect(() => {
    if (active === null) return
    // The heading of the first group is seen with its first line.
    if (active === first) list.current?.scrollTo({ top: 0 })
    else document.getElementById(lineId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active, first])
  return (
    <div
      ref={list}
      id={paletteListId}
      role="listbox"
      className={classes.scroll}
      aria-label={t('shell.palette')}
      aria-busy={isBusy}
    >
      {groups.map(({ key, lines, isCut }) => (
        <div key={key} role="group" aria-labelledby={`palette-group-${key}`} className={classes.lines}>
          <div id={`palette-group-${key}`} className={classes.heading} role="presentation">
            {isArea(key) ? t(`search.area.${key}`) : t(`command.sections.${key}`)}
          </div>
          {lines.map((line) => (
            <div
              key={line.key}
              id={lineId(line.key)}
              role="option"
              aria-selected={line.key === active}
              className={classes.line}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => onActive(line.key)}
              onClick={() => onTake(line)}
            >
              <Content line={line} />
            </div>
          ))}
          {isCut ? (
            <div className={classes.hint} role="presentation">
              {t('search.typeMore')}
            </div>
          ) : null}
        </div>
      ))}
    </div>
  )
}
