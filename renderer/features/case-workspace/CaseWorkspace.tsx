import { isRefusal } from '../../data/errors.ts'
import { useCase } from '../../data/queries/cases.ts'
import { useMe } from '../../data/queries/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { CaseScreen } from './CaseScreen.tsx'
import { CaseSkeleton } from './CaseSkeleton.tsx'

type Props = { readonly caseId: number; /** The entry whose details are open, by id. */ readonly entryId: string | null }

/** The screen of one case, `#/cases/<id>`. */
export const CaseWorkspace = ({ caseId, entryId }: Props) => {
  const file = useCase(caseId)
  const me = useMe()
  if (file.data !== undefined && me.data !== undefined && !isRefusal(file.error, 'not_found')) {
    return <CaseScreen file={file.data} me={me.data} entryId={entryId} />
  }
  if (file.error !== null) return <ErrorState error={file.error} onRetry={() => void file.refetch()} />
  return <CaseSkeleton />
}
