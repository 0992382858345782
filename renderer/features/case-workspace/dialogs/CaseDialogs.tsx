import type { CaseFull } from '../../../../shared/schema/case.ts'
import type { CaseRelation } from '../../../../shared/schema/case-relations.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import type { Me } from '../../../data/queries/session.ts'
import type { LinkedKind } from '../model/links.ts'
import { AccessDialog } from './AccessDialog.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { HoldDialog } from './HoldDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { PriorityDialog } from './PriorityDialog.tsx'
import { RedactDialog } from './RedactDialog.tsx'
import { RelateDialog } from './RelateDialog.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import { UnlinkDialog } from './UnlinkDialog.tsx'
import { UnrelateDialog } from './UnrelateDialog.tsx'

/** A decision that is open, with what it is about. */
export type OpenDialog =
  | { readonly kind: 'status' | 'assign' | 'priority' | 'link' | 'relate' | 'hold' | 'release' | 'access' }
  | { readonly kind: 'unlink'; readonly linkKind: LinkedKind; readonly id: number }
  | { readonly kind: 'unrelate'; readonly relation: CaseRelation }
  | { readonly kind: 'redact'; readonly entry: TimelineEntry }

type Props = { readonly dialog: OpenDialog; readonly file: CaseFull; readonly me: Me; readonly onClose: () => void }

/** The decision that is open. Each begins anew when it is opened, on the revision shown then. */
export const CaseDialogs = ({ dialog, file, me, onClose }: Props) => {
  switch (dialog.kind) {
    case 'status':
      return <StatusDialog file={file} me={me} onClose={onClose} />
    case 'assign':
      return <AssignDialog file={file} me={me} onClose={onClose} />
    case 'priority':
      return <PriorityDialog file={file} onClose={onClose} />
    case 'link':
      return <LinkDialog file={file} onClose={onClose} />
    case 'unlink':
      return <UnlinkDialog file={file} kind={dialog.linkKind} id={dialog.id} onClose={onClose} />
    case 'relate':
      return <RelateDialog file={file} onClose={onClose} />
    case 'unrelate':
      return <UnrelateDialog file={file} relation={dialog.relation} onClose={onClose} />
    case 'redact':
      return <RedactDialog file={file} entry={dialog.entry} onClose={onClose} />
    case 'access':
      return <AccessDialog file={file} onClose={onClose} />
    case 'hold':
    case 'release':
      return <HoldDialog file={file} release={dialog.kind === 'release'} onClose={onClose} />
  }
}
