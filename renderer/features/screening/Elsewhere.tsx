import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { nodeKinds, type EntityRef } from '../../../shared/schema/network.ts'
import type { ScreeningHitFull } from '../../../shared/schema/screening.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { detectionHref, entityHref, goToDetection, navigate, networkHref } from '../../state/route.ts'
import { Keys } from '../../ui/Keys.tsx'
import { hitClasses } from './classes.ts'

/** The subject as the network knows it; null for what is no entity there. */
const entityOf = ({ subject }: ScreeningHitFull): EntityRef | null => {
  const kind = nodeKinds.find((known) => known === subject.kind)
  return kind === undefined ? null : { kind, id: subject.id }
}

/** Where the subject leads: his network, all that is known of him, and the alert, each by a key. */
export const Elsewhere = ({ hit }: { readonly hit: ScreeningHitFull }) => {
  const { t } = useTranslation()
  const { alert_id: alert } = hit
  const entityKey = JSON.stringify(entityOf(hit))
  const entity = useMemo(() => JSON.parse(entityKey) as EntityRef | null, [entityKey])
  const commands = useMemo(
    (): readonly PaletteCommand[] => [
      ...(entity === null
        ? []
        : [
            {
              id: 'screening.network',
              section: 'selection',
              title: t('screening.toNetwork'),
              shortcut: 'e',
              run: () => goToDetection('network', `${entity.kind}:${entity.id}`),
            } as const,
            {
              id: 'screening.entity',
              section: 'selection',
              title: t('screening.toEntity'),
              shortcut: 'i',
              run: () => navigate({ name: 'entity', ...entity }),
            } as const,
          ]),
      ...(alert === null
        ? []
        : [
            {
              id: 'screening.alert',
              section: 'selection',
              title: t('screening.openAlert'),
              shortcut: 'o',
              run: () => goToDetection('alerts', String(alert)),
            } as const,
          ]),
    ],
    [t, entity, alert],
  )
  useCommands(commands)
  if (commands.length === 0) return null
  const hrefs: Readonly<Record<string, string>> = {
    ...(entity === null ? {} : { 'screening.network': networkHref(entity), 'screening.entity': entityHref(entity) }),
    ...(alert === null ? {} : { 'screening.alert': detectionHref('alerts', String(alert)) }),
  }
  return (
    <nav className={hitClasses.links} aria-label={t('screening.elsewhere')}>
      {commands.map(({ id, title, shortcut = '' }) => (
        <span key={id}>
          <a href={hrefs[id]} aria-keyshortcuts={shortcut}>
            {title}
          </a>
          <Keys shortcut={shortcut} />
        </span>
      ))}
    </nav>
  )
}
