import { refusalsOf } from '../../../main/server/description/openapi.ts'
import { errorBody } from '../../../shared/api/errors.ts'
import type { ErrorBody } from '../../../shared/api/errors.ts'
import type { AnswerOf, Operation } from '../../../shared/api/operation.ts'
import { addresses } from './addresses.ts'

type Addresses = typeof addresses

/** Whether an address has the form of a path: `/v1/alerts/7` that of `/v1/alerts/{id}`. */
type Fits<Address extends string, Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? Address extends `${infer Given}/${infer More}`
    ? FitsPart<Given, Part> extends true
      ? Fits<More, Rest>
      : false
    : false
  : Address extends `${string}/${string}`
    ? false
    : FitsPart<Address, Path>

type FitsPart<Given extends string, Part extends string> = Part extends `{${string}}`
  ? true
  : Given extends Part
    ? true
    : false

type Fitting<Address extends string, Key extends string, Method extends string> = Key extends `${Method} ${infer Path}`
  ? Fits<Address, Path> extends true
    ? Key
    : never
  : never

type WithoutQuery<Address extends string> = Address extends `${infer Path}?${string}` ? Path : Address

/** Every address is there under `/api` too. */
type WithoutPrefix<Address extends string> = Address extends `/api/${infer Rest}` ? `/${Rest}` : Address

/**
 * The key of the operation at an address; the fixed address (`/v1/alerts/stats`) goes before the one with a parameter
 * (`/v1/alerts/{id}`).
 */
type KeyAt<Method extends string, Path extends string> = `${Method} ${Path}` extends keyof Addresses
  ? `${Method} ${Path}`
  : Fitting<Path, keyof Addresses, Method>

type OfKey<Key> = [Key] extends [never] ? unknown : Key extends keyof Addresses ? AnswerOf<Addresses[Key]> : unknown

/**
 * The success body of the operation at an address, as the interface declares it; `unknown` where the address is none,
 * or is not written out at the call.
 */
export type Answered<Method extends string, Address extends string> = string extends Method
  ? unknown
  : OfKey<KeyAt<Method, WithoutPrefix<WithoutQuery<Address>>>>

/** What an operation answers with: the data of its success body. */
export type DataOf<Whole> = Whole extends { readonly data: infer Data } ? Data : unknown

/** The data of the success body of the operation at an address. */
export type DataAt<Method extends string, Address extends string> = DataOf<Answered<Method, Address>>

/**
 * An answer of the interface. What was refused has no `data`, and what was done has no `error`: to read them throws, so
 * that nothing is looked for where it cannot be.
 */
export interface Asked<Whole> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body, whatever it is. */
  readonly body: unknown
  /** The success body. @throws where the request was refused, or its answer is not what the interface declares */
  readonly whole: Whole
  /** The data of the success body. @throws as `whole` */
  readonly data: DataOf<Whole>
  /** The refusal. @throws where the request was not refused */
  readonly error: ErrorBody['error']
}

const partsOf = (path: string): readonly string[] => path.split('/')

const fits = (path: string, given: readonly string[]): boolean => {
  const parts = partsOf(path)
  return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index])
}

const operationAt = (method: string, address: string): Operation | undefined => {
  const [path = ''] = address.replace(/^\/api\//u, '/').split('?')
  const table: Readonly<Record<string, Operation>> = addresses
  return (
    table[`${method} ${path}`] ??
    Object.values(table).find((operation) => operation.method === method && fits(operation.path, partsOf(path)))
  )
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why a refusal is none that the description has of its operation; null: it is, or nothing was refused. */
export const strayRefusal = (method: string, address: string, body: unknown): string | null => {
  const operation = operationAt(method, address)
  const refused = errorBody.safeParse(body)
  if (operation === undefined || !refused.success) return null
  const { code } = refused.data.error
  // That is said where no operation was found.
  if (code === 'method_not_allowed' || refusalsOf(operation).includes(code)) return null
  return `${operation.id} is not described to refuse as ${code}: ${method} ${address}`
}

/** What came for a request, read as the interface declares it. */
export const asked = <Method extends string, Address extends string>(
  method: Method,
  address: Address,
  came: Pick<Asked<unknown>, 'status' | 'headers' | 'text'>,
): Asked<Answered<Method, Address>> => {
  const body = parse(came.text)
  const stray = strayRefusal(method, address, body)
  if (stray !== null) throw new Error(stray)
  const said = `${method} ${address} answered ${came.status}: ${came.text.slice(0, 2_000)}`
  const whole = (): unknown => {
    if (came.status >= 400) throw new Error(`There is no data. ${said}`)
    const fault = operationAt(method, address)?.answer.safeParse(body).error
    if (fault !== undefined) throw new Error(`The answer is not what the interface declares: ${fault.message}. ${said}`)
    return body
  }
  return {
    ...came,
    body,
    get whole() {
      return whole() as Answered<Method, Address>
    },
    get data() {
      return (whole() as { data: DataAt<Method, Address> }).data
    },
    get error() {
      const refused = errorBody.safeParse(body)
      if (!refused.success) throw new Error(`There is no error. ${said}`)
      return refused.data.error
    },
  }
}
