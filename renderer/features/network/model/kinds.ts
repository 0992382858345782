import { nodeKinds, type EntityRef, type NodeKind } from '../../../../shared/schema/network.ts'

/**
 * The forms that nodes are drawn with; the number is what the shader knows the form by. `cluster` stands for several
 * nodes drawn as one.
 */
export const shapes = {
  disc: 0,
  target: 1,
  ring: 2,
  square: 3,
  card: 4,
  hexagon: 5,
  triangle: 6,
  wedge: 7,
  diamond: 8,
  house: 9,
  cross: 10,
  star: 11,
  dome: 12,
  cluster: 13,
} as const
export type Shape = keyof typeof shapes

/**
 * Which form stands for which kind: those that are alike in meaning are alike in form (people are round, money is
 * square).
 */
export const shapeOf: Readonly<Record<NodeKind, Shape>> = {
  customer: 'disc',
  person: 'target',
  counterparty: 'ring',
  account: 'square',
  card: 'card',
  company: 'hexagon',
  device: 'triangle',
  email: 'wedge',
  phone: 'dome',
  terminal: 'diamond',
  address: 'house',
  ip: 'cross',
  listed: 'star',
}

const isNodeKind = (value: string): value is NodeKind => nodeKinds.some((kind) => kind === value)

/** How an entity is named within the picture and in addresses: `customer:3711`. */
export const keyOf = ({ kind, id }: EntityRef): string => `${kind}:${id}`

/** Reads `customer:3711`; null where it names no kind that there is, or nothing of it. */
export const entityOfKey = (key: string): EntityRef | null => {
  const colon = key.indexOf(':')
  const kind = key.slice(0, colon)
  const id = key.slice(colon + 1)
  return colon > 0 && isNodeKind(kind) && id !== '' ? { kind, id } : null
}
