import { onPaned } from '../../ui/onGrid.ts'
import own from './decisions.module.css'

export const decisionClasses = onPaned(own)
