import { z } from 'zod'
import type { Upstream } from '../apiProxy.ts'

const answer = z.object({ data: z.object({ role: z.string() }) })

/** Whether the person whose window this is administers the workspace, as the service says. Without a service, nobody. */
export const isAdministrator = async (upstream: Upstream | null): Promise<boolean> => {
  if (upstream === null) return false
  const { url, session } = upstream
  const headers = { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key }
  try {
    const response = await fetch(new URL('/v1/me', url), { headers, signal: AbortSignal.timeout(10_000) })
    const read = answer.safeParse(await response.json())
    return response.ok && read.success && read.data.data.role === 'admin'
  } catch {
    return false
  }
}
