import { ActionIcon, Button, SegmentedControl, TextInput, Tooltip } from '@mantine/core'
import { IconLayoutGrid, IconList, IconPackageExport, IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { evidenceKinds } from '../../../../shared/schema/evidence.ts'
import { knownFilters } from '../../../../shared/schema/known-files.ts'
import { useKnownFiles } from '../../../data/queries/known-files.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { filterChoices, withFilter } from '../../../state/filters.ts'
import type { EvidenceQuery } from '../../../state/route.ts'
import chips from '../../../ui/chips.module.css'
import { FilterMenu } from '../../../ui/FilterMenu.tsx'
import { KindIcon } from '../../../ui/KindIcon.tsx'
import { StandingIcon } from '../../../ui/KnownMarkSign.tsx'
import { useStable } from '../../../ui/useStable.ts'
import { useEvidenceActions } from '../actions.ts'
import { isFiltered, isInText, viewOf } from '../model/query.ts'
import { TextSearch, WhereSwitch } from '../text/TextSearch.tsx'
import { evidenceClasses } from './classes.ts'

type Props = {
  readonly query: EvidenceQuery
  readonly total: number | null
  readonly tags: readonly string[]
  readonly writes: boolean
  readonly onQuery: (query: EvidenceQuery) => void
}

/** Waits for a pause in the typing before it asks. */
const typingMs = 180

const Search = ({ query, onQuery }: Pick<Props, 'query' | 'onQuery'>) => {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const asked = query['q'] ?? ''
  const [typed, setTyped] = useState(asked)
  const [known, setKnown] = useState(asked)
  if (asked !== known) {
    setKnown(asked)
    if (asked !== typed.trim()) setTyped(asked)
  }
  useEffect(() => {
    if (typed.trim() === asked) return
    const timer = setTimeout(() => onQuery(withFilter(query, 'q', typed.trim())), typingMs)
    return () => clearTimeout(timer)
  }, [typed, asked, query, onQuery])
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'evidence.search',
        section: 'selection',
        title: t('evidence.commands.search'),
        shortcut: 'f',
        keywords: 'find',
        run: () => field.current?.focus(),
      },
    ],
    [t],
  )
  useCommands(commands)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (typed === '') event.currentTarget.blur()
    else setTyped('')
  }
  return (
    <TextInput
      ref={field}
      aria-label={t('evidence.bar.search')}
      placeholder={t('evidence.bar.search')}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed === '' ? undefined : (
          <ActionIcon size={18} onClick={() => setTyped('')} aria-label={t('common.clear')}>
            <IconX size={12} aria-hidden />
          </ActionIcon>
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      maxLength={200}
      className={evidenceClasses.search}
      dir="auto"
    />
  )
}

const ViewSwitch = ({ query, onQuery }: Pick<Props, 'query' | 'onQuery'>) => {
  const { t } = useTranslation()
  const view = viewOf(query)
  const turn = useStable(() => onQuery(withFilter(query, 'view', view === 'gallery' ? '' : 'gallery')))
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      {
        id: 'evidence.view',
        section: 'view',
        title: t('evidence.commands.view'),
        shortcut: 'w',
        keywords: 'gallery list tiles',
        run: () => turn(),
      },
    ],
    [t, turn],
  )
  useCommands(commands)
  return (
    <SegmentedControl
      aria-label={t('evidence.bar.view')}
      value={view}
      onChange={(next) => onQuery(withFilter(query, 'view', next === 'gallery' ? 'gallery' : ''))}
      data={[
        {
          value: 'list',
          label: (
            <Tooltip label={t('evidence.bar.list')}>
              <IconList size={15} role="img" aria-label={t('evidence.bar.list')} />
            </Tooltip>
          ),
        },
        {
          value: 'gallery',
          label: (
            <Tooltip label={t('evidence.bar.gallery')}>
              <IconLayoutGrid size={15} role="img" aria-label={t('evidence.bar.gallery')} />
            </Tooltip>
          ),
        },
      ]}
    />
  )
}

/** By lists of known files; where there is none, nothing can be narrowed by them. */
const KnownFilter = ({ query, onQuery }: Pick<Props, 'query' | 'onQuery'>) => {
  const { t } = useTranslation()
  const lists = useKnownFiles().data?.lists ?? []
  if (lists.length === 0 && query['known'] === undefined) return null
  return (
    <FilterMenu
      label={t('known.filter')}
      options={knownFilters.map((value) => ({
        value,
        label: t(`known.standing.${value}`),
        mark: (
          <span className={evidenceClasses.cell}>
            {value === 'unlisted' ? null : <StandingIcon standing={value} />} {t(`known.standing.${value}`)}
          </span>
        ),
      }))}
      {...filterChoices(query, onQuery).one('known')}
    />
  )
}

/** What the list is narrowed to. */
const Filters = ({ query, tags, onQuery }: Pick<Props, 'query' | 'tags' | 'onQuery'>) => {
  const { t } = useTranslation()
  const tag = query['tag']
  const tagsKnown = tag === undefined || tags.includes(tag) ? tags : [tag, ...tags]
  const { one } = filterChoices(query, onQuery)
  return (
    <>
      <Search query={query} onQuery={onQuery} />
      <FilterMenu
        label={t('evidence.bar.kind')}
        options={evidenceKinds.map((kind) => ({
          value: kind,
          label: t(`evidence.kinds.${kind}`),
          mark: (
            <span className={evidenceClasses.cell}>
              <KindIcon kind={kind} /> {t(`evidence.kinds.${kind}`)}
            </span>
          ),
        }))}
        {...one('kind')}
      />
      <KnownFilter query={query} onQuery={onQuery} />
      {tagsKnown.length === 0 ? null : (
        <FilterMenu
          label={t('evidence.bar.tag')}
          options={tagsKnown.map((value) => ({ value, label: value }))}
          {...one('tag')}
        />
      )}
      {isFiltered(query) ? (
        <button
          type="button"
          className={chips.chip}
          onClick={() =>
            onQuery({
              ...(query['view'] === undefined ? {} : { view: query['view'] }),
              ...(query['sort'] === undefined ? {} : { sort: query['sort'] }),
            })
          }
        >
          {t('evidence.bar.clear')}
        </button>
      ) : null}
    </>
  )
}

/** What the evidence is narrowed to, how it is shown, and what can be done with all of it. */
export const EvidenceBar = ({ query, total, tags, writes, onQuery }: Props) => {
  const { t, i18n } = useTranslation()
  const actions = useEvidenceActions()
  return (
    <div className={evidenceClasses.bar} role="toolbar" aria-label={t('evidence.bar.label')}>
      <WhereSwitch query={query} onQuery={onQuery} />
      {isInText(query) ? (
        <TextSearch query={query} onQuery={onQuery} />
      ) : (
        <Filters query={query} tags={tags} onQuery={onQuery} />
      )}
      <div className={evidenceClasses.barEnd}>
        {isInText(query) ? null : (
          <>
            <span className={evidenceClasses.total} role="status">
              {total === null
                ? ''
                : t('evidence.bar.total', { count: total, text: total.toLocaleString(i18n.language) })}
            </span>
            <ViewSwitch query={query} onQuery={onQuery} />
          </>
        )}
        {writes ? (
          <>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPackageExport size={14} aria-hidden />}
              onClick={() => actions.exportCase([])}
              aria-keyshortcuts="Shift+E"
            >
              {t('evidence.bar.export')}
            </Button>
            <Button
              size="compact-sm"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={actions.acquire}
              aria-keyshortcuts="u"
            >
              {t('evidence.bar.acquire')}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}
