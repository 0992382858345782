import type { FormScope } from '../model/facts-form.ts'
import { planUploads, type UploadPlan } from '../model/drops.ts'
import { isForensicImage } from '../model/image-names.ts'
import { isDevice, type Chosen } from './collect.ts'

type ChosenPath = Extract<Chosen, { kind: 'path' }>
type ChosenFile = Extract<Chosen, { kind: 'file' }>

/** What is about to be acquired, as one. */
export interface Summary extends FormScope {
  readonly paths: readonly ChosenPath[]
  readonly files: readonly ChosenFile[]
  readonly plan: UploadPlan<File>
  /** How many things the person sees: paths, and files that travel by themselves. */
  readonly things: number
  /** Bytes, where all of them are known. */
  readonly bytes: number | null
}

const nameOf = (one: Chosen): string => (one.kind === 'path' ? one.name : one.found.name)

const suggestionFor = (paths: readonly ChosenPath[], uploads: number): FormScope['suggestedMethod'] => {
  if (paths.length === 0 && uploads > 0) return 'upload'
  return paths.length > 0 && paths.every(({ path }) => isDevice(path)) ? 'physical_image' : 'logical_copy'
}

/** Judges what was chosen: what travels by path, what as an upload, and which facts apply. */
export const summaryOf = (chosen: readonly Chosen[]): Summary => {
  const paths = chosen.filter((one) => one.kind === 'path')
  const files = chosen.filter((one) => one.kind === 'file')
  const plan = planUploads(files.map(({ found }) => found))
  const things = paths.length + plan.files.length
  const [only] = chosen
  const sizes = paths.map(({ size }) => size)
  return {
    paths,
    files,
    plan,
    things,
    bytes: sizes.includes(null) ? null : sizes.reduce((sum: number, size) => sum + (size ?? 0), plan.bytes),
    singleFile: things === 1 && only !== undefined && !(only.kind === 'path' && only.what === 'folder'),
    image: chosen.length > 0 && chosen.some((one) => isForensicImage(nameOf(one))),
    suggestedMethod: suggestionFor(paths, plan.files.length),
  }
}
