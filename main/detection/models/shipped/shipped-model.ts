import { createHash } from 'node:crypto'
import packed from './default-model.json' with { type: 'json' }

/** The model that every workspace begins with, as `scripts/default-model.ts` made it. */
export const shippedModel = {
  name: packed.name,
  version: packed.version,
  /** The text of the model file. */
  text: packed.file,
  sha256: createHash('sha256').update(packed.file).digest('hex'),
} as const
