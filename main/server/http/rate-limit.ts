/** What a bucket says about one request. Times are whole seconds. */
export interface RateVerdict {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until one more request (when refused) or the full quota (when allowed) is there. */
  readonly resetSeconds: number
}

interface Bucket {
  tokens: number
  atMs: number
}

/** Buckets that nobody used for a window are full again and forgotten; this bounds the memory of a flood of names. */
const maxBuckets = 50_000

/**
 * Token buckets by key: `limit` requests at once, refilled evenly over `windowMs`. A limit of 0 lets everything pass.
 */
export interface RateLimiter {
  take(key: string, nowMs: number): RateVerdict | null
}

/** Makes a limiter; `nowMs` is a monotonic clock, so that setting the wall clock neither locks nor frees anyone. */
export const createRateLimiter = (limit: number, windowMs: number): RateLimiter => {
  const buckets = new Map<string, Bucket>()
  const perMs = limit / windowMs

  const forgetFull = (nowMs: number): void => {
    for (const [key, bucket] of buckets) if (nowMs - bucket.atMs >= windowMs) buckets.delete(key)
    if (buckets.size >= maxBuckets) buckets.clear()
  }

  return {
    take(key, nowMs) {
      if (limit === 0) return null
      let bucket = buckets.get(key)
      if (bucket === undefined) {
        if (buckets.size >= maxBuckets) forgetFull(nowMs)
        bucket = { tokens: limit, atMs: nowMs }
        buckets.set(key, bucket)
      }
      bucket.tokens = Math.min(limit, bucket.tokens + Math.max(0, nowMs - bucket.atMs) * perMs)
      bucket.atMs = nowMs
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      const missing = allowed ? limit - bucket.tokens : 1 - bucket.tokens
      return {
        allowed,
        limit,
        remaining: Math.floor(bucket.tokens),
        resetSeconds: Math.max(1, Math.ceil(missing / perMs / 1_000)),
      }
    },
  }
}
