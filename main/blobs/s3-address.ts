import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'

/** Where the objects of a store lie. */
export interface S3Address {
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
  /** Of a server that is not AWS; addressed by path then. */
  readonly endpoint?: string
  readonly region?: string
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

const refuse = (why: string): Result<never, Refusal> =>
  fail(
    refusal(
      'unavailable',
      `FIELDSEAL_BLOBS is no address of an object store: ${why}. It is written s3://bucket/prefix?endpoint=https://store.example&region=eu-central-1; prefix, endpoint and region may be left out.`,
    ),
  )

const isHttp = (text: string): boolean => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)

/**
 * Reads `s3://bucket/prefix?endpoint=...&region=...`. Credentials have no place in it: they come from the environment.
 */
export const parseS3Address = (text: string): Result<S3Address, Refusal> => {
  if (!URL.canParse(text)) return refuse('it cannot be read')
  const url = new URL(text)
  if (url.protocol !== 's3:') return refuse('it does not begin with s3://')
  if (url.username !== '' || url.password !== '')
    return refuse('it holds credentials, which belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (!bucketName.test(url.host)) return refuse('its bucket has no valid name')
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region')
  if (unknown !== undefined) return refuse(`it has an unknown part, ${unknown}`)
  const endpoint = url.searchParams.get('endpoint')
  const region = url.searchParams.get('region')
  if (endpoint !== null && !isHttp(endpoint)) return refuse('its endpoint is no http or https address')
  const folder = decodeURIComponent(url.pathname).replaceAll(/^\/+|\/+$/gu, '')
  return ok({
    bucket: url.host,
    prefix: folder === '' ? '' : `${folder}/`,
    ...(endpoint === null ? {} : { endpoint }),
    ...(region === null ? {} : { region }),
  })
}
