import { onPaned } from '../../ui/onGrid.ts'
import own from './decisions.module.css'

export const classes = onPaned(own)
