/** What the tests use of the package, which brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Context {
    body: unknown
    readonly oidc?: { readonly route: string }
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this
  }
}
