import { scrypt, timingSafeEqual } from 'node:crypto'

/** scrypt cost (RFC 7914): 32 MiB and roughly 60 ms on a laptop. Kept in each verifier, so that it can grow. */
const cost = { N: 32_768, r: 8, p: 1 } as const
const keyLength = 32
const saltLength = 16
const maxMemory = 128 * 1024 * 1024

/** Two at a time: a flood of logins must neither take all memory nor all threads of the pool. */
const maxAtOnce = 2

/** Makes and checks password verifiers of the form `scrypt$N$r$p$salt$key` (base64url). */
export interface Passwords {
  make(password: string): Promise<string>
  /**
   * Whether the password fits. Without a verifier it works as long and says no, so that time does not tell who exists.
   */
  check(password: string, verifier: string | null): Promise<boolean>
}

interface Parsed {
  readonly N: number
  readonly r: number
  readonly p: number
  readonly salt: Buffer
  readonly key: Buffer
}

const parse = (verifier: string): Parsed | null => {
  const [kind, N, r, p, salt, key] = verifier.split('$')
  if (
    kind !== 'scrypt' ||
    N === undefined ||
    r === undefined ||
    p === undefined ||
    salt === undefined ||
    key === undefined
  )
    return null
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

/** Makes the password functions over a source of random bytes. */
export const createPasswords = (random: { bytes(count: number): Uint8Array }): Passwords => {
  const waiting: (() => void)[] = []
  let running = 0

  const derive = async (
    password: string,
    salt: Uint8Array,
    options: { N: number; r: number; p: number },
  ): Promise<Buffer> => {
    if (running >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await new Promise<Buffer>((resolve, reject) => {
        scrypt(
          password.normalize('NFKC'),
          salt,
          keyLength,
          { N: options.N, r: options.r, p: options.p, maxmem: maxMemory },
          (error, key) => {
            if (error === null) resolve(key)
            else reject(error)
          },
        )
      })
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }

  return {
    async make(password) {
      const salt = random.bytes(saltLength)
      const key = await derive(password, salt, cost)
      return [
        'scrypt',
        cost.N,
        cost.r,
        cost.p,
        Buffer.from(salt).toString('base64url'),
        key.toString('base64url'),
      ].join('$')
    },
    async check(password, verifier) {
      const parsed = verifier === null ? null : parse(verifier)
      const key = await derive(password, parsed?.salt ?? random.bytes(saltLength), parsed ?? cost)
      return parsed !== null && key.length === parsed.key.length && timingSafeEqual(key, parsed.key)
    },
  }
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password that a person can type: four groups of five letters and digits without look-alikes, 99 random bits. */
export const generatePassword = (random: { bytes(count: number): Uint8Array }): string => {
  const letters: string[] = []
  while (letters.length < 20) {
    for (const byte of random.bytes(32)) {
      // Bytes beyond the last whole multiple would make some letters likelier than others.
      if (byte < 248 && letters.length < 20) letters.push(alphabet[byte % 31] ?? '')
    }
  }
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
