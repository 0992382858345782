import { createModel } from '../../detection/models/model.ts'
import type { Model } from '../../detection/ports.ts'
import type { ModelStore } from '../../storage/models/model-store.ts'

/**
 * The model in force for a trial: what it scores counts for no drift. Null where none is in force, or its file is not
 * on this device.
 */
export const trialModelOf = (models: Pick<ModelStore, 'inForce' | 'read'>): Model | null => {
  const id = models.inForce()
  const stored = id === null ? null : models.read(id)
  const made = stored === null ? null : createModel(stored.item.name, stored.item.version, stored.file)
  return made?.ok === true ? made.value : null
}
