import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import classes from './workspace.module.css'

/** The shape of a case while it is read. */
export const CaseSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={classes.screen} aria-label={t('case.loadingCase')}>
      <div className={classes.header}>
        <Skeleton height={10} width={190} mt={6} />
        <Skeleton height={15} width="42%" mt={12} mb={8} />
      </div>
      <div className={classes.panes}>
        <div className={classes.facts}>
          <LoadingRows rows={9} height={30} />
        </div>
        <div className={classes.main}>
          <LoadingRows rows={8} height={62} />
        </div>
      </div>
    </div>
  )
}
