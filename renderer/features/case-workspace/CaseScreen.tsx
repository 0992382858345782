import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../shared/schema/case.ts'
import type { TimelineEntry } from '../../../shared/schema/timeline.ts'
import { useCaseAccess } from '../../data/queries/caseAccess.ts'
import type { Me } from '../../data/queries/session.ts'
import { navigate } from '../../state/route.ts'
import { maySupervise, mayWrite } from '../../state/session.ts'
import { CaseHeader } from './CaseHeader.tsx'
import { CaseTabs } from './CaseTabs.tsx'
import { useCaseNeighbours } from './data/useCaseNeighbours.ts'
import { CaseDialogs, type OpenDialog } from './dialogs/CaseDialogs.tsx'
import { EntryDrawer } from './entry/EntryDrawer.tsx'
import { FactsPane, type EditedFact } from './facts/FactsPane.tsx'
import { HoldBanner } from './facts/HoldBanner.tsx'
import type { CasePlace } from './model/place.ts'
import type { TimelineOrder } from './model/timelinePages.ts'
import { NoteComposer } from './NoteComposer.tsx'
import { OverviewPane } from './overview/OverviewPane.tsx'
import { TimelinePane } from './timeline/TimelinePane.tsx'
import { useCaseCommands } from './useCaseCommands.ts'
import { CaseVerification } from './CaseVerification.tsx'
import classes from './workspace.module.css'

type Props = {
  readonly file: CaseFull
  readonly me: Me
  readonly entryId: string | null
  readonly place: CasePlace
  readonly banner?: ReactNode
  readonly children?: ReactNode
}

/** The note below the timeline. Where something else is shown, writing one shows the timeline first. */
const useNoteField = (caseId: number) => {
  const note = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef(false)
  const field = useCallback((found: HTMLTextAreaElement | null): void => {
    note.current = found
    if (wanted.current) found?.focus()
    wanted.current = false
  }, [])
  const writeNote = useCallback((): void => {
    wanted.current = note.current === null
    if (note.current === null) navigate({ name: 'timeline', id: caseId })
    else note.current.focus()
  }, [caseId])
  return { field, writeNote }
}

/** A case that is here: header, facts, timeline and the note that is always near. */
export const CaseScreen = ({ file, me, entryId, place, banner, children }: Props) => {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [editing, setEditing] = useState<EditedFact>(null)
  const [verifying, setVerifying] = useState(false)
  const [order, setOrder] = useState<TimelineOrder>('newest')
  const { field, writeNote } = useNoteField(file.id)
  const { previous, next } = useCaseNeighbours(file.id)
  const writes = mayWrite(me.role)
  const supervises = maySupervise(me.role)
  const access = useCaseAccess(file.id).data
  const showEntry = useCallback(
    (entry: string | null) =>
      navigate(entry === null ? { name: 'timeline', id: file.id } : { name: 'case', id: file.id, entry }),
    [file.id],
  )
  const erase = useCallback((entry: TimelineEntry) => setDialog({ kind: 'redact', entry }), [])
  useCaseCommands({
    file,
    writes,
    supervises,
    maySetAccess: writes && access?.may_set === true,
    previous,
    next,
    open: setDialog,
    edit: setEditing,
    verify: setVerifying,
    turnOrder: setOrder,
    writeNote,
    place,
  })
  return (
    <div className={classes.screen}>
      <CaseHeader
        file={file}
        writes={writes}
        supervises={supervises}
        previous={previous}
        next={next}
        editing={editing === 'title'}
        onEdit={setEditing}
        onDialog={setDialog}
        onNote={writeNote}
        onVerify={() => setVerifying(true)}
      />
      <CaseTabs file={file} place={place} />
      {file.hold === null ? null : <HoldBanner hold={file.hold} />}
      {banner}
      {place === 'timeline' || place === 'overview' ? (
        <div className={classes.panes}>
          <FactsPane
            file={file}
            writes={writes}
            editing={editing}
            onEdit={setEditing}
            onDialog={setDialog}
            onVerify={() => setVerifying(true)}
          />
          {place === 'overview' ? (
            <OverviewPane file={file} onVerify={() => setVerifying(true)} />
          ) : (
            <div className={classes.main}>
              <TimelinePane
                file={file}
                order={order}
                onOrder={setOrder}
                onOpen={showEntry}
                onErase={supervises && file.hold === null ? erase : undefined}
              />
              {writes ? (
                <NoteComposer key={file.id} caseId={file.id} field={field} />
              ) : (
                <p className={classes.readOnly}>{t('case.readOnly')}</p>
              )}
            </div>
          )}
        </div>
      ) : (
        children
      )}
      {dialog === null ? null : (
        <CaseDialogs key={dialog.kind} dialog={dialog} file={file} me={me} onClose={() => setDialog(null)} />
      )}
      {entryId === null ? null : (
        <EntryDrawer
          file={file}
          entryId={entryId}
          onClose={() => showEntry(null)}
          onShow={showEntry}
          onErase={supervises ? erase : undefined}
        />
      )}
      {verifying ? <CaseVerification file={file} onClose={() => setVerifying(false)} onEntry={showEntry} /> : null}
    </div>
  )
}
