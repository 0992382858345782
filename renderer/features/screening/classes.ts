import { onList } from '../../ui/onGrid.ts'
import own from './screening.module.css'

export const classes = onList(own)
