import { IconCloudDown, IconDeviceLaptopOff, IconEraser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EvidenceItem } from '../../../../shared/schema/evidence.ts'
import { evidenceClasses } from './classes.ts'

/** That the bytes of a piece are not on this device, and where they are. */
export const NotHere = ({ bytes }: Pick<EvidenceItem, 'bytes'>) => {
  const { t } = useTranslation()
  if (bytes === 'here') return null
  const Icon = { hub: IconCloudDown, elsewhere: IconDeviceLaptopOff, erased: IconEraser }[bytes]
  const words = t(`evidence.places.${bytes}`)
  return (
    <span className={evidenceClasses.count} title={words}>
      <Icon size={13} stroke={1.8} aria-hidden />
      <span className="fs-visually-hidden">{words}</span>
    </span>
  )
}
