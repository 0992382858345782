import { Button, FileButton, TextInput } from '@mantine/core'
import { IconFile, IconFolder } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './acquire.module.css'
import { collectFiles, collectFolder, typedPath, type Collected } from './collect.ts'

type Props = { readonly onAdd: (more: Collected) => void }

const examples = { linux: '/dev/sdb', darwin: '/dev/rdisk4', win32: '\\\\.\\PhysicalDrive1' } as const

const TypedPath = ({ onAdd }: Props) => {
  const { t } = useTranslation()
  const [path, setPath] = useState('')
  const add = (): void => {
    if (path.trim() === '') return
    onAdd({ chosen: [typedPath(path.trim())], unreadable: [] })
    setPath('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Ctrl+Enter belongs to the dialog: it begins the acquisition.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    add()
  }
  return (
    <div className={classes.typed}>
      <TextInput
        aria-label={t('evidence.acquire.path')}
        placeholder={t('evidence.acquire.pathHint', { example: examples[window.fieldseal?.platform ?? 'linux'] })}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        spellCheck={false}
        className={classes.typedField}
      />
      <Button variant="default" onClick={add} disabled={path.trim() === ''}>
        {t('evidence.acquire.addPath')}
      </Button>
    </div>
  )
}

const ChooseFolder = ({ onAdd }: Props) => {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={(element) => {
          input.current = element
          if (element !== null) element.webkitdirectory = true
        }}
        type="file"
        hidden
        multiple
        aria-label={t('evidence.acquire.chooseFolder')}
        onChange={(event) => {
          onAdd(collectFolder([...(event.currentTarget.files ?? [])]))
          event.currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        leftSection={<IconFolder size={14} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t('evidence.acquire.chooseFolder')}
      </Button>
    </>
  )
}

/** The ways to choose without a mouse: files, a folder, and in the desktop any path. */
export const AcquireSources = ({ onAdd, autoFocus }: Props & { readonly autoFocus: boolean }) => {
  const { t } = useTranslation()
  const reset = useRef<() => void>(null)
  const onFiles = (files: File[]): void => {
    onAdd(collectFiles(files))
    reset.current?.()
  }
  return (
    <div className={classes.sources}>
      <FileButton
        multiple
        onChange={onFiles}
        resetRef={reset}
        inputProps={{ 'aria-label': t('evidence.acquire.chooseFiles') }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconFile size={14} aria-hidden />}
            data-autofocus={autoFocus || undefined}
          >
            {t('evidence.acquire.chooseFiles')}
          </Button>
        )}
      </FileButton>
      <ChooseFolder onAdd={onAdd} />
      {window.fieldseal === undefined ? null : <TypedPath onAdd={onAdd} />}
    </div>
  )
}
