import { onPaned } from '../../ui/onGrid.ts'
import own from './transactions.module.css'

export const activityClasses = onPaned(own)
