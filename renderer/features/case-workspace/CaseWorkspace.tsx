import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../data/errors.ts'
import { useCase } from '../../data/queries/cases.ts'
import { useMe } from '../../data/queries/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { BreakGlassDialog } from './dialogs/BreakGlassDialog.tsx'
import { useCaseOverview } from '../../data/queries/caseOverview.ts'
import { CaseScreen } from './CaseScreen.tsx'
import { mayBreakGlass } from '../../state/session.ts'
import { CaseSkeleton } from './CaseSkeleton.tsx'
import type { CasePlace } from './model/place.ts'
import classes from './workspace.module.css'

type Props = {
  readonly caseId: number
  /** The entry whose details are open, by id. */
  readonly entryId: string | null
  readonly place: CasePlace
  /** What is to be said of the case above all its parts. */
  readonly banner?: ReactNode
  /** What stands in the place of the timeline, unless that is shown. */
  readonly children?: ReactNode
}

/** The way to a case that may be there and not for this person: nobody but the service knows. */
const Glass = ({ caseId }: { readonly caseId: number }) => {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.glass}>
      <p>{t('access.glass.hint')}</p>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('access.glass.open')}
      </Button>
      {open ? <BreakGlassDialog caseId={caseId} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}

/** The screen of one case, `#/cases/<id>` and all below it. */
export const CaseWorkspace = ({ caseId, entryId, place, banner, children }: Props) => {
  const { t } = useTranslation()
  const file = useCase(caseId)
  const me = useMe()
  // Asked for together with the case, so that its answer is not waited for after that.
  useCaseOverview(caseId, place === 'overview')
  if (file.data !== undefined && me.data !== undefined && !isRefusal(file.error, 'not_found')) {
    return (
      <CaseScreen file={file.data} me={me.data} entryId={entryId} place={place} banner={banner}>
        {children}
      </CaseScreen>
    )
  }
  if (file.error !== null) {
    return (
      <>
        <h1 className="fs-visually-hidden">{t('shell.case')}</h1>
        <ErrorState error={file.error} onRetry={() => void file.refetch()} />
        {isRefusal(file.error, 'not_found') && mayBreakGlass(me.data?.role) ? <Glass caseId={caseId} /> : null}
      </>
    )
  }
  return <CaseSkeleton />
}
