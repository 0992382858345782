import type { FeatureSource, Observed } from '../../detection/ports.ts'

const nothingKnown: Observed = { features: {}, profiles: {} }

/** Windows and profiles of a detection that judges each activity by itself. */
export const remembersNothing: FeatureSource = { peek: () => nothingKnown, observe: () => nothingKnown, learn: () => undefined }
