import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'
import type { FileAsked } from './useImport.ts'

type Props = {
  readonly job: {
    readonly header_line: number | null
    readonly delimiter: string | null
    readonly sheet?: string | null
  }
  /** Reads the file from another line; undefined where the window no longer has it. */
  readonly onAsk: ((asked: FileAsked) => void) | undefined
  readonly pending: boolean
}

/** In which line of the file the header stands, and the way to name another. JSON lines have none. */
export const HeaderChoice = ({ job, onAsk, pending }: Props) => {
  const { t } = useTranslation()
  const [line, setLine] = useState<number | string>(job.header_line ?? 1)
  if (job.delimiter === null && (job.sheet ?? null) === null) return null
  const isLine = typeof line === 'number' && Number.isInteger(line) && line >= 1
  return (
    <section className={classes.settings} data-testid="header-line">
      {job.header_line === null ? null : <p>{t('import.header.found', { line: job.header_line })}</p>}
      <NumberInput
        label={t('import.header.label')}
        description={t(onAsk === undefined ? 'import.header.again' : 'import.header.hint')}
        value={line}
        onChange={setLine}
        min={1}
        max={10_000}
        allowDecimal={false}
        disabled={onAsk === undefined || pending}
      />
      <Button
        variant="default"
        style={{ alignSelf: 'end', justifySelf: 'start' }}
        disabled={onAsk === undefined || pending || !isLine || line === (job.header_line ?? 1)}
        onClick={() => (isLine ? onAsk?.({ header_line: line }) : undefined)}
      >
        {t('import.header.read')}
      </Button>
    </section>
  )
}
