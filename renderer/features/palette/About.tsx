import { useTranslation } from 'react-i18next'
import { useDataFolder, useKeyPlace, useWorkspace } from '../../data/queries/session.ts'
import { closeDialog, useDialogs } from '../../state/dialogs.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SealMark } from '../../ui/SealMark.tsx'
import classes from './palette.module.css'

/** What this is, which version, and whose workspace on which device. */
export const About = () => {
  const { t } = useTranslation()
  const opened = useDialogs((dialogs) => dialogs.open === 'about')
  const workspace = useWorkspace().data
  const keyPlace = useKeyPlace(opened).data ?? null
  const folder = useDataFolder(opened).data ?? null
  return (
    <Dialog opened={opened} onClose={closeDialog} title={t('help.aboutTitle')} size={480}>
      <div className={classes.about}>
        <SealMark size={44} />
        <div>
          <p style={{ margin: 0 }}>{t('help.aboutText')}</p>
          {window.fieldseal?.version.endsWith('-evaluation') && <p role="note">{t('help.evaluation')}</p>}
          <dl className={classes.facts}>
            <dt>{t('help.version')}</dt>
            <dd>{window.fieldseal?.version ?? workspace?.version}</dd>
            <dt>{t('help.institution')}</dt>
            <dd dir="auto">{workspace?.name}</dd>
            <dt>{t('help.workspace')}</dt>
            <dd className="fs-mono">{workspace?.workspace_id}</dd>
            <dt>{t('help.device')}</dt>
            <dd className="fs-mono">{workspace?.device_id}</dd>
            {folder !== null && (
              <>
                <dt>{t('help.folder')}</dt>
                <dd>
                  <span className="fs-mono" dir="auto">
                    {folder}
                  </span>{' '}
                  <CopyButton value={folder} label={t('help.copyFolder')} />
                </dd>
              </>
            )}
            {keyPlace !== null && (
              <>
                <dt>{t('help.key')}</dt>
                <dd>{t(`help.keyPlace.${keyPlace}`)}</dd>
              </>
            )}
          </dl>
        </div>
      </div>
    </Dialog>
  )
}
