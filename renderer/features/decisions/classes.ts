import { onList } from '../../ui/onGrid.ts'
import own from './decisions.module.css'

export const classes = onList(own)
