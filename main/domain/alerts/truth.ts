import type { AlertStatus } from '../../../shared/schema/alerts.ts'

/** What is known of the activities of an alert. */
export interface KnownOfAlert {
  readonly status: AlertStatus
  readonly activities: number
  /** Of how many a file or a person has said what they are, and of how many that they are fraud. */
  readonly labelled: number
  readonly frauds: number
}

/** What an alert turned out to be, and by what that is known. */
export interface AlertTruth {
  readonly isFraud: boolean
  readonly by: 'disposition' | 'label'
}

/**
 * A person’s disposition says what an alert is. Without one the labels of its activities do: one fraud makes it right,
 * and it is wrong where all of them are known to be genuine. Null: nobody knows yet.
 */
export const truthOf = ({ status, activities, labelled, frauds }: KnownOfAlert): AlertTruth | null => {
  if (status === 'confirmed' || status === 'false_positive')
    return { isFraud: status === 'confirmed', by: 'disposition' }
  if (frauds > 0) return { isFraud: true, by: 'label' }
  return activities > 0 && labelled === activities ? { isFraud: false, by: 'label' } : null
}
