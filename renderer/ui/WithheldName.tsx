import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const known = [
  'text',
  'note',
  'notes',
  'reason',
  'title',
  'description',
  'owner_name',
  'import_file',
  'from_owner',
  'to_owner',
  'assignee_name',
  'from_assignee',
  'to_assignee',
  'customer_ids',
  'account_ids',
  'name',
  'path',
  'path_bytes',
  'source',
  'serial',
  'acquired_by',
  'label',
  'tags',
  'from_label',
  'from_tags',
  'recipient',
] as const

/** Gives the names of withheld values in words; one that this release does not know stands as it is. */
export const useWithheldNames = (): ((name: string) => string) => {
  const { t } = useTranslation()
  return useCallback(
    (name: string): string => {
      const found = known.find((one) => one === name)
      return found === undefined ? name : t(`case.withheldNames.${found}`)
    },
    [t],
  )
}

/** The name of a withheld value in words. */
export const WithheldName = ({ name }: { readonly name: string }) => {
  const nameOf = useWithheldNames()
  return <span dir="auto">{nameOf(name)}</span>
}
