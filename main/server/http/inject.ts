import type { FastifyInstance } from 'fastify'
import type { InjectedAnswer, InjectedRequest } from '../running-service.ts'

/** Sends a request through routing, credentials and validation without a socket. */
export const inject = async (app: FastifyInstance, request: InjectedRequest): Promise<InjectedAnswer> => {
  const { body } = request
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await app.inject({
    method: request.method,
    url: request.path,
    headers: {
      host: 'localhost',
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(body === undefined ? {} : { payload: isRaw ? Buffer.from(body) : JSON.stringify(body) }),
  })
  return {
    status: response.statusCode,
    headers: response.headers as InjectedAnswer['headers'],
    text: response.body,
    json: () => JSON.parse(response.body) as unknown,
  }
}
