import { onPaned } from '../../ui/onGrid.ts'
import own from './screening.module.css'

export const hitClasses = onPaned(own)
