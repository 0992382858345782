import { useEffect, useMemo, useState } from 'react'
import { reportForm, type Report, type ReportForm } from '../../../../shared/schema/reports.ts'
import { useDraft } from '../../../state/drafts.ts'
import { useStable } from '../../../ui/useStable.ts'
import { fieldId } from './context.ts'
import { rowsAt, withRowAt, withValueAt } from './form.ts'

/** What was taken out last, and the form as it was written right after: a row of it, or everything that was typed. */
type Taken =
  | {
      readonly kind: 'row'
      readonly path: string
      readonly index: number
      readonly value: unknown
      readonly after: string
    }
  | { readonly kind: 'all'; readonly form: ReportForm; readonly after: string }

/** The field of a row, or where rows are added: what has the focus once a row has come or gone. */
const focusRow = (path: string, index: number): void => {
  requestAnimationFrame(() =>
    (document.getElementById(fieldId(`${path}.${index}.text`)) ?? document.getElementById(fieldId(path)))?.focus(),
  )
}

/**
 * The form as it is typed: kept until it is saved, so that neither a reload nor a look at a source costs a word. What
 * is taken out of it, a row or everything, can be taken back until the next thing is.
 *
 * @param onTaken told when something was taken out, or when that can be taken back no more (null)
 */
export const useTyped = (report: Report, saved: ReportForm, onTaken: (what: Taken['kind'] | null) => void) => {
  const [text, setText, clear] = useDraft(`report:${report.id}:${report.version}`, report.case_id)
  const [written, setWritten] = useState({ text: '', form: saved })
  const [taken, setTaken] = useState<Taken | null>(null)
  const form = useMemo((): ReportForm => {
    if (text === '') return saved
    // What is written here is taken as it is: what a key has not changed must stay the same object, or every sentence
    // is drawn anew.
    if (text === written.text) return written.form
    const read = reportForm.safeParse(JSON.parse(text))
    // A sentence without words is typed right now; the service does not take it, the window keeps it.
    return read.success ? read.data : (JSON.parse(text) as ReportForm)
  }, [text, saved, written])
  const tell = useStable(onTaken)
  const take = (next: Taken | null): void => {
    setTaken(next)
    tell(next?.kind ?? null)
  }
  const write = (next: ReportForm): string => {
    const nextText = JSON.stringify(next)
    setWritten({ text: nextText, form: next })
    setText(nextText)
    return nextText
  }
  const set = useStable((path: string, value: unknown): void => {
    write(withValueAt(form, path, value))
    // What is typed after everything was dropped must not be lost to what was dropped.
    if (taken?.kind === 'all') take(null)
  })
  const remove = useStable((path: string, index: number): void => {
    const rows = rowsAt(form, path)
    const after = write(
      withValueAt(
        form,
        path,
        rows.filter((_, place) => place !== index),
      ),
    )
    take({ kind: 'row', path, index, value: rows[index], after })
    focusRow(path, Math.min(index, rows.length - 2))
  })
  const discard = useStable((): void => {
    clear()
    take({ kind: 'all', form, after: '' })
  })
  const undo = useStable((): void => {
    if (taken === null) return
    take(null)
    if (taken.kind === 'all') {
      write(taken.form)
      return
    }
    write(withRowAt(form, taken.path, taken.index, taken.value))
    focusRow(taken.path, taken.index)
  })
  useEffect(() => () => tell(null), [tell])
  return {
    form,
    set,
    remove,
    discard,
    undo,
    clear,
    isDirty: text !== '',
    canUndo: taken !== null,
    /** Nothing was done since. */ isLast: taken !== null && taken.after === text,
  }
}
