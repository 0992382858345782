import { Button, FileButton } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../ui/bytes.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './import.module.css'

type Props = {
  readonly stage: {
    readonly mutate: (wish: { readonly file: File }) => void
    readonly isPending: boolean
    readonly variables: { readonly file: File } | undefined
    readonly error: Error | null
  }
  readonly title: string
  readonly limits: string
  /** In bytes. */
  readonly largest: number
  /** What the dialog of the system offers. */
  readonly accept: string
}

/** Takes one file, chosen or dropped, and stages it. */
export const DropFile = ({ stage, title, limits, largest, accept }: Props) => {
  const { t, i18n } = useTranslation()
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<'tooLarge' | 'empty' | 'many' | null>(null)

  const take = (file: File | null | undefined): void => {
    if (file === null || file === undefined) return
    if (file.size > largest) setProblem('tooLarge')
    else if (file.size === 0) setProblem('empty')
    else stage.mutate({ file })
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const files = event.dataTransfer.files
    setProblem(files.length > 1 ? 'many' : null)
    take(files[0])
  }
  const choose = (file: File | null): void => {
    setProblem(null)
    take(file)
  }
  return (
    <>
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <IconFileSpreadsheet size={34} stroke={1.4} aria-hidden />
        <p className={classes.dropTitle} role="status">
          {stage.isPending
            ? t('import.drop.reading', { name: stage.variables?.file.name ?? '' })
            : over
              ? t('import.drop.release')
              : title}
        </p>
        {stage.isPending ? null : (
          <FileButton onChange={choose} accept={accept}>
            {(props) => <Button {...props}>{t('import.drop.choose')}</Button>}
          </FileButton>
        )}
        <p className={classes.limits}>{limits}</p>
      </div>
      {problem === null ? null : (
        <p className={classes.problem} role="alert">
          {t(`import.drop.${problem}`, { largest: formatBytes(largest, i18n.language) })}
        </p>
      )}
      {stage.error === null ? null : <ErrorState error={stage.error} compact />}
    </>
  )
}
