import type { Caller } from './call.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admission hook; null for operations that anyone may call. */
    caller: Caller | null
    /** Set by the admission hook of /v4: the API key that asks. */
    apiKeyId: string | null
  }
}
