/** `POST /v1/sync/challenge`: a JSON body. */
export interface ChallengeCall {
  readonly name: 'challenge'
  readonly body: Uint8Array
}

/** `POST /v1/sync/session`: a JSON body. */
export interface SessionCall {
  readonly name: 'session'
  readonly body: Uint8Array
}

/** `POST /v1/sync/enrol`: a JSON body. */
export interface EnrolCall {
  readonly name: 'enrol'
  readonly body: Uint8Array
}

/** `POST /v1/sync/push`: lines, with a session. */
export interface PushCall {
  readonly name: 'push'
  readonly token: string
  readonly body: Uint8Array
}

/** `POST /v1/sync/copies`, `take-copy` and `return-copy`: JSON bodies, with a session (Y-73). */
export interface CopyCall {
  readonly name: 'copies' | 'take-copy' | 'return-copy'
  readonly token: string
  readonly body: Uint8Array
}

/** `POST /v1/sync/numbers`: a JSON body, with a session (Y-94). */
export interface NumbersCall {
  readonly name: 'numbers'
  readonly token: string
  readonly body: Uint8Array
}

/** `POST /v1/sync/health`: a JSON body, with a session (Y-97). */
export interface HealthCall {
  readonly name: 'health'
  readonly token: string
  readonly body: Uint8Array
}

/** `POST /v1/sync/pull`: a JSON body, with a session; the answer is lines. */
export interface PullCall {
  readonly name: 'pull'
  readonly token: string
  readonly body: Uint8Array
}
