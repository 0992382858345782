import type { FeatureSource, Observed } from '../../detection/ports.ts'

const nothing: Observed = { features: {}, profiles: {} }

/** A source of features that knows of no activity: rules then judge by what an activity itself says. */
export const nothingKnown: FeatureSource = { peek: () => nothing, observe: () => nothing, learn: () => undefined }
