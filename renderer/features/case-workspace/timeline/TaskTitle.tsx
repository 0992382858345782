import { useTranslation } from 'react-i18next'
import { useCaseTasks } from '../../../data/queries/tasks.ts'
import { isOfCase, useRoute } from '../../../state/route.ts'

const Title = ({ caseId, uid }: { readonly caseId: number; readonly uid: string }) => {
  const { t } = useTranslation()
  const task = useCaseTasks(caseId).data?.tasks.find((one) => one.uid === uid)
  return <span dir="auto">{task?.title ?? t('case.values.task')}</span>
}

/** A task by its title, which the entry that added it withholds: erased there, it is erased here. */
export const TaskTitle = ({ uid }: { readonly uid: string }) => {
  const { t } = useTranslation()
  const caseId = useRoute(({ route }) => (isOfCase(route) ? route.id : null))
  return caseId === null ? <>{t('case.values.task')}</> : <Title caseId={caseId} uid={uid} />
}
