import { useTranslation } from 'react-i18next'
import { useTicking } from '../../ui/clock.ts'
import { localZone } from '../../ui/time.ts'

/** In which zone lists, panes and timelines show their times: said once, for no time says it itself. */
export const Zone = () => {
  const { t } = useTranslation()
  return useTicking((nowMs) => {
    const { name, offset } = localZone(nowMs)
    return name === 'UTC' ? t('shell.zoneUtc') : t('shell.zone', { name, offset })
  })
}
