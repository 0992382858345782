import { onList } from '../../ui/onGrid.ts'
import own from './businesses.module.css'

export const businessClasses = onList(own)
