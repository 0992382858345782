import { useQueryClient } from '@tanstack/react-query'
import { addNote } from '../../../../shared/api/case-entries.ts'
import { placeHold, redactDisclosures, releaseHold } from '../../../../shared/api/case-erasure.ts'
import {
  assignCase,
  changeCasePriority,
  editCase,
  linkToCase,
  unlinkFromCase,
  updateCaseStatus,
} from '../../../../shared/api/cases.ts'
import type { BodyOf } from '../../../../shared/api/operation.ts'
import { call } from '../../../data/client.ts'
import { refreshAfterCaseChange } from '../../../data/queries/cases.ts'
import { useSending } from '../../../data/useSending.ts'

/** A change decided on one revision of the case. */
type Decided<Body> = { readonly body: Body; readonly revision: number }

/**
 * A change of one case. The window shows it only after the service has sealed it; after a refusal it reads the
 * case again, since a refusal often means that the case is not what the window thought.
 */
const useWrite = <V, A>(caseId: number, send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  const refresh = () => refreshAfterCaseChange(client, caseId)
  return useSending({ mutationFn: send, onSuccess: refresh, onError: () => void refresh() })
}

export const useChangeStatus = (id: number) =>
  useWrite(id, ({ body, revision }: Decided<BodyOf<typeof updateCaseStatus>>) =>
    call(updateCaseStatus, { params: { id }, body, ifMatch: revision }),
  )

export const useEditCase = (id: number) =>
  useWrite(id, ({ body, revision }: Decided<BodyOf<typeof editCase>>) =>
    call(editCase, { params: { id }, body, ifMatch: revision }),
  )

export const useChangePriority = (id: number) =>
  useWrite(id, ({ body, revision }: Decided<BodyOf<typeof changeCasePriority>>) =>
    call(changeCasePriority, { params: { id }, body, ifMatch: revision }),
  )

export const useAssign = (id: number) =>
  useWrite(id, ({ body, revision }: Decided<BodyOf<typeof assignCase>>) =>
    call(assignCase, { params: { id }, body, ifMatch: revision }),
  )

export const useLink = (id: number) =>
  useWrite(id, ({ body, revision }: Decided<BodyOf<typeof linkToCase>>) =>
    call(linkToCase, { params: { id }, body, ifMatch: revision }),
  )

export const useUnlink = (id: number) =>
  useWrite(id, ({ body, revision }: Decided<BodyOf<typeof unlinkFromCase>>) =>
    call(unlinkFromCase, { params: { id }, body, ifMatch: revision }),
  )

/** A note adds to the case whatever came before it: no revision. The key makes sending it again safe. */
export const useAddNote = (id: number) =>
  useWrite(id, ({ text, idempotencyKey }: { text: string; idempotencyKey: string }) =>
    call(addNote, { params: { id }, body: { text }, idempotencyKey }),
  )

export const usePlaceHold = (id: number) =>
  useWrite(id, (body: BodyOf<typeof placeHold>) => call(placeHold, { params: { id }, body }))
export const useReleaseHold = (id: number) =>
  useWrite(id, (body: BodyOf<typeof releaseHold>) => call(releaseHold, { params: { id }, body }))
export const useRedact = (id: number) =>
  useWrite(id, (body: BodyOf<typeof redactDisclosures>) => call(redactDisclosures, { params: { id }, body }))
