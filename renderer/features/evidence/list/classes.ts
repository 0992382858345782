import { onGrid } from '../../../ui/onGrid.ts'
import own from './list.module.css'

export const classes = onGrid(own)
