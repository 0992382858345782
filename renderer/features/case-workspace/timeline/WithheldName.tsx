import { useTranslation } from 'react-i18next'

const known = ['text', 'notes', 'reason', 'title', 'description', 'owner_name', 'from_owner', 'to_owner', 'customer_ids', 'account_ids'] as const

/** The name of a withheld value in words; one that this release does not know stands as it is. */
export const WithheldName = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation()
  const found = known.find((one) => one === name)
  return <span dir="auto">{found === undefined ? name : t(`case.withheldNames.${found}`)}</span>
}
