import type { FastifyRequest } from 'fastify'
import type { ComesFrom } from '../../storage/access/sessions.ts'

/** What a browser or program says of itself is kept up to here. */
const agentMost = 200

/**
 * From where a request comes: the address that reached the service (behind a proxy the proxy's), and what the browser
 * or program calls itself, which proves nothing.
 */
export const comesFrom = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): ComesFrom => {
  const agent = headers['user-agent']?.slice(0, agentMost).toWellFormed()
  return { address: ip, agent: agent === undefined || agent.trim() === '' ? null : agent }
}
