import type { TFunction } from 'i18next'
import { useMemo, type Dispatch, type SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaseFull } from '../../../shared/schema/case.ts'
import { useCommands, type PaletteCommand } from '../../state/commands.ts'
import { backFromCase, goToDetection, openCase } from '../../state/route.ts'
import type { OpenDialog } from './dialogs/CaseDialogs.tsx'
import type { EditedFact } from './facts/FactsPane.tsx'
import type { CasePlace } from './model/place.ts'
import type { TimelineOrder } from './model/timelinePages.ts'

/** What makes sense only beside the timeline, and what an open piece of evidence has an answer of its own for. */
const ofTimeline: ReadonlySet<string> = new Set(['case.order'])
const ofTimelineOrPiece: ReadonlySet<string> = new Set([
  'case.order',
  'case.note',
  'case.edit',
  'case.link',
  'case.back',
])

type Reach = {
  readonly file: CaseFull
  readonly writes: boolean
  readonly supervises: boolean
  readonly maySetAccess: boolean
  readonly previous: number | null
  readonly next: number | null
  readonly open: (dialog: OpenDialog) => void
  readonly edit: (editing: EditedFact) => void
  readonly verify: (open: boolean) => void
  readonly turnOrder: Dispatch<SetStateAction<TimelineOrder>>
  readonly writeNote: () => void
  readonly place: CasePlace
}

/** What changes the case. */
const writingCommands = (
  t: TFunction,
  { caseId, open, edit, writeNote }: Pick<Reach, 'open' | 'edit' | 'writeNote'> & { readonly caseId: number },
): readonly PaletteCommand[] => [
  {
    id: 'case.note',
    section: 'case',
    title: t('case.commands.note'),
    shortcut: 'n',
    keywords: 'comment',
    run: writeNote,
  },
  {
    id: 'case.status',
    section: 'case',
    title: t('case.commands.status'),
    shortcut: 's',
    keywords: 'close resolve escalate',
    run: () => open({ kind: 'status' }),
  },
  {
    id: 'case.assign',
    section: 'case',
    title: t('case.commands.assign'),
    shortcut: 'a',
    keywords: 'owner',
    run: () => open({ kind: 'assign' }),
  },
  {
    id: 'case.priority',
    section: 'case',
    title: t('case.commands.priority'),
    shortcut: 'p',
    keywords: 'urgent sla',
    run: () => open({ kind: 'priority' }),
  },
  { id: 'case.edit', section: 'case', title: t('case.commands.edit'), shortcut: 'e', run: () => edit('title') },
  {
    id: 'case.report',
    section: 'case',
    title: t('caseReport.write'),
    shortcut: 'shift+w',
    keywords: 'sar suspicious activity',
    run: () => goToDetection('reports', null, { case_id: String(caseId) }),
  },
  {
    id: 'case.link',
    section: 'case',
    title: t('case.commands.link'),
    shortcut: 'l',
    keywords: 'alert customer account',
    run: () => open({ kind: 'link' }),
  },
  {
    id: 'case.relate',
    section: 'case',
    title: t('case.commands.relate'),
    shortcut: 'shift+r',
    keywords: 'parent child duplicate merge',
    run: () => open({ kind: 'relate' }),
  },
]

/** What a supervisor may do with the case. */
const holdCommands = (t: TFunction, held: boolean, open: Reach['open']): readonly PaletteCommand[] => [
  held
    ? {
        id: 'case.release',
        section: 'case',
        title: t('case.commands.release'),
        run: () => open({ kind: 'release' }),
      }
    : { id: 'case.hold', section: 'case', title: t('case.commands.hold'), run: () => open({ kind: 'hold' }) },
]

/** What the owner and supervisors may do with the case. */
const accessCommands = (t: TFunction, open: Reach['open']): readonly PaletteCommand[] => [
  {
    id: 'case.access',
    section: 'case',
    title: t('access.command'),
    keywords: 'restrict need to know hide secret',
    run: () => open({ kind: 'access' }),
  },
]

/** What whoever sees the case may do. */
const readingCommands = (
  t: TFunction,
  number: string,
  { verify, turnOrder }: Pick<Reach, 'verify' | 'turnOrder'>,
): readonly PaletteCommand[] => [
  {
    id: 'case.verify',
    section: 'case',
    title: t('case.commands.verify'),
    shortcut: 'v',
    keywords: 'seal check',
    run: () => verify(true),
  },
  {
    id: 'case.copy',
    section: 'case',
    title: t('case.commands.copy'),
    run: () => void navigator.clipboard.writeText(number),
  },
  {
    id: 'case.order',
    section: 'case',
    title: t('case.commands.order'),
    shortcut: 'o',
    run: () => turnOrder((order) => (order === 'newest' ? 'oldest' : 'newest')),
  },
  { id: 'case.back', section: 'case', title: t('case.commands.back'), shortcut: 'escape', run: backFromCase },
]

/** To the cases beside this one in the list. */
const movingCommands = (
  t: TFunction,
  { previous, next }: Pick<Reach, 'previous' | 'next'>,
): readonly PaletteCommand[] => [
  ...(previous === null
    ? []
    : [
        {
          id: 'case.previous',
          section: 'case',
          title: t('case.commands.previous'),
          shortcut: '[',
          run: () => openCase(previous),
        } as const,
      ]),
  ...(next === null
    ? []
    : [
        {
          id: 'case.next',
          section: 'case',
          title: t('case.commands.next'),
          shortcut: ']',
          run: () => openCase(next),
        } as const,
      ]),
]

/** What can be done on the screen of a case, for the palette, the menu and the keyboard. */
export const useCaseCommands = ({
  file,
  writes,
  supervises,
  maySetAccess,
  previous,
  next,
  open,
  edit,
  verify,
  turnOrder,
  writeNote,
  place,
}: Reach): void => {
  const { t } = useTranslation()
  const held = file.hold !== null
  const number = file.case_number
  const caseId = file.id
  const commands = useMemo((): readonly PaletteCommand[] => {
    const all = [
      ...(writes ? writingCommands(t, { caseId, open, edit, writeNote }) : []),
      ...(supervises ? holdCommands(t, held, open) : []),
      ...(maySetAccess ? accessCommands(t, open) : []),
      ...readingCommands(t, number, { verify, turnOrder }),
      ...movingCommands(t, { previous, next }),
    ]
    return place === 'timeline'
      ? all
      : all.filter(({ id }) => !(place === 'piece' ? ofTimelineOrPiece : ofTimeline).has(id))
  }, [
    t,
    held,
    number,
    caseId,
    writes,
    supervises,
    maySetAccess,
    previous,
    next,
    open,
    edit,
    verify,
    turnOrder,
    writeNote,
    place,
  ])
  useCommands(commands)
}
