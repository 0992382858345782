import { onGrid } from '../../../ui/onGrid.ts'
import own from './list.module.css'

export const evidenceClasses = onGrid(own)
