import type { RunningService } from '../../main/server/running-service.ts'
import type { Session } from '../../shared/ipc/supervisor.ts'
import { must } from './must.ts'

/** A session of the person at the computer of a service. */
export const localSessionOf = async (service: Pick<RunningService, 'localSession'>): Promise<Session> =>
  must(await service.localSession())
