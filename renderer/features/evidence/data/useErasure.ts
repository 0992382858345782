import { approveErasure, declineErasure, requestErasure } from '../../../../shared/api/evidence-erasure.ts'
import type { BodyOf } from '../../../../shared/api/operation.ts'
import { call } from '../../../data/client.ts'
import { useWrite } from './useEvidenceWrites.ts'

export const useRequestErasure = (id: number, evidence_id: number) =>
  useWrite(id, (body: BodyOf<typeof requestErasure>) => call(requestErasure, { params: { id, evidence_id }, body }))

export const useApproveErasure = (id: number, evidence_id: number) =>
  useWrite(id, (body: BodyOf<typeof approveErasure>) => call(approveErasure, { params: { id, evidence_id }, body }))

export const useDeclineErasure = (id: number, evidence_id: number) =>
  useWrite(id, (body: BodyOf<typeof declineErasure>) => call(declineErasure, { params: { id, evidence_id }, body }))
