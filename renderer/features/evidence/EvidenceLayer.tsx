import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../shared/schema/case.ts'
import { useCase } from '../../data/queries/cases.ts'
import { useFollowAcquisitions } from '../../data/queries/evidence.ts'
import type { Me } from '../../data/queries/session.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { navigate, openCase } from '../../state/route.ts'
import { mayWrite } from '../../state/session.ts'
import { AcquireDialog } from './acquire/AcquireDialog.tsx'
import { addChosen, collectDrop, type Chosen, type Collected } from './acquire/collect.ts'
import { DropOverlay } from './acquire/DropOverlay.tsx'
import { useWindowDrop } from './acquire/useWindowDrop.ts'
import { EvidenceActions, type CaseEvidenceActions } from './actions.ts'
import { ExportDialog } from './export/ExportDialog.tsx'

type Props = { readonly caseId: number; readonly me: Me; readonly children: ReactNode }

type Acquiring = {
  readonly chosen: readonly Chosen[]
  readonly unreadable: readonly string[]
  readonly reading: boolean
}
const nothingChosen: Acquiring = { chosen: [], unreadable: [], reading: false }

/** What is being acquired, as it grows by further drops. */
const useAcquiring = () => {
  const [acquiring, setAcquiring] = useState<Acquiring | null>(null)
  const add = useCallback((more: Collected): void => {
    setAcquiring((held) => ({
      chosen: addChosen(held?.chosen ?? [], more.chosen),
      unreadable: [...(held?.unreadable ?? []), ...more.unreadable],
      reading: false,
    }))
  }, [])
  const take = useCallback(
    (collecting: Promise<Collected>): void => {
      setAcquiring((held) => ({ ...(held ?? nothingChosen), reading: true }))
      void collecting.then(add)
    },
    [add],
  )
  const begin = useCallback(() => setAcquiring(nothingChosen), [])
  const end = useCallback(() => setAcquiring(null), [])
  const remove = useCallback((gone: readonly Chosen[]) => {
    const away = new Set(gone)
    setAcquiring((held) => (held === null ? null : { ...held, chosen: held.chosen.filter((one) => !away.has(one)) }))
  }, [])
  return { acquiring, add, take, begin, end, remove }
}

const useLayerCommands = (caseId: number, writes: boolean, actions: CaseEvidenceActions): void => {
  const { t } = useTranslation()
  const commands = useMemo((): readonly PaletteCommand[] => {
    const reading: readonly PaletteCommand[] = [
      {
        id: 'case.overview',
        section: 'case',
        title: t('evidence.commands.overview'),
        shortcut: 'g o',
        keywords: 'subjects money due',
        run: () => openCase(caseId),
      },
      {
        id: 'evidence.show',
        section: 'case',
        title: t('evidence.commands.show'),
        shortcut: 'g e',
        keywords: 'files pieces exhibits',
        run: () => navigate({ name: 'evidence', id: caseId, piece: null, query: {} }),
      },
      {
        id: 'case.timeline',
        section: 'case',
        title: t('evidence.commands.timeline'),
        shortcut: 'g t',
        run: () => navigate({ name: 'timeline', id: caseId }),
      },
    ]
    const writing: readonly PaletteCommand[] = [
      {
        id: 'evidence.acquire',
        section: 'case',
        title: t('evidence.commands.acquire'),
        shortcut: 'u',
        keywords: 'upload add files folder device',
        run: () => actions.acquire(),
      },
      {
        id: 'evidence.export',
        section: 'case',
        title: t('evidence.commands.export'),
        shortcut: 'shift+e',
        keywords: 'bundle court bagit',
        run: () => actions.exportCase([]),
      },
    ]
    return writes ? [...reading, ...writing] : reading
  }, [t, caseId, writes, actions])
  useCommands(commands)
}

const Dialogs = ({
  file,
  me,
  held,
  exporting,
  onExported,
}: {
  readonly file: CaseFull
  readonly me: Me
  readonly held: ReturnType<typeof useAcquiring>
  readonly exporting: readonly number[] | null
  readonly onExported: () => void
}) => (
  <>
    {held.acquiring === null ? null : (
      <AcquireDialog
        file={file}
        me={me}
        {...held.acquiring}
        onAdd={held.add}
        onRemove={held.remove}
        onClose={held.end}
      />
    )}
    {exporting === null ? null : <ExportDialog file={file} selected={exporting} onClose={onExported} />}
  </>
)

/**
 * What evidence adds to a case wherever one is in it: dropping files onto it, acquiring, exporting, and their commands.
 */
export const EvidenceLayer = ({ caseId, me, children }: Props) => {
  const file = useCase(caseId).data
  const held = useAcquiring()
  const [exporting, setExporting] = useState<readonly number[] | null>(null)
  const writes = mayWrite(me.role)
  const { begin, take } = held
  const actions = useMemo((): CaseEvidenceActions => ({ acquire: begin, exportCase: setExporting }), [begin])
  useLayerCommands(caseId, writes, actions)
  useFollowAcquisitions(caseId)
  const onDrop = useCallback((transfer: DataTransfer) => take(collectDrop(transfer)), [take])
  const over = useWindowDrop(writes && file !== undefined && exporting === null ? onDrop : null)
  return (
    <EvidenceActions value={actions}>
      {children}
      {over && file !== undefined ? <DropOverlay caseNumber={file.case_number} /> : null}
      {file === undefined ? null : (
        <Dialogs file={file} me={me} held={held} exporting={exporting} onExported={() => setExporting(null)} />
      )}
    </EvidenceActions>
  )
}
