/** What an answer said that the window saves as a file, and how it ended. */
export type HeardAnswer = {
  /** The status of HTTP. */
  readonly status: number
  /** The SHA-256 of the whole content that the answer states, in hex; null where it states none. */
  readonly sha256: string | null
  /** Whether the service went away before the end of the answer. */
  readonly brokeOff: boolean
}

export type HeardAnswers = {
  heard(address: string, answer: Pick<Response, 'status' | 'headers'>): void
  brokeOff(address: string): void
  /** The last answer at an address; null where there was none to be saved. */
  of(address: string): HeardAnswer | null
}

/** So many answers are remembered: more than are ever saved at a time. */
const mostHeard = 200

const statement = /(?:^|,)\s*sha-256=(?::([A-Za-z0-9+/]{43}=):|([A-Za-z0-9+/]{43}=))\s*(?=,|;|$)/i

/**
 * The SHA-256 that `Repr-Digest` (RFC 9530) or its forerunner `Digest` (RFC 3230) states, in hex; null where neither
 * does.
 */
export function statedSha256(headers: Headers): string | null {
  const found = statement.exec(headers.get('repr-digest') ?? '') ?? statement.exec(headers.get('digest') ?? '')
  const base64 = found?.[1] ?? found?.[2]
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex')
}

const isSaved = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status >= 400 || /^attachment\b/i.test(headers.get('content-disposition') ?? '')

/** Remembers of the newest answers what Electron does not tell of a download. */
export function makeHeardAnswers(): HeardAnswers {
  const answers = new Map<string, HeardAnswer>()
  return {
    heard: (address, answer) => {
      answers.delete(address)
      if (!isSaved(answer)) return
      answers.set(address, { status: answer.status, sha256: statedSha256(answer.headers), brokeOff: false })
      const [oldest] = answers.keys()
      if (answers.size > mostHeard && oldest !== undefined) answers.delete(oldest)
    },
    brokeOff: (address) => {
      const answer = answers.get(address)
      if (answer !== undefined) answers.set(address, { ...answer, brokeOff: true })
    },
    of: (address) => answers.get(address) ?? null,
  }
}
