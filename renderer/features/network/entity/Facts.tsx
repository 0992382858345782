import { useTranslation } from 'react-i18next'
import type { NodePage } from '../../../../shared/schema/network.ts'
import { signalWords } from '../../../ui/signal-words.ts'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { Table } from './Table.tsx'

/** What sources say of the entity: names, countries, dates. */
export const Facts = ({ page }: { readonly page: NodePage }) => {
  const { t } = useTranslation()
  return (
    <Table
      title={t('entityPage.facts')}
      heads={[
        { text: t('entityPage.fact') },
        { text: t('entityPage.value') },
        { text: t('entityPage.source') },
        { text: t('entityPage.at') },
      ]}
      empty={page.facts.length === 0 ? t('entityPage.noFacts') : null}
    >
      {page.facts.map(({ name, value, source, at }, place) => (
        <tr key={place}>
          <td>{signalWords(name)}</td>
          <td dir="auto">{value}</td>
          <td>{t(`network.source.${source}`)}</td>
          <td>{at === null ? '–' : <Timestamp at={at} />}</td>
        </tr>
      ))}
    </Table>
  )
}
