import { Button } from '@mantine/core'
import { IconFingerprint, IconSearchOff } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '../../data/queries/session.ts'
import { withFilter } from '../../state/filters.ts'
import { navigate, type EvidenceQuery } from '../../state/route.ts'
import { mayWrite } from '../../state/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useEvidenceActions } from './actions.ts'
import { EvidenceBar } from './list/EvidenceBar.tsx'
import { EvidenceGrid, type ActivePiece, type KnownList } from './list/EvidenceGrid.tsx'
import { evidenceClasses } from './list/classes.ts'
import { PieceSelectionBar } from './list/PieceSelectionBar.tsx'
import { useSelection } from './list/useSelection.ts'
import {
  isFiltered,
  isInText,
  listQueryOf,
  nextEvidenceSort,
  pageIn,
  evidenceSort,
  viewOf,
  withPage,
  wordsOf,
} from './model/query.ts'
import { PieceView } from './piece/PieceView.tsx'
import { startOfText, TextPane, type TextPlace } from './text/TextPane.tsx'
import { AcquisitionsPanel } from './progress/AcquisitionsPanel.tsx'

type Props = { readonly caseId: number; readonly me: Me; readonly piece: number | null; readonly query: EvidenceQuery }

const Empty = ({
  filtered,
  writes,
  onClear,
}: {
  readonly filtered: boolean
  readonly writes: boolean
  readonly onClear: () => void
}) => {
  const { t } = useTranslation()
  const actions = useEvidenceActions()
  if (filtered) {
    return (
      <EmptyState
        icon={<IconSearchOff size={30} stroke={1.4} />}
        title={t('evidence.empty.noMatch')}
        hint={t('evidence.empty.noMatchHint')}
      >
        <Button variant="default" onClick={onClear}>
          {t('evidence.bar.clear')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconFingerprint size={34} stroke={1.3} />}
      title={t('evidence.empty.none')}
      hint={t(writes ? 'evidence.empty.hint' : 'evidence.empty.readOnly')}
    >
      {writes ? <Button onClick={actions.acquire}>{t('evidence.empty.acquire')}</Button> : null}
    </EmptyState>
  )
}

const nothingKnown: KnownList = { total: null, tags: [] }

/** Where the reader is in what was found in the text, and the piece whose preview was asked for from there. */
const useTextPlace = (caseId: number, query: EvidenceQuery) => {
  const words = wordsOf(query)
  const [held, setHeld] = useState({ words, place: startOfText })
  const [looked, setLooked] = useState<number | null>(null)
  if (held.words !== words) setHeld({ words, place: startOfText })
  const setPlace = useCallback((place: TextPlace) => setHeld({ words, place }), [words])
  const look = useCallback(
    (piece: number, page: number | null): void => {
      setLooked(piece)
      navigate({ name: 'evidence', id: caseId, piece, query: withPage(query, page) })
    },
    [caseId, query],
  )
  return { place: held.place, setPlace, looked, look }
}

/** The evidence of a case, `#/cases/<id>/evidence`: its list or gallery, or one piece of it. */
export const EvidencePane = ({ caseId, me, piece, query }: Props) => {
  const { t } = useTranslation()
  const writes = mayWrite(me.role)
  const [active, setActive] = useState<ActivePiece>({ index: 0, id: null })
  const [known, setKnown] = useState<KnownList>(nothingKnown)
  const selection = useSelection()
  const listKey = JSON.stringify(listQueryOf(query))
  const listQuery = useMemo(() => JSON.parse(listKey) as EvidenceQuery, [listKey])
  const [shownKey, setShownKey] = useState(listKey)
  if (shownKey !== listKey) {
    setShownKey(listKey)
    setActive({ index: 0, id: null })
  }
  const onQuery = useCallback(
    (next: EvidenceQuery) => navigate({ name: 'evidence', id: caseId, piece: null, query: next }, 'replace'),
    [caseId],
  )
  const show = useCallback(
    (id: number | null) => navigate({ name: 'evidence', id: caseId, piece: id, query: withPage(query, null) }),
    [caseId, query],
  )
  const { place, setPlace, looked, look } = useTextPlace(caseId, query)
  if (piece !== null) {
    return (
      <PieceView
        key={piece}
        caseId={caseId}
        pieceId={piece}
        listQuery={listQuery}
        active={active}
        onActive={setActive}
        writes={writes}
        page={pageIn(query)}
        isLookedAt={looked === piece}
        onShow={show}
      />
    )
  }
  return (
    <section className={evidenceClasses.pane} aria-label={t('evidence.title')}>
      <AcquisitionsPanel caseId={caseId} writes={writes} onShow={show} />
      <EvidenceBar query={query} total={known.total} tags={known.tags} writes={writes} onQuery={onQuery} />
      {isInText(query) ? (
        <TextPane
          key={wordsOf(query)}
          caseId={caseId}
          words={wordsOf(query)}
          writes={writes}
          place={place}
          onPlace={setPlace}
          onLook={look}
          onShow={show}
        />
      ) : (
        <>
          <EvidenceGrid
            key={`${viewOf(query)}${listKey}`}
            caseId={caseId}
            query={listQuery}
            sort={evidenceSort(query)}
            view={viewOf(query)}
            active={active}
            onActive={setActive}
            selection={selection}
            onOpen={(item) => show(item.id)}
            onSort={(by) => onQuery(withFilter(query, 'sort', nextEvidenceSort(evidenceSort(query), by)))}
            onTag={(tag) => onQuery(withFilter(query, 'tag', tag))}
            onKnown={setKnown}
            empty={<Empty filtered={isFiltered(query)} writes={writes} onClear={() => onQuery({})} />}
          />
          <PieceSelectionBar selection={selection} writes={writes} />
        </>
      )}
      {writes ? null : <p className={evidenceClasses.readOnly}>{t('evidence.readOnly')}</p>}
    </section>
  )
}
