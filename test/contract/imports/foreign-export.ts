import type { CasePriority, CaseStatus } from '../../../shared/schema/case.ts'

/** A case as the file means it: what must be there after the import, and come out of the export. */
export interface MeantCase {
  readonly reference: string
  readonly title: string
  readonly description: string
  readonly priority: CasePriority
  readonly status: CaseStatus
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly customerId: number
  readonly accountId: number
  readonly alertIds: readonly number[]
  readonly notes: string
}

/** A file as another system writes it, and what it means. */
export interface ForeignExport {
  readonly text: string
  readonly meant: readonly MeantCase[]
  readonly duplicates: number
  /** Lines of the rows that cannot be taken, with what the reason must say. */
  readonly broken: ReadonlyMap<number, RegExp>
  readonly header: readonly string[]
}

interface Language {
  readonly titles: readonly string[]
  readonly description: string
  readonly notes: string
  /** A word of the titles or descriptions to search by. */
  readonly word: string
  readonly priorities: Readonly<Record<CasePriority, string>>
  readonly statuses: Readonly<Record<CaseStatus, string>>
}

/** Five scripts, with the words that systems in these languages use. */
export const languages: readonly Language[] = [
  {
    titles: ['Überweisung an gefälschte Rechnung', 'Kontoübernahme nach Phishing'],
    description: 'Der Kunde meldet drei Abbuchungen; "nicht von mir", sagt er.\r\nBeleg folgt; siehe Anlage, Seite 2.',
    notes: 'Rückruf erledigt, Karte gesperrt.',
    word: 'Abbuchungen',
    priorities: { urgent: 'Kritisch', high: 'Hoch', medium: 'Mittel', low: 'Niedrig' },
    statuses: {
      open: 'Offen',
      investigating: 'In Bearbeitung',
      pending_review: 'In Prüfung',
      escalated: 'Eskaliert',
      resolved: 'Erledigt',
      closed: 'Geschlossen',
    },
  },
  {
    titles: ['Подозрительный перевод за границу', 'Поддельная справка о доходах'],
    description: 'Клиент сообщил о трёх списаниях.\nДокументы "приложены"; проверить подпись.',
    notes: 'Банк получателя ответил.',
    word: 'списаниях',
    priorities: { urgent: 'Критический', high: 'Высокий', medium: 'Средний', low: 'Низкий' },
    statuses: {
      open: 'Новый',
      investigating: 'В работе',
      pending_review: 'На проверке',
      escalated: 'Эскалация',
      resolved: 'Решено',
      closed: 'Закрыто',
    },
  },
  {
    titles: ['تحويل مشبوه إلى حساب جديد', 'انتحال هوية عند فتح حساب'],
    description: 'أبلغ العميل عن ثلاث عمليات سحب.\nالمستندات "مرفقة"؛ يرجى التحقق.',
    notes: 'تم الاتصال بالفرع.',
    word: 'العميل',
    priorities: { urgent: 'عاجل', high: 'عالية', medium: 'متوسطة', low: 'منخفضة' },
    statuses: {
      open: 'مفتوح',
      investigating: 'قيد التحقيق',
      pending_review: 'قيد المراجعة',
      escalated: 'تم التصعيد',
      resolved: 'تم الحل',
      closed: 'مغلق',
    },
  },
  {
    titles: ['可疑跨境转账', '冒用身份开立账户'],
    description: '客户报告三笔未授权扣款。\n附件"已上传"；请核对签名，谢谢。',
    notes: '已致电收款银行。',
    word: '扣款',
    priorities: { urgent: '紧急', high: '高', medium: '中', low: '低' },
    statuses: {
      open: '新建',
      investigating: '调查中',
      pending_review: '待审核',
      escalated: '已上报',
      resolved: '已解决',
      closed: '已关闭',
    },
  },
  {
    titles: ['संदिग्ध विदेशी हस्तांतरण', 'जाली वेतन पर्ची से ऋण'],
    description: 'ग्राहक ने तीन अनधिकृत निकासी बताईं।\nदस्तावेज़ "संलग्न" हैं; हस्ताक्षर जाँचें।',
    notes: 'शाखा से बात हुई।',
    word: 'निकासी',
    priorities: { urgent: 'तत्काल', high: 'उच्च', medium: 'मध्यम', low: 'निम्न' },
    statuses: {
      open: 'नया',
      investigating: 'जांच में',
      pending_review: 'लंबित',
      escalated: 'आगे बढ़ाया गया',
      resolved: 'पूर्ण',
      closed: 'बंद',
    },
  },
]

const header = [
  'Issue key',
  'Summary',
  'Issue Type',
  'Description',
  'Priority',
  'Status',
  'Created',
  'Customer Number',
  'Account',
  'Alerts',
  'Comments',
]
const priorities: readonly CasePriority[] = ['low', 'medium', 'high', 'urgent']
const statuses: readonly CaseStatus[] = ['open', 'investigating', 'pending_review', 'escalated', 'resolved', 'closed']
const hourMs = 3_600_000

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

const meantCase = (index: number, firstMs: number): { meant: MeantCase; language: Language } => {
  const language = at(languages, index)
  const meant: MeantCase = {
    reference: `FRD-${1_000 + index}`,
    title: `${at(language.titles, Math.floor(index / 5))} №${index}`,
    description: index % 13 === 0 ? '=SUM(A1:A9) "+" -1' : language.description,
    priority: at(priorities, index),
    status: at(statuses, index),
    createdAt: firstMs + index * hourMs,
    customerId: 50_000 + index,
    accountId: 8_000_000_000 + index,
    alertIds: index % 4 === 0 ? [] : [index + 1, index + 2_001],
    notes: index % 3 === 0 ? '' : language.notes,
  }
  return { meant, language }
}

/** A time as this or that system writes it; zoneless ones are in UTC. */
const writtenTime = (ms: number, index: number): string => {
  const iso = new Date(ms).toISOString()
  const [date = '', clock = ''] = iso.slice(0, 19).split('T')
  const [year, month, day] = date.split('-')
  const forms = [
    iso,
    `${date} ${clock}`,
    String(ms),
    `${day}.${month}.${year} ${clock}`,
    new Date(ms + 5.5 * hourMs).toISOString().replace('Z', '+05:30'),
  ]
  return at(forms, index)
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** As spreadsheets and ticket systems do it: quotation marks only where they must be. */
const written = (cell: string): string => (/[;"\r\n]/u.test(cell) ? quoted(cell) : cell)

const cellsOf = (index: number, { meant, language }: ReturnType<typeof meantCase>): string[] => [
  meant.reference,
  meant.title,
  'Fraud',
  meant.description,
  language.priorities[meant.priority],
  language.statuses[meant.status],
  writtenTime(meant.createdAt, index),
  String(meant.customerId),
  String(meant.accountId),
  meant.alertIds.join(', '),
  meant.notes,
]

type Break = { readonly reason: RegExp; readonly write: (cells: readonly string[]) => string }

const replaced = (cells: readonly string[], column: number, value: string): string =>
  cells.map((cell, index) => written(index === column ? value : cell)).join(';')

const breaks: readonly Break[] = [
  { reason: /Summary: must not be empty/, write: (cells) => replaced(cells, 1, '') },
  { reason: /Summary: “x{59}…” is longer than 300/, write: (cells) => replaced(cells, 1, 'x'.repeat(301)) },
  { reason: /Priority: “[^”]+” is no priority that is known/, write: (cells) => replaced(cells, 4, 'purple') },
  { reason: /Created: “[^”]+” is no date of the calendar/, write: (cells) => replaced(cells, 6, '31.02.2026') },
  { reason: /Account: “[^”]+” is no whole number/, write: (cells) => replaced(cells, 8, 'DE00') },
  { reason: /has 3 cells where the header has 11/, write: (cells) => cells.slice(0, 3).map(written).join(';') },
  { reason: /text follows a closing quotation mark/, write: ([first = '']) => `${first};"cut" off;Fraud` },
  { reason: /Comments: “[^”]+” holds a control character/, write: (cells) => replaced(cells, 10, 'a\u0000b') },
]

/**
 * Writes a file the way other systems do: semicolons, a byte order mark, CR LF, line breaks and doubled quotation marks
 * in cells, five scripts, times in five forms; every 50th row followed by a broken one, every 80th by a repetition of
 * an earlier one.
 */
export function foreignExport(count: number, firstMs = Date.UTC(2026, 0, 5, 8)): ForeignExport {
  const lines: string[] = []
  const meant: MeantCase[] = []
  const broken = new Map<number, RegExp>()
  let line = 1
  let duplicates = 0
  const push = (text: string): void => {
    lines.push(text)
    line += text.split('\n').length
  }
  push(header.join(';'))
  for (let index = 0; index < count; index += 1) {
    const made = meantCase(index, firstMs)
    meant.push(made.meant)
    push(cellsOf(index, made).map(written).join(';'))
    if (index % 50 === 49) {
      const fault = at(breaks, Math.floor(index / 50))
      broken.set(line, fault.reason)
      push(fault.write([`BAD-${index}`, ...cellsOf(index, made).slice(1)]))
    }
    if (index % 80 === 79) {
      duplicates += 1
      push(
        cellsOf(index - 40, meantCase(index - 40, firstMs))
          .map(written)
          .join(';'),
      )
    }
  }
  return { text: `\ufeff${lines.join('\r\n')}\r\n`, meant, duplicates, broken, header }
}
