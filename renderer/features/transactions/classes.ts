import { onPaned } from '../../ui/onGrid.ts'
import own from './transactions.module.css'

export const classes = onPaned(own)
