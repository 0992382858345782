import type { Workload } from '../../../shared/schema/workload.ts'
import { dayMs } from '../../../shared/text/days.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { readOwnWork } from './own.ts'
import type { WorkloadParts } from './parts.ts'
import { readTeamWork } from './team.ts'
import { readWaiting } from './waiting.ts'

/** Reads the workload of somebody; `sinceMs` is from when on changes count, by default a day ago. */
export type WorkloadReader = (viewer: Actor, sinceMs?: number) => Promise<Workload>

/** Makes the reader of workloads. */
export const createWorkloadReader =
  (parts: WorkloadParts): WorkloadReader =>
  async (viewer, sinceMs) => {
    const nowMs = parts.env.clock.nowMs()
    return {
      own: viewer.role === 'auditor' ? null : await readOwnWork(parts, viewer, sinceMs ?? nowMs - dayMs),
      waiting: await readWaiting(parts, viewer),
      team: viewer.role === 'investigator' ? null : readTeamWork(parts.sql, nowMs),
    }
  }
