import { integerText } from '../schema/text.ts'

/** The group of these operations in the documentation. */
export const syncTag = 'Sync'
/** A page of what sync lists, from 1. */
export const syncPage = integerText({ min: 1, max: 10_000_000 }).default(1)
/** How many of what sync lists stand on a page. */
export const syncSize = integerText({ min: 1, max: 100 }).default(50)
