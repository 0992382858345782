import { onGrid } from '../../../ui/onGrid.ts'
import own from './table.module.css'

export const networkClasses = onGrid(own)
