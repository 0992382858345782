import { Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Props = {
  readonly makeIds: boolean
  readonly onMakeIds: (makeIds: boolean) => void
  readonly account: string
  readonly onAccount: (account: string) => void
  /** Whether a column says whose account each row is. */
  readonly namesAccount: boolean
  readonly columns: readonly string[]
  /** The column beside which identifiers are unique; null: they are by themselves. */
  readonly idWith: number | null
  readonly onIdWith: (column: number | null) => void
}

/** Whose account a statement is, and whether its rows are given identifiers. */
export const MadeIds = ({ makeIds, onMakeIds, account, onAccount, namesAccount, columns, idWith, onIdWith }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      {namesAccount ? null : (
        <TextInput
          label={t('import.transactions.account.label')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={t(
            makeIds && account === '' ? 'import.transactions.account.needed' : 'import.transactions.account.hint',
          )}
          value={account}
          onChange={(event) => onAccount(event.currentTarget.value)}
          maxLength={128}
        />
      )}
      <Select
        label={t('import.transactions.idWith.label')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={t('import.transactions.idWith.hint')}
        placeholder={t('import.transactions.idWith.none')}
        data={columns.map((name, column) => ({
          value: String(column),
          label: name === '' ? String(column + 1) : name,
        }))}
        value={idWith === null ? null : String(idWith)}
        onChange={(chosen) => onIdWith(chosen === null ? null : Number(chosen))}
        clearable
      />
      <Switch
        label={t('import.transactions.makeIds.label')}
        description={t('import.transactions.makeIds.hint')}
        checked={makeIds}
        onChange={(event) => onMakeIds(event.currentTarget.checked)}
      />
    </>
  )
}
