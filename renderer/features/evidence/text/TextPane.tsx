import { IconFileSearch, IconSearchOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { useFoundText, useOpenedPieces, useTextState } from '../data/useEvidenceText.ts'
import { linesOf, passagePage, unitedPieces, type Line } from './lines.ts'
import { TextResults } from './TextResults.tsx'
import { TextState } from './TextState.tsx'

/** Where the reader is in what was found, and which pieces were opened, with how many pages of their passages. */
export interface TextPlace {
  readonly active: number
  readonly opened: ReadonlyMap<number, number>
}

export const startOfText: TextPlace = { active: 0, opened: new Map() }

type Props = {
  readonly caseId: number
  readonly words: string
  readonly writes: boolean
  readonly place: TextPlace
  readonly onPlace: (place: TextPlace) => void
  /** Opens the preview of a piece, at a page where it has pages. */
  readonly onLook: (piece: number, page: number | null) => void
  readonly onShow: (piece: number) => void
}

const Found = ({ caseId, words, place, onPlace, onLook }: Omit<Props, 'writes' | 'onShow'>) => {
  const { t } = useTranslation()
  const found = useFoundText(caseId, words)
  const opened = useOpenedPieces(caseId, words, place.opened)
  if (found.data === undefined)
    return found.error === null ? (
      <LoadingRows rows={8} />
    ) : (
      <ErrorState error={found.error} onRetry={() => void found.refetch()} />
    )
  const pieces = unitedPieces(found.data.pages.map((page) => page.data))
  const lines = linesOf(pieces, opened, !found.hasNextPage)
  const go = (line: Line): void => {
    if (line.kind === 'passage') onLook(line.piece.evidence_id, passagePage(line.passage))
    else if (line.kind === 'next') void found.fetchNextPage()
    else {
      const { evidence_id: id } = line.piece
      onPlace({ ...place, opened: new Map([...place.opened, [id, (place.opened.get(id) ?? 0) + 1]]) })
    }
  }
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<IconSearchOff size={30} stroke={1.4} />}
        title={t('evidence.text.none')}
        hint={t('evidence.text.noneHint')}
      />
    )
  return (
    <>
      {found.error === null ? null : <ErrorState error={found.error} compact />}
      <TextResults
        lines={lines}
        active={Math.min(place.active, lines.length - 1)}
        onActive={(active) => onPlace({ ...place, active })}
        onLine={go}
        isFetching={found.isFetchingNextPage || opened.size < place.opened.size}
      />
    </>
  )
}

/** Words in the text of the evidence: how far it is read, and where the words stand. */
export const TextPane = ({ caseId, words, writes, place, onPlace, onLook, onShow }: Props) => {
  const { t } = useTranslation()
  const state = useTextState(caseId)
  return (
    <>
      {state.data === undefined ? null : (
        <TextState caseId={caseId} state={state.data} writes={writes} isSearched={words !== ''} onShow={onShow} />
      )}
      {state.data === undefined && state.error !== null ? (
        <ErrorState error={state.error} onRetry={() => void state.refetch()} />
      ) : words === '' ? (
        <EmptyState
          icon={<IconFileSearch size={32} stroke={1.3} />}
          title={t('evidence.text.start')}
          hint={t('evidence.text.startHint')}
        />
      ) : (
        <Found caseId={caseId} words={words} place={place} onPlace={onPlace} onLook={onLook} />
      )}
    </>
  )
}
