import { onList } from '../../ui/onGrid.ts'
import own from './alerts.module.css'

export const classes = onList(own)
