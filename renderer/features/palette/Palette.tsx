import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { searchedMax } from '../../../shared/schema/search.ts'
import { searchedLeast, useSearch, type Searched } from '../../data/queries/search.ts'
import { currentCommands, useCommandRegistry } from '../../state/commands.ts'
import { closeDialog, openDialog, useDialogs } from '../../state/dialogs.ts'
import { FocusReturn } from '../../ui/dialog/FocusReturn.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { useEnterAhead } from '../../ui/useEnterAhead.ts'
import { paletteGroups, type PaletteGroup, type PaletteLine } from './lines.ts'
import { matches } from './matches.ts'
import { lineId, PaletteList, paletteListId } from './PaletteList.tsx'
import { resultHref } from './results/addresses.ts'
import classes from './palette.module.css'

const [store, spotlight] = createSpotlight()

/** What is said where nothing was found, and what to try next. */
const NoResults = ({ typed, searched }: { readonly typed: string; readonly searched: Searched }) => {
  const { t } = useTranslation()
  if (typed.trim().length < searchedLeast)
    return <p className={`${classes.scroll} ${classes.none}`}>{t('search.short')}</p>
  if (searched.hasFailed) return <p className={`${classes.scroll} ${classes.none}`}>{t('search.failed')}</p>
  if (!searched.isComplete) return <p className={`${classes.scroll} ${classes.none}`}>{t('command.searching')}</p>
  return (
    <div className={`${classes.scroll} ${classes.none}`}>
      <p className={classes.noneTitle}>
        {t('search.none')}{' '}
        <q className={classes.noneTyped}>
          <bdi>{typed.trim()}</bdi>
        </q>
      </p>
      <p>{t('search.noneHint')}</p>
    </div>
  )
}

/** How many lines there are, for those who do not see them; and that text of evidence was searched in part. */
const Counts = ({
  groups,
  typed,
  searched,
}: {
  groups: readonly PaletteGroup[]
  typed: string
  searched: Searched
}) => {
  const { t } = useTranslation()
  const results = groups.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'result').length
  const told = t('search.count', { count: results })
  const isMore = searched.groups.some(({ more }) => more)
  const { texts, isComplete } = searched
  const isPart = texts !== null && texts.searched < texts.cases
  const isAsked = typed.trim().length >= searchedLeast
  return (
    <div className={classes.foot}>
      <span className={classes.footKeys} aria-hidden>
        <Keys shortcut="up" />
        <Keys shortcut="down" /> {t('search.keys.choose')}
        <Keys shortcut="enter" /> {t('search.keys.open')}
        <Keys shortcut="escape" /> {t('search.keys.close')}
      </span>
      {isAsked && isPart ? <span>{t('search.textsInPart', { ...texts })}</span> : null}
      <span role="status" className={classes.count}>
        {!isAsked ? '' : isComplete ? (isMore ? t('search.countMore', { text: told }) : told) : t('command.searching')}
      </span>
    </div>
  )
}

type FieldProps = {
  readonly typed: string
  /** The line that is chosen; null: there is none. */
  readonly active: string | null
  readonly onType: (text: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The field keeps the focus; which line is chosen it says by that line's id. */
const SearchField = ({ typed, active, onType, onKeyDown }: FieldProps) => {
  const { t } = useTranslation()
  return (
    <div className={classes.field}>
      <IconSearch size={16} stroke={1.7} aria-hidden />
      <input
        type="text"
        role="combobox"
        data-autofocus
        className={classes.input}
        placeholder={t('command.placeholder')}
        aria-label={t('command.placeholder')}
        aria-expanded={active !== null}
        aria-controls={active === null ? undefined : paletteListId}
        aria-autocomplete="list"
        aria-activedescendant={active === null ? undefined : lineId(active)}
        value={typed}
        maxLength={searchedMax}
        dir="auto"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** One search: everything that can be done now, and everything that can be opened, by typing a part of it. */
export const Palette = () => {
  const { t } = useTranslation()
  const opened = useDialogs((dialogs) => dialogs.open === 'palette')
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const registered = useCommandRegistry((registry) => registry.groups)
  const searched = useSearch(query, opened)
  useEffect(() => {
    if (opened) spotlight.open()
    else spotlight.close()
  }, [opened])
  const offered = currentCommands(registered).filter(
    (command) => command.hidden !== true && matches(query, `${command.title} ${command.keywords ?? ''}`),
  )
  const groups = paletteGroups(offered, searched.groups, query.trim())
  const lines = groups.flatMap((group) => group.lines)
  const active = lines.find(({ key }) => key === chosen) ?? lines[0]

  const take = (line: PaletteLine | undefined): void => {
    if (line === undefined) return
    closeDialog()
    // Both go in one step: the focus has gone with the field when it is given back.
    spotlight.close()
    if (line.kind === 'command') {
      // The palette must have given the focus back before a command takes it.
      window.setTimeout(line.command.run)
      return
    }
    window.location.hash = line.kind === 'more' ? line.href : resultHref(line.result, query.trim())
  }
  const ahead = useEnterAhead(searched.isCurrent, () => take(active))
  const type = (text: string): void => {
    ahead.drop()
    setChosen(null)
    setQuery(text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const move = moves[event.key]
    if (move !== undefined && lines.length > 0) {
      event.preventDefault()
      const at = lines.findIndex(({ key }) => key === active?.key)
      setChosen(lines[(at + move + lines.length) % lines.length]?.key ?? null)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    // What fits an older text is never taken by a key that was pressed for a newer one.
    if (active?.kind !== 'command' && !searched.isCurrent) ahead.keep()
    else take(active)
  }
  return (
    <>
      {opened ? <FocusReturn /> : null}
      <Spotlight.Root
        store={store}
        query={query}
        onQueryChange={type}
        onSpotlightClose={() => {
          ahead.drop()
          if (useDialogs.getState().open === 'palette') closeDialog()
        }}
        onSpotlightOpen={() => openDialog('palette')}
        shortcut={null}
        returnFocus={false}
        size={720}
        lockScroll={false}
        centered={false}
        yOffset="9vh"
        attributes={{ content: { 'aria-label': t('shell.palette') } }}
        transitionProps={{ duration: 0 }}
        overlayProps={{ backgroundOpacity: 0.3 }}
      >
        <SearchField typed={query} active={active?.key ?? null} onType={type} onKeyDown={onKeyDown} />
        {lines.length === 0 ? (
          <NoResults typed={query} searched={searched} />
        ) : (
          <PaletteList
            groups={groups}
            active={active?.key ?? null}
            isBusy={!searched.isComplete}
            onActive={setChosen}
            onTake={take}
          />
        )}
        <Counts groups={groups} typed={query} searched={searched} />
      </Spotlight.Root>
    </>
  )
}
