import { AddTaskDialog } from './AddTaskDialog.tsx'
import { AssignTaskDialog } from './AssignTaskDialog.tsx'
import { DoneDialog } from './DoneDialog.tsx'
import type { OpenTaskDialog } from './openTask.ts'
import { PlaybookDialog } from './PlaybookDialog.tsx'
import { ReopenDialog } from './ReopenDialog.tsx'

type Props = { readonly caseId: number; readonly dialog: OpenTaskDialog; readonly onClose: () => void }

/** What is asked about the tasks of a case. */
export const TaskDialogs = ({ caseId, dialog, onClose }: Props) => {
  switch (dialog.kind) {
    case 'add':
      return <AddTaskDialog caseId={caseId} onClose={onClose} />
    case 'playbook':
      return <PlaybookDialog caseId={caseId} onClose={onClose} />
    case 'assign':
      return <AssignTaskDialog caseId={caseId} task={dialog.task} onClose={onClose} />
    case 'done':
      return <DoneDialog caseId={caseId} task={dialog.task} onClose={onClose} />
    case 'reopen':
      return <ReopenDialog caseId={caseId} task={dialog.task} onClose={onClose} />
  }
}
