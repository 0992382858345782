import { onList } from '../../ui/onGrid.ts'
import own from './queue.module.css'

export const queueClasses = onList(own)
