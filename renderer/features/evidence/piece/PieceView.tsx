import { Tabs } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceFull } from '../../../../shared/schema/evidence.ts'
import { isRefusal } from '../../../data/errors.ts'
import { usePiece } from '../../../data/queries/evidence.ts'
import { useCommands, type PaletteCommand } from '../../../state/commands.ts'
import { navigate, type EvidenceQuery } from '../../../state/route.ts'
import { rememberInWindow } from '../../../state/windowMemory.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { useStable } from '../../../ui/useStable.ts'
import { useDownloadPiece, useReadStatement } from '../data/useEvidenceWrites.ts'
import type { ActivePiece } from '../list/EvidenceGrid.tsx'
import { CustodyTab } from './CustodyTab.tsx'
import { DetailsTab, type PieceEditing } from './DetailsTab.tsx'
import { NotesTab } from './NotesTab.tsx'
import { PieceHeader } from './PieceHeader.tsx'
import { PreviewPane, usePreview } from './PreviewPane.tsx'
import classes from './piece.module.css'
import { usePieceNeighbours, type PieceNeighbours } from './usePieceNeighbours.ts'

type Props = {
  readonly caseId: number
  readonly pieceId: number
  readonly listQuery: EvidenceQuery
  readonly active: ActivePiece
  readonly onActive: (active: ActivePiece) => void
  readonly writes: boolean
  /** The page that the preview begins with; null: the first. */
  readonly page: number | null
  /** Whether whoever chose the piece asked for its preview with that. */
  readonly isLookedAt: boolean
  readonly onShow: (piece: number | null) => void
}

export type PieceTab = 'details' | 'notes' | 'custody'
const isTab = (value: string | null): value is PieceTab =>
  value === 'details' || value === 'notes' || value === 'custody'

type Reach = {
  readonly writes: boolean
  readonly onPreview: () => void
  readonly onDownload: () => void
  readonly onTab: (tab: PieceTab) => void
  readonly onNote: () => void
  readonly onEdit: (editing: PieceEditing) => void
  readonly onStatement: () => void
}

/** Going on and going back, which must not wait until a piece has come. */
const useMovingCommands = ({ previous, next }: PieceNeighbours, onShow: Props['onShow']): void => {
  const { t } = useTranslation()
  const show = useStable(onShow)
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      ...(next === null
        ? []
        : [
            {
              id: 'evidence.next',
              section: 'case',
              title: t('evidence.commands.next'),
              shortcut: 'j',
              run: () => show(next),
            } as const,
          ]),
      ...(previous === null
        ? []
        : [
            {
              id: 'evidence.previous',
              section: 'case',
              title: t('evidence.commands.previous'),
              shortcut: 'k',
              run: () => show(previous),
            } as const,
          ]),
      {
        id: 'evidence.back',
        section: 'case',
        title: t('evidence.commands.back'),
        shortcut: 'escape',
        run: () => show(null),
      },
    ],
    [t, previous, next, show],
  )
  useCommands(commands)
}

/** What can be done with an open piece; the letters mean for it what they mean for the case. */
const usePieceCommands = (reach: Reach): void => {
  const { t } = useTranslation()
  const { writes } = reach
  const run = useStable((what: 'preview' | 'download' | 'note' | 'edit' | 'relate' | 'custody' | 'statement'): void => {
    if (what === 'preview') reach.onPreview()
    else if (what === 'download') reach.onDownload()
    else if (what === 'note') reach.onNote()
    else if (what === 'custody') reach.onTab('custody')
    else if (what === 'statement') reach.onStatement()
    else {
      reach.onTab('details')
      reach.onEdit(what === 'edit' ? 'marks' : 'relation')
    }
  })
  const commands = useMemo((): readonly PaletteCommand[] => {
    const reading: readonly PaletteCommand[] = [
      {
        id: 'evidence.preview',
        section: 'case',
        title: t('evidence.commands.preview'),
        shortcut: 'o',
        keywords: 'view look',
        run: () => run('preview'),
      },
      {
        id: 'evidence.download',
        section: 'case',
        title: t('evidence.commands.download'),
        shortcut: 'd',
        keywords: 'save',
        run: () => run('download'),
      },
      {
        id: 'evidence.custody',
        section: 'case',
        title: t('evidence.commands.custody'),
        shortcut: 'h',
        keywords: 'history who',
        run: () => run('custody'),
      },
    ]
    const writing: readonly PaletteCommand[] = [
      {
        id: 'evidence.note',
        section: 'case',
        title: t('evidence.commands.note'),
        shortcut: 'n',
        keywords: 'comment',
        run: () => run('note'),
      },
      {
        id: 'evidence.edit',
        section: 'case',
        title: t('evidence.commands.edit'),
        shortcut: 'e',
        keywords: 'label tag mark exhibit',
        run: () => run('edit'),
      },
      {
        id: 'evidence.relate',
        section: 'case',
        title: t('evidence.commands.relate'),
        shortcut: 'l',
        keywords: 'link',
        run: () => run('relate'),
      },
      {
        id: 'evidence.statement',
        section: 'case',
        title: t('evidence.commands.statement'),
        keywords: 'import transactions account bank',
        run: () => run('statement'),
      },
    ]
    return writes ? [...reading, ...writing] : reading
  }, [t, writes, run])
  useCommands(commands)
}

/**
 * The note's text field: the command shows it and puts the focus there, a tab that is chosen by arrow keys keeps it.
 */
const useNoteField = (show: () => void) => {
  const element = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef(false)
  const field = useCallback((found: HTMLTextAreaElement | null): void => {
    element.current = found
    if (wanted.current) found?.focus()
    wanted.current = false
  }, [])
  const writeNote = (): void => {
    wanted.current = element.current === null
    if (element.current === null) show()
    else element.current.focus()
  }
  return { field, writeNote }
}

const Open = ({
  caseId,
  piece,
  neighbours,
  writes,
  page,
  isLookedAt,
  onShow,
}: { readonly piece: EvidenceFull; readonly neighbours: PieceNeighbours } & Pick<
  Props,
  'caseId' | 'writes' | 'page' | 'isLookedAt' | 'onShow'
>) => {
  const { t } = useTranslation()
  const [tab, setTab] = useState<PieceTab>('details')
  const [editing, setEditing] = useState<PieceEditing>(null)
  const preview = usePreview(caseId, piece)
  const download = useDownloadPiece(caseId, piece.id)
  const statement = useReadStatement(caseId, piece.id)
  const readStatement = (): void =>
    statement.mutate(undefined, {
      onSuccess: ({ data }) => {
        rememberInWindow('import-transactions', data.id)
        navigate({ name: 'import-transactions' })
      },
    })
  const { field, writeNote } = useNoteField(() => setTab('notes'))
  const open = useStable(preview.open)
  useEffect(() => {
    if (isLookedAt) open()
  }, [isLookedAt, open])
  usePieceCommands({
    writes,
    onPreview: preview.open,
    onDownload: () => download.mutate(),
    onTab: setTab,
    onNote: writeNote,
    onEdit: setEditing,
    onStatement: readStatement,
  })
  return (
    <>
      <PieceHeader
        piece={piece}
        neighbours={neighbours}
        onShow={onShow}
        onDownload={() => download.mutate()}
        downloading={download.isPending}
        onStatement={writes ? readStatement : null}
        readingStatement={statement.isPending}
      />
      {download.error === null ? null : (
        <div className={classes.fault}>
          <ErrorState error={download.error} compact />
        </div>
      )}
      {statement.error === null ? null : (
        <div className={classes.fault}>
          <ErrorState error={statement.error} compact />
        </div>
      )}
      <div className={classes.columns}>
        <PreviewPane caseId={caseId} piece={piece} preview={preview} page={page} />
        <Tabs
          value={tab}
          onChange={(value) => isTab(value) && setTab(value)}
          keepMounted={false}
          className={classes.side}
        >
          <Tabs.List className={classes.tabs}>
            <Tabs.Tab value="details">{t('evidence.piece.details')}</Tabs.Tab>
            <Tabs.Tab value="notes">{t('evidence.piece.notes', { count: piece.notes })}</Tabs.Tab>
            <Tabs.Tab value="custody">{t('evidence.piece.custody', { count: piece.custody_total })}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="details" className={classes.panel} tabIndex={-1}>
            <DetailsTab
              caseId={caseId}
              piece={piece}
              writes={writes}
              editing={editing}
              onEdit={setEditing}
              onShow={onShow}
            />
          </Tabs.Panel>
          <Tabs.Panel value="notes" className={classes.panel} tabIndex={-1}>
            <NotesTab caseId={caseId} piece={piece} writes={writes} field={field} />
          </Tabs.Panel>
          <Tabs.Panel value="custody" className={classes.panel} tabIndex={-1}>
            <CustodyTab caseId={caseId} piece={piece} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </>
  )
}

/**
 * One piece of evidence, `#/cases/<id>/evidence/<piece>`: what it is, where it came from, who touched it, and a look at
 * it.
 */
export const PieceView = ({
  caseId,
  pieceId,
  listQuery,
  active,
  onActive,
  writes,
  page,
  isLookedAt,
  onShow,
}: Props) => {
  const piece = usePiece(caseId, pieceId)
  const neighbours = usePieceNeighbours(caseId, pieceId, listQuery, active, onActive)
  useMovingCommands(neighbours, onShow)
  if (piece.data !== undefined && !isRefusal(piece.error, 'not_found')) {
    return (
      <section className={classes.piece}>
        <Open
          caseId={caseId}
          piece={piece.data}
          neighbours={neighbours}
          writes={writes}
          page={page}
          isLookedAt={isLookedAt}
          onShow={onShow}
        />
      </section>
    )
  }
  if (piece.error !== null) return <ErrorState error={piece.error} onRetry={() => void piece.refetch()} />
  return <LoadingRows rows={9} />
}
