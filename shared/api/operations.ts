import * as access from './access.ts'
import * as cases from './cases.ts'
import * as evidence from './evidence.ts'
import * as exports from './exports.ts'
import type { Operation } from './operation.ts'
import * as workspace from './workspace.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

/** Every operation of the interface that this release serves, in the order of the documentation. */
export const operations: readonly Operation[] = [cases, evidence, exports, access, workspace].flatMap((area) => Object.values(area).filter(isOperation))
