import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCase } from '../../data/queries/cases.ts'
import { isImportPlace, isOfCase, type Route } from '../../state/route.ts'

const Titled = ({ place }: { readonly place: string }) => {
  useEffect(() => {
    document.title = `${place} · Fieldseal`
  }, [place])
  return null
}

/** The number of a case; what it is about is kept out of tabs and histories. */
const CaseTitle = ({ id }: { readonly id: number }) => {
  const { t } = useTranslation()
  return <Titled place={useCase(id).data?.case_number ?? t('shell.case')} />
}

/** The title of the window, by which people tell tabs, windows and their history apart: the place, and the product. */
export const WindowTitle = ({ route }: { readonly route: Route }) => {
  const { t } = useTranslation()
  if (isOfCase(route)) return <CaseTitle id={route.id} />
  if (route.name === 'entity' || route.name === 'screened') return <Titled place={route.id} />
  if (isImportPlace(route.name)) return <Titled place={t('shell.import')} />
  switch (route.name) {
    case 'home':
      return <Titled place={t('home.title')} />
    case 'queue':
      return <Titled place={t('shell.queue')} />
    case 'verify':
      return <Titled place={t('shell.verify')} />
    case 'sync':
      return <Titled place={t('shell.sync')} />
    case 'settings':
      return <Titled place={t('shell.settings')} />
    case 'unknown':
      return <Titled place={t('notFound.title')} />
    default:
      return <Titled place={t(`detection.place.${route.name}`)} />
  }
}
