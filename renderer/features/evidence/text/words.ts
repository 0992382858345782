import type { TFunction } from 'i18next'
import type { TextLackView, TextStep } from '../../../../shared/schema/evidence-text.ts'

const stepWords = (t: TFunction, step: TextStep): string => {
  switch (step.kind) {
    case 'sheet':
      return t('evidence.text.way.sheet', { name: step.name, row: step.row })
    case 'header':
    case 'attachment':
    case 'member':
      return t(`evidence.text.way.${step.kind}`, { name: step.name })
    default:
      return t(`evidence.text.way.${step.kind}`, { at: step.number })
  }
}

/** The way to a passage, from the outside in. */
export const wayWords = (t: TFunction, way: readonly TextStep[]): string =>
  way.map((step) => stepWords(t, step)).join(t('evidence.text.way.then'))

const reasonWords = (t: TFunction, lack: TextLackView): string => {
  switch (lack.kind) {
    case 'no_text':
      return t('evidence.text.lack.no_text', { format: lack.format })
    case 'scan':
      return t('evidence.text.lack.scan', { count: lack.pages })
    case 'password':
      return t('evidence.text.lack.password')
    case 'damaged':
      return t('evidence.text.lack.damaged', { message: lack.message })
    case 'too_large':
      return t('evidence.text.lack.too_large', { limit: lack.limit })
    case 'took_too_long':
      return t('evidence.text.lack.took_too_long', { count: lack.seconds })
  }
}

/** Why a piece, or parts of it, could not be read. */
export const lackWords = (t: TFunction, lack: TextLackView): string =>
  lack.parts > 1
    ? t('evidence.text.lack.parts', { reason: reasonWords(t, lack), count: lack.parts })
    : reasonWords(t, lack)
