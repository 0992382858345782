import {
  IconDeviceSdCard,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconHeadphones,
  IconMovie,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { EvidenceKind } from '../../shared/schema/evidence.ts'

const icons: Readonly<Record<EvidenceKind, ComponentType<{ size: number; stroke?: number }>>> = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  text: IconFileText,
  table: IconTable,
  audio: IconHeadphones,
  video: IconMovie,
  archive: IconFileZip,
  disk_image: IconDeviceSdCard,
  other: IconFile,
}

/** The shape of a kind of evidence; the word stands beside it. */
export const KindIcon = ({
  kind,
  size = 15,
  stroke = 1.7,
}: {
  readonly kind: EvidenceKind
  readonly size?: number
  readonly stroke?: number
}) => {
  const Icon = icons[kind]
  return <Icon size={size} stroke={stroke} aria-hidden />
}
