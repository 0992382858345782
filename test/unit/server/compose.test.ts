import { expect, it } from 'vitest'
import { startService } from '../../../main/server/compose.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'

it('takes its settings from the surroundings that it is given, so that two services of one process may differ', async () => {
  const env = { ...systemEnv(createLog('silent')), variables: { FIELDSEAL_WEBHOOK_NETWORKS: 'swordfish' } }
  const refused = await startService({ dataDir: '/nowhere', host: '127.0.0.1', port: 0, role: 'local' }, env)
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'unavailable', message: expect.stringContaining('FIELDSEAL_WEBHOOK_NETWORKS') as string },
  })
})
