import { describe, expect, it } from 'vitest'
import { importFields } from '../../../../shared/api/workspace.ts'
import { checkMapping, guessMapping } from '../../../../main/domain/imports/mapping.ts'
import { createOwnerLookup } from '../../../../main/domain/imports/owners.ts'
import { priorityOf, statusOf } from '../../../../main/domain/imports/synonyms.ts'

const order = [
  'reference',
  'title',
  'description',
  'priority',
  'status',
  'created_at',
  'owner',
  'customer_id',
  'notes',
] as const
const expected = Object.fromEntries(order.map((field, column) => [field, column]))

describe('which column is which field', () => {
  it.each([
    [
      'English',
      [
        'Case ID',
        'Summary',
        'Description',
        'Severity',
        'State',
        'Created At',
        'Assignee',
        'Customer Number',
        'Comments',
      ],
    ],
    [
      'camel case',
      ['caseId', 'title', 'description', 'priority', 'status', 'createdAt', 'assignedTo', 'customerId', 'notes'],
    ],
    [
      'German',
      [
        'Aktenzeichen',
        'Betreff',
        'Sachverhalt',
        'Priorität',
        'Status',
        'Erstellt am',
        'Bearbeiter',
        'Kundennummer',
        'Bemerkungen',
      ],
    ],
    [
      'French',
      [
        'Référence',
        'Objet',
        'Détails',
        'Gravité',
        'Statut',
        'Date de création',
        'Enquêteur',
        'Numéro client',
        'Commentaires',
      ],
    ],
    [
      'Spanish',
      [
        'Expediente',
        'Asunto',
        'Descripción',
        'Prioridad',
        'Estado',
        'Fecha de apertura',
        'Asignado a',
        'Número de cliente',
        'Observaciones',
      ],
    ],
    [
      'Russian',
      [
        'Номер дела',
        'Название',
        'Описание',
        'Приоритет',
        'Статус',
        'Дата создания',
        'Ответственный',
        'Номер клиента',
        'Примечания',
      ],
    ],
    [
      'Arabic',
      ['رقم القضية', 'العنوان', 'الوصف', 'الأولوية', 'الحالة', 'تاريخ الإنشاء', 'المحقق', 'رقم العميل', 'ملاحظات'],
    ],
    ['Chinese', ['案件编号', '标题', '描述', '优先级', '状态', '创建时间', '负责人', '客户编号', '备注']],
    ['Japanese', ['案件番号', '件名', '詳細', '優先度', 'ステータス', '作成日時', '担当者', '顧客番号', '備考']],
    ['Hindi', ['मामला संख्या', 'शीर्षक', 'विवरण', 'प्राथमिकता', 'स्थिति', 'दिनांक', 'जांचकर्ता', 'ग्राहक संख्या', 'टिप्पणी']],
  ])('is guessed from %s headers', (_language, columns) => {
    expect(guessMapping(columns, [])).toEqual(expected)
  })

  it('is guessed from the values where the headers say nothing', () => {
    const rows = [
      [
        'Wire fraud at branch 12',
        'A customer reported that three transfers left the account at night',
        'P1',
        'In Progress',
        '2026-03-04',
      ],
      ['Identity theft', 'An account was opened with the papers of somebody who is dead', 'P3', 'Closed', '2026-03-05'],
    ]
    expect(guessMapping(['A', 'B', 'C', 'D', 'E'], rows)).toEqual({ title: 0, priority: 2, status: 3, created_at: 4 })
  })

  it.each([
    ['Czech', ['Číslo', 'Předmět', 'Závažnost', 'Stav'], ['7', 'Převod', 'nízká', 'otevřený'], 'low'],
    ['Polish', ['Sygnatura', 'Tytuł', 'Priorytet', 'Status sprawy'], ['7', 'Przelew', 'wysoki', 'otwarta'], 'high'],
    ['Hungarian', ['Ügyszám', 'Tárgy', 'Prioritás', 'Állapot'], ['7', 'Utalás', 'közepes', 'nyitott'], 'medium'],
    ['Turkish', ['Dosya No', 'BAŞLIK', 'ÖNCELİK', 'Durum'], ['7', 'Havale', 'DÜŞÜK', 'açık'], 'low'],
    ['Greek', ['Αριθμός', 'Θέμα', 'Προτεραιότητα', 'Κατάσταση'], ['7', 'Έμβασμα', 'κρίσιμη', 'ανοιχτή'], 'urgent'],
    ['Swedish', ['Ärendenummer', 'Rubrik', 'Prioritet', 'Tillstånd'], ['7', 'Betalning', 'hög', 'öppen'], 'high'],
    ['Korean', ['사건번호', '제목', '우선순위', '상태'], ['7', '송금', '낮음', '접수'], 'low'],
    ['Vietnamese', ['Số hồ sơ', 'Tiêu đề', 'Mức độ ưu tiên', 'Trạng thái'], ['7', 'Tiền', 'khẩn cấp', 'mở'], 'urgent'],
  ])('is guessed from headers and values in %s', (_language, columns, row, priority) => {
    expect(guessMapping(columns, [row])).toEqual({ reference: 0, title: 1, priority: 2, status: 3 })
    expect([priorityOf(row[2] ?? ''), statusOf(row[3] ?? '')]).toEqual([priority, 'open'])
  })

  it('takes no code, state or grade for a title, whatever its header', () => {
    expect(
      guessMapping(
        ['Kxy', 'Zzz'],
        [
          ['Q-1', 'vysoko'],
          ['Q-2', 'nizko'],
        ],
      ),
    ).not.toHaveProperty('title')
    expect(
      guessMapping(
        ['Kxy', 'Zzz'],
        [
          ['Q-1', 'A transfer at night'],
          ['Q-2', 'Cheques'],
        ],
      ),
    ).toMatchObject({ title: 1 })
  })

  it('leaves a column of IBANs alone although its header says account', () => {
    expect(guessMapping(['title', 'account'], [['x', 'DE89370400440532013000']])).toEqual({ title: 0 })
  })

  it('knows the fields by their own names', () => {
    expect(guessMapping(['id', ...importFields], [])).toEqual(
      Object.fromEntries(importFields.map((field, column) => [field, column + 1])),
    )
  })

  it('must hold a title, and each column once', () => {
    expect(checkMapping({ status: 0 }, ['a'])).toEqual({ ok: false, error: 'no column is mapped to title' })
    expect(checkMapping({ title: 3 }, ['a']).ok).toBe(false)
    expect(checkMapping({ title: 0, notes: 0 }, ['a']).ok).toBe(false)
    expect(checkMapping({ title: 0, notes: 1 }, ['a', 'b']).ok).toBe(true)
  })
})

describe('words of other systems', () => {
  it.each([
    ['In Progress', 'investigating'],
    ['NEW', 'open'],
    ['on-hold', 'pending_review'],
    ['pending_review', 'pending_review'],
    ['Erledigt', 'resolved'],
    ['Закрыто', 'closed'],
    ['قيد التحقيق', 'investigating'],
    ['已关闭', 'closed'],
    ['対応中', 'investigating'],
    ['बंद', 'closed'],
    ['Escalado', 'escalated'],
    ['En attente', 'pending_review'],
  ])('status %s', (word, status) => {
    expect(statusOf(word)).toBe(status)
  })

  it.each([
    ['Critical', 'urgent'],
    ['P1', 'urgent'],
    ['P2', 'high'],
    ['Hoch', 'high'],
    ['moyenne', 'medium'],
    ['Baja', 'low'],
    ['срочно', 'urgent'],
    ['عالية', 'high'],
    ['紧急', 'urgent'],
    ['中', 'medium'],
    ['低', 'low'],
    ['उच्च', 'high'],
    ['Sev-1', 'urgent'],
  ])('priority %s', (word, priority) => {
    expect(priorityOf(word)).toBe(priority)
  })

  it('bare numbers and unknown words mean nothing', () => {
    expect(priorityOf('1')).toBeUndefined()
    expect(statusOf('purple')).toBeUndefined()
  })
})

describe('owners', () => {
  const find = createOwnerLookup([
    { id: 1, loginName: 'amina', name: 'Amina Diallo' },
    { id: 2, loginName: 'wei', name: '王伟' },
    { id: 3, loginName: 'wei2', name: '王伟' },
  ])
  it('are found by login name, name or e-mail address; a name that two bear finds nobody', () => {
    expect([
      find('AMINA'),
      find('amina  diallo'),
      find('amina@bank.example'),
      find('wei'),
      find('王伟'),
      find('nobody'),
    ]).toEqual([1, 1, 1, 2, undefined, undefined])
  })
})
