import { onPaned } from '../../ui/onGrid.ts'
import own from './alerts.module.css'

export const alertClasses = onPaned(own)
