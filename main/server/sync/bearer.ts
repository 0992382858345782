import type { FastifyRequest } from 'fastify'

/** The token of a device's session; null where a request bears none of that form. */
export const deviceBearer = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  /^Bearer ([\x21-\x7e]{1,4096})$/.exec(headers.authorization ?? '')?.[1] ?? null
