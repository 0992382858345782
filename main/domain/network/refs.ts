import type { EntityRef, NodeKind } from '../../../shared/schema/network.ts'
import { nodeIdMax, nodeKinds } from '../../../shared/schema/network.ts'

const controls = /[\p{Cc}\p{Cf}]+/gu

/** An e-mail address as it is compared: lower-case, without a tag behind a plus; null where it is none. */
export const normalEmail = (text: string): string | null => {
  const parts = /^([^@\s]+)@([^@\s]+\.[^@\s]+)$/u.exec(text.trim().toLowerCase())
  if (parts === null) return null
  const [, local = '', host = ''] = parts
  return `${local.replace(/\+.*$/u, '')}@${host}`
}

/** A telephone number as it is compared: its digits, with a plus where it is international; null where it is none. */
export const normalPhone = (text: string): string | null => {
  const trimmed = text.trim().replace(/^00/u, '+')
  if (!/^\+?[\d\s().\-/]+$/u.test(trimmed)) return null
  const digits = trimmed.replace(/\D/gu, '')
  return digits.length < 7 || digits.length > 15 ? null : `${trimmed.startsWith('+') ? '+' : ''}${digits}`
}

/** A postal address as it is compared: lower-case words and numbers. */
export const normalAddress = (text: string): string | null => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
  // A town alone is no address.
  return words.length < 2 ? null : words.join(' ')
}

const normal: Partial<Record<NodeKind, (text: string) => string | null>> = {
  email: normalEmail,
  phone: normalPhone,
  address: normalAddress,
}

/** An entity as the network keeps it; null where the identifier is none of its kind. */
export const normalRef = ({ kind, id }: EntityRef): EntityRef | null => {
  const read = normal[kind]
  const text = read === undefined ? id.replace(controls, ' ').trim() : read(id.replace(controls, ' '))
  return text === null || text === '' || text.length > nodeIdMax ? null : { kind, id: text }
}

/**
 * The name under which an entity is found. A counterparty whose identifier is that of an account here is that account,
 * so both share one name:
 * otherwise money that comes back would never be seen to.
 */
export const entityKey = ({ kind, id }: EntityRef): string => `${kind === 'counterparty' ? 'account' : kind}:${id}`

/** Reads `kind:value`; null where it is none. */
export const refOfText = (text: string): EntityRef | null => {
  const place = text.indexOf(':')
  const kind = nodeKinds.find((known) => known === text.slice(0, place))
  return kind === undefined ? null : normalRef({ kind, id: text.slice(place + 1) })
}

/** The two ends of a merge in one order, whoever named them first. */
export const pairOf = (one: EntityRef, other: EntityRef): readonly [EntityRef, EntityRef] =>
  entityKey(one) <= entityKey(other) ? [one, other] : [other, one]
