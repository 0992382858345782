import { onList } from '../../ui/onGrid.ts'
import own from './transactions.module.css'

export const classes = onList(own)
