import type { ImportField } from '../../../shared/api/workspace.ts'
import { plainWord, wordTable } from './words.ts'

/** Headers by the field that they name, as other systems and this one's own export write them. */
const headers = wordTable<ImportField>({
  reference: [
    'id', 'case id', 'caseid', 'case number', 'case no', 'case ref', 'case reference', 'number', 'key', 'issue key', 'ticket',
    'ticket id', 'ticket number', 'ref', 'reference', 'reference number', 'external id', 'source reference', 'incident id',
    'incident number', 'file number', 'record id', 'sys id',
    'fallnummer', 'fall id', 'aktenzeichen', 'vorgangsnummer', 'nummer', 'kennung', 'referenz', 'az', 'référence', 'numéro',
    'numéro de dossier', 'n dossier', 'identifiant', 'número', 'número de caso', 'referencia', 'expediente', 'id del caso',
    'identificador',
    'номер', 'номер дела', 'номер обращения', 'идентификатор', 'ссылка', 'рег номер', 'رقم', 'رقم القضية', 'رقم الحالة',
    'المرجع', 'المعرف', '编号', '案件编号', '案号', '单号', '編號', '番号', '案件番号', '管理番号', '参照番号', 'संख्या', 'मामला संख्या', 'केस संख्या',
    'संदर्भ',
  ],
  title: [
    'title', 'case title', 'summary', 'subject', 'name', 'case name', 'headline', 'short description', 'issue', 'incident',
    'topic',
    'titel', 'betreff', 'bezeichnung', 'fall', 'überschrift', 'kurzbeschreibung', 'zusammenfassung', 'titre', 'objet', 'sujet',
    'intitulé', 'résumé', 'título', 'asunto', 'nombre', 'resumen', 'caso',
    'название', 'заголовок', 'тема', 'наименование', 'дело', 'العنوان', 'عنوان', 'الموضوع', 'الملخص', '标题', '案件名称', '主题', '名称',
    '標題', '件名', 'タイトル', '案件名', '題名', '概要', 'शीर्षक', 'विषय', 'नाम',
  ],
  description: [
    'description', 'details', 'detail', 'body', 'narrative', 'content', 'text', 'long description', 'case description',
    'background', 'findings', 'brief',
    'beschreibung', 'sachverhalt', 'einzelheiten', 'inhalt', 'description détaillée', 'détails', 'contenu', 'exposé',
    'descripción', 'detalles', 'detalle', 'contenido', 'relato',
    'описание', 'подробности', 'детали', 'содержание', 'суть', 'الوصف', 'وصف', 'التفاصيل', 'المحتوى', '描述', '说明', '详情', '案情',
    '内容', '描述信息', '說明', '説明', '詳細', '内容説明', 'विवरण', 'वर्णन',
  ],
  priority: [
    'priority', 'prio', 'severity', 'urgency', 'risk', 'risk level', 'importance', 'sev', 'criticality',
    'priorität', 'dringlichkeit', 'schweregrad', 'wichtigkeit', 'risiko', 'priorité', 'gravité', 'urgence', 'sévérité',
    'prioridad', 'gravedad', 'urgencia', 'severidad',
    'приоритет', 'срочность', 'важность', 'критичность', 'серьезность', 'الأولوية', 'أولوية', 'الخطورة', 'الأهمية', '优先级',
    '紧急程度', '优先', '严重程度', '優先級', '優先度', '重要度', '緊急度', 'प्राथमिकता', 'गंभीरता',
  ],
  status: [
    'status', 'state', 'case status', 'stage', 'phase', 'workflow state', 'resolution status', 'stand', 'zustand',
    'bearbeitungsstatus', 'statut', 'état', 'estado', 'situación', 'etapa',
    'статус', 'состояние', 'стадия', 'الحالة', 'حالة', 'الوضع', '状态', '案件状态', '进度', '狀態', '状態', 'ステータス', '進捗', 'स्थिति',
    'अवस्था',
  ],
  outcome: ['outcome', 'case outcome', 'case result', 'disposition', 'final disposition', 'finding', 'ergebnis', 'fallergebnis', 'résultat', 'resultado', 'resultado del caso'],
  created_at: [
    'created', 'created at', 'created on', 'creation date', 'date created', 'opened', 'opened at', 'open date', 'opened on',
    'date', 'start date', 'reported', 'reported at', 'timestamp', 'time', 'created date', 'create time', 'date opened',
    'submitted',
    'erstellt', 'erstellt am', 'angelegt am', 'erstelldatum', 'eröffnet am', 'datum', 'anlagedatum', 'créé le',
    'date de création', 'date', 'ouvert le', "date d'ouverture", 'créé', 'fecha', 'fecha de creación', 'creado', 'creado el',
    'fecha de apertura', 'abierto el',
    'создан', 'создано', 'дата создания', 'дата', 'дата открытия', 'открыто', 'تاريخ الإنشاء', 'التاريخ', 'تاريخ', 'تاريخ الفتح',
    'أنشئ في', '创建时间', '创建日期', '日期', '立案时间', '开案日期', '建立時間', '作成日', '作成日時', '登録日', '起票日', '日付', 'बनाया गया', 'निर्माण तिथि',
    'तिथि', 'दिनांक',
  ],
  sla_due_at: [
    'due', 'due date', 'due at', 'deadline', 'sla', 'sla due', 'sla due date', 'target date', 'due on', 'sla deadline', 'due by',
    'fällig', 'fällig am', 'frist', 'fälligkeit', 'fälligkeitsdatum', 'échéance', "date d'échéance", 'date limite', 'délai',
    'vencimiento', 'fecha límite', 'fecha de vencimiento', 'plazo',
    'срок', 'крайний срок', 'срок исполнения', 'дедлайн', 'выполнить до', 'الموعد النهائي', 'تاريخ الاستحقاق', 'الاستحقاق',
    '截止日期', '截止时间', '到期日', '期限', '截止日', '期日', '締切', '期限日', '完了期限', 'नियत तिथि', 'अंतिम तिथि', 'समय सीमा',
  ],
  owner: [
    'owner', 'assignee', 'assigned to', 'assigned', 'officer', 'investigator', 'analyst', 'handler', 'agent', 'case owner',
    'case manager', 'responsible', 'owner name', 'assigned user',
    'bearbeiter', 'bearbeiterin', 'zuständig', 'sachbearbeiter', 'verantwortlich', 'zugewiesen an', 'ermittler', 'responsable',
    'assigné à', 'enquêteur', 'attribué à', 'gestionnaire', 'asignado a', 'investigador', 'propietario', 'encargado',
    'ответственный', 'исполнитель', 'владелец', 'следователь', 'назначено', 'المسؤول', 'المحقق', 'مسند إلى', 'المالك', 'المكلف',
    '负责人', '处理人', '经办人', '调查员', '承办人', '負責人', '担当者', '担当', '調査担当', '責任者', 'स्वामी', 'जांचकर्ता', 'जाँचकर्ता', 'जिम्मेदार',
    'सौंपा गया',
  ],
  customer_id: [
    'customer', 'customer id', 'customer number', 'client', 'client id', 'cif', 'related customer id', 'customer no', 'party id',
    'cust id', 'member id',
    'kunde', 'kundennummer', 'kunden id', 'kundennr', 'client id', 'numéro client', 'n client', 'identifiant client', 'cliente',
    'número de cliente', 'id cliente',
    'клиент', 'номер клиента', 'id клиента', 'код клиента', 'العميل', 'رقم العميل', '客户', '客户编号', '客户号', '客戶編號', '顧客', '顧客番号',
    '顧客id', 'ग्राहक', 'ग्राहक संख्या', 'ग्राहक आईडी',
  ],
  account_id: [
    'account', 'account id', 'account number', 'related account id', 'account no', 'acct', 'acct id',
    'konto', 'kontonummer', 'konto id', 'compte', 'numéro de compte', 'id compte', 'cuenta', 'número de cuenta', 'id cuenta',
    'счет', 'счёт', 'номер счета', 'номер счёта', 'id счета', 'الحساب', 'رقم الحساب', '账户', '账号', '账户编号', '帳戶', '帳號', '口座',
    '口座番号', '口座id', 'खाता', 'खाता संख्या', 'खाता आईडी',
  ],
  alert_ids: [
    'alerts', 'alert', 'alert id', 'alert ids', 'linked alerts', 'related alerts', 'alert numbers',
    'alarme', 'alarm', 'meldungen', 'alarm ids', 'warnungen', 'alertes', 'alerte', 'id alertes', 'alertas', 'alerta',
    'id alertas',
    'оповещения', 'алерты', 'тревоги', 'предупреждения', 'التنبيهات', 'تنبيه', 'أرقام التنبيهات', '警报', '预警', '告警', '警报编号', '警報',
    'アラート', 'アラートid', '警告', 'अलर्ट', 'चेतावनी',
  ],
  notes: [
    'notes', 'note', 'comment', 'comments', 'remarks', 'remark', 'work notes', 'journal', 'resolution notes',
    'investigator notes',
    'notizen', 'notiz', 'kommentar', 'kommentare', 'bemerkung', 'bemerkungen', 'anmerkung', 'anmerkungen', 'commentaire',
    'commentaires', 'remarques', 'observations', 'notas', 'nota', 'comentario', 'comentarios', 'observaciones',
    'заметки', 'примечание', 'примечания', 'комментарий', 'комментарии', 'ملاحظات', 'ملاحظة', 'التعليقات', 'تعليق', '备注', '注释',
    '评论', '備註', '備考', 'メモ', 'コメント', '注記', 'टिप्पणी', 'टिप्पणियाँ', 'नोट्स',
  ],
})

/** The field that a header names; undefined where it names none that is known. */
export const fieldOfHeader = (header: string): ImportField | undefined => {
  const word = plainWord(header)
  return headers.get(word) ?? headers.get(word.replaceAll(' ', ''))
}
