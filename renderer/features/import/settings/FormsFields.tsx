import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const orders = ['day_first', 'month_first', 'year_first'] as const
const decimals = ['point', 'comma'] as const

/** What a person has said of how dates and amounts of the file are written; what is left open, each column tells. */
export type Forms = { readonly date_order?: (typeof orders)[number]; readonly decimal?: (typeof decimals)[number] }

type Props = { readonly value: Forms; readonly onChange: (forms: Forms) => void; readonly hasAmounts: boolean }

/** How dates and amounts are written that can be read in two ways. */
export const FormsFields = ({ value, onChange, hasAmounts }: Props) => {
  const { t } = useTranslation()
  const { date_order: order, decimal } = value
  return (
    <>
      <Select
        label={t('import.forms.order')}
        placeholder={t('import.forms.told')}
        data={orders.map((one) => ({ value: one, label: t(`import.forms.orders.${one}`) }))}
        value={order ?? null}
        onChange={(chosen: NonNullable<Forms['date_order']> | null) =>
          onChange({
            ...(decimal === undefined ? {} : { decimal }),
            ...(chosen === null ? {} : { date_order: chosen }),
          })
        }
        clearable
      />
      {hasAmounts ? (
        <Select
          label={t('import.forms.decimal')}
          placeholder={t('import.forms.told')}
          data={decimals.map((one) => ({ value: one, label: t(`import.forms.decimals.${one}`) }))}
          value={decimal ?? null}
          onChange={(chosen: NonNullable<Forms['decimal']> | null) =>
            onChange({
              ...(order === undefined ? {} : { date_order: order }),
              ...(chosen === null ? {} : { decimal: chosen }),
            })
          }
          clearable
        />
      ) : null}
    </>
  )
}
