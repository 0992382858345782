import { onList } from '../../../ui/onGrid.ts'
import own from '../reports.module.css'

export const reportClasses = onList(own)
