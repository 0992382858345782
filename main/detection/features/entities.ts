import { firstRoom, roomFor, widened } from './columns.ts'

const unknown = -1

/** Numbers for the entities of one kind that are in memory. */
export interface EntityNumbers {
  /** The number of an entity, or -1. */
  find(id: string): number
  /** Gives an entity a number; it is not held yet. */
  add(id: string): number
  /** The entity's identifier. */
  id(entity: number): string
  /** Something more refers to the entity. */
  hold(entity: number): void
  /** Something less; answers whether nothing does any more. */
  release(entity: number): boolean
  held(entity: number): boolean
  /** Forgets an entity; its number is given out again. */
  remove(entity: number): void
  size(): number
}

/** No entity yet. */
export const createEntityNumbers = (): EntityNumbers => {
  const numbers = new Map<string, number>()
  const ids: string[] = []
  const free: number[] = []
  let holds = new Int32Array(firstRoom)
  return {
    find: (id) => numbers.get(id) ?? unknown,
    add: (id) => {
      const entity = free.pop() ?? ids.length
      ids[entity] = id
      numbers.set(id, entity)
      if (entity >= holds.length) holds = widened(holds, roomFor(holds.length, entity + 1))
      return entity
    },
    id: (entity) => ids[entity] as string,
    hold: (entity) => {
      holds[entity] = (holds[entity] as number) + 1
    },
    release: (entity) => {
      holds[entity] = (holds[entity] as number) - 1
      return holds[entity] === 0
    },
    held: (entity) => (holds[entity] as number) > 0,
    remove: (entity) => {
      numbers.delete(ids[entity] as string)
      ids[entity] = ''
      free.push(entity)
    },
    size: () => numbers.size,
  }
}
