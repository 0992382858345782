/** Where the bytes of a piece come from: a short-lived link of the service, which serves ranges. */
export type PreviewSource = {
  readonly url: string
  /** Bytes. */
  readonly size: number
}

/** Reads bytes of a piece. Throws where the service does not give exactly them. */
export type ReadBytes = (offset: number, length: number, signal: AbortSignal) => Promise<ArrayBuffer>

/** The link is no longer good: links live for some minutes, a look may take longer. */
const isExpired = (status: number): boolean => [401, 403, 404, 410].includes(status)

const rangeOf = (response: Response): number =>
  Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)

/**
 * Makes the reader of one piece. `renew` gives another link when the one at hand has run out; it is asked once for all
 * reads that are refused at the same time.
 */
export const createReader = ({ url, size }: PreviewSource, renew?: () => Promise<string>): ReadBytes => {
  let address = url
  let renewing: Promise<void> | null = null

  const fetchRange = (offset: number, length: number, signal: AbortSignal): Promise<Response> =>
    fetch(address, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      cache: 'no-store',
      credentials: 'same-origin',
      signal,
    })

  const renewOnce = (ask: () => Promise<string>): Promise<void> => {
    renewing ??= ask()
      .then((fresh) => {
        address = fresh
      })
      .finally(() => {
        renewing = null
      })
    return renewing
  }

  return async (offset, length, signal) => {
    const used = address
    let response = await fetchRange(offset, length, signal)
    if (isExpired(response.status) && renew !== undefined) {
      await response.body?.cancel()
      // Another read may have fetched a fresh link while this one was under way.
      if (address === used) await renewOnce(renew)
      response = await fetchRange(offset, length, signal)
    }
    const whole = response.status === 200 && offset === 0 && length === size
    const part = response.status === 206 && rangeOf(response) === offset
    if (!whole && !part) {
      await response.body?.cancel()
      throw new Error(`the service answered ${response.status} to a range`)
    }
    const bytes = await response.arrayBuffer()
    if (bytes.byteLength !== length) throw new Error(`the service gave ${bytes.byteLength} bytes of ${length}`)
    return bytes
  }
}
