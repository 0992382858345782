import type { CaseOutcome, CasePriority, CaseStatus } from '../../../shared/schema/case.ts'
import { plainWord, wordTable } from './words.ts'

const statusWords = wordTable<CaseStatus>({
  open: [
    'opened', 'new', 'reopened', 're-opened', 'to do', 'todo', 'backlog', 'created', 'received', 'unassigned', 'not started',
    'triage', 'draft', 'active', 'registered', 'submitted',
    'offen', 'neu', 'angelegt', 'eröffnet', 'wieder geöffnet',
    'ouvert', 'ouverte', 'nouveau', 'nouvelle', 'à faire', 'rouvert',
    'abierto', 'abierta', 'nuevo', 'nueva', 'pendiente', 'reabierto',
    'открыт', 'открыто', 'открыта', 'новый', 'новое', 'новая', 'переоткрыт',
    'مفتوح', 'مفتوحة', 'جديد', 'جديدة', '打开', '开启', '新建', '未处理', '待处理', '開啟', '未着手', '新規', 'オープン', '未対応', 'खुला', 'नया', 'नई',
  ],
  investigating: [
    'in progress', 'in investigation', 'under investigation', 'investigation', 'work in progress', 'wip', 'assigned', 'in work',
    'working', 'processing', 'ongoing', 'started', 'doing',
    'in arbeit', 'in bearbeitung', 'in ermittlung', 'in untersuchung', 'ermittlung', 'laufend', 'zugewiesen',
    'en cours', "en cours d'enquête", 'en enquête', 'assigné', 'en traitement',
    'en curso', 'en progreso', 'en proceso', 'en investigación', 'investigando', 'asignado',
    'в работе', 'расследование', 'расследуется', 'в процессе', 'назначен', 'назначено',
    'قيد التحقيق', 'قيد التنفيذ', 'قيد المعالجة', 'جاري التحقيق', '调查中', '处理中', '进行中', '調查中', '調査中', '対応中', '進行中', '処理中',
    'जांच जारी', 'जाँच जारी', 'प्रगति में', 'जांच में',
  ],
  pending_review: [
    'pending', 'in review', 'review', 'under review', 'awaiting review', 'waiting', 'on hold', 'awaiting approval',
    'pending approval', 'waiting for approval', 'qa', 'quality check', 'suspended',
    'in prüfung', 'zur prüfung', 'prüfung ausstehend', 'wartend', 'zurückgestellt', 'freigabe ausstehend', 'in freigabe',
    'en attente', 'en révision', 'à valider', 'en validation', 'en attente de validation',
    'en revisión', 'pendiente de revisión', 'en espera', 'pendiente de aprobación',
    'на проверке', 'ожидает проверки', 'на рассмотрении', 'ожидание', 'на согласовании', 'приостановлено',
    'قيد المراجعة', 'بانتظار المراجعة', 'معلق', 'معلقة', '待审核', '审核中', '待复核', '待審核', 'レビュー中', '確認待ち', '承認待ち', '保留',
    'समीक्षा लंबित', 'समीक्षाधीन', 'लंबित',
  ],
  escalated: [
    'escalation', 'raised', 'referred', 'sar filed', 'escalated to mlro',
    'eskaliert', 'eskalation', 'escaladé', 'escaladée', 'remonté', 'transmis', 'escalado', 'escalada', 'elevado',
    'эскалировано', 'эскалирован', 'эскалация', 'передано', 'مصعد', 'مصعدة', 'تم التصعيد', '已上报', '已升级', '上报', '已升級', 'エスカレーション',
    'エスカレーション済み', 'エスカレート', '上申', 'आगे बढ़ाया गया', 'एस्केलेटेड',
  ],
  resolved: [
    'solved', 'fixed', 'done', 'completed', 'complete', 'finished', 'decided', 'confirmed', 'true positive', 'false positive',
    'truepositive', 'falsepositive',
    'gelöst', 'erledigt', 'fertig', 'abgearbeitet', 'behoben', 'résolu', 'résolue', 'terminé', 'terminée', 'traité', 'resuelto',
    'resuelta', 'completado', 'terminado',
    'решено', 'решен', 'решён', 'решена', 'выполнено', 'завершено', 'завершен', 'завершён', 'محلول', 'تم الحل', 'تم حلها',
    'مكتمل', 'مكتملة', '已解决', '已处理', '已完成', '已解決', '解決済み', '解決', '完了', '対応済み', 'हल', 'सुलझा', 'सुलझाया गया', 'पूर्ण',
  ],
  closed: [
    'close', 'archived', 'cancelled', 'canceled', 'rejected', 'dismissed', 'withdrawn', "won't fix", 'wont do', "won't do",
    'duplicate', 'duplicated', 'no action', 'inactive',
    'geschlossen', 'abgeschlossen', 'archiviert', 'abgelehnt', 'eingestellt', 'fermé', 'fermée', 'clos', 'close', 'clôturé',
    'clôturée', 'archivé', 'rejeté', 'cerrado', 'cerrada', 'archivado', 'rechazado',
    'закрыт', 'закрыто', 'закрыта', 'отклонено', 'отклонен', 'отклонён', 'архив', 'مغلق', 'مغلقة', 'مرفوض', '已关闭', '关闭', '已关',
    '已驳回', '已關閉', 'クローズ', '終了', '却下', '終結', 'बंद', 'अस्वीकृत',
  ],
})

const priorityWords = wordTable<CasePriority>({
  urgent: [
    'critical', 'p1', 'p0', 'prio 1', 'priority 1', 'sev1', 'sev 1', 'severity 1', 'highest', 'blocker', 'immediate',
    'emergency', 'very high', '1 critical', '1 highest', 'severe',
    'kritisch', 'dringend', 'sehr hoch', 'sofort', 'höchste', 'critique', 'urgente', 'très haute', 'très élevée', 'immédiate',
    'crítico', 'crítica', 'urgente', 'muy alta',
    'критический', 'критично', 'критическая', 'срочно', 'срочный', 'срочная', 'очень высокий', 'حرج', 'حرجة', 'عاجل', 'عاجلة',
    '紧急', '危急', '特急', '严重', '緊急', '至急', '最高', 'तत्काल', 'अत्यावश्यक', 'गंभीर',
  ],
  high: [
    'p2', 'prio 2', 'priority 2', 'sev2', 'sev 2', 'severity 2', 'major', 'important', '2 high', 'elevated',
    'hoch', 'wichtig', 'haute', 'haut', 'élevée', 'élevé', 'majeur', 'majeure', 'alta', 'alto', 'importante',
    'высокий', 'высокая', 'высоко', 'важно', 'عالي', 'عالية', 'عال', 'مرتفع', 'مرتفعة', '高', '重要', '高い', 'उच्च', 'ऊँचा', 'ऊंचा',
  ],
  medium: [
    'p3', 'prio 3', 'priority 3', 'sev3', 'sev 3', 'severity 3', 'normal', 'moderate', 'standard', 'default', 'med', '3 medium',
    '3 moderate', 'average', 'middle',
    'mittel', 'moyenne', 'moyen', 'normale', 'media', 'medio', 'средний', 'средняя', 'средне', 'обычный', 'нормальный', 'متوسط',
    'متوسطة', 'عادي', 'عادية', '中', '中等', '普通', '一般', '標準', 'मध्यम', 'सामान्य',
  ],
  low: [
    'p4', 'p5', 'prio 4', 'prio 5', 'priority 4', 'priority 5', 'sev4', 'sev 4', 'sev5', 'severity 4', 'lowest', 'minor',
    'trivial', 'very low', '4 low', '5 planning', 'informational', 'info',
    'niedrig', 'gering', 'sehr niedrig', 'basse', 'bas', 'faible', 'mineur', 'mineure', 'baja', 'bajo', 'muy baja',
    'низкий', 'низкая', 'низко', 'незначительный', 'منخفض', 'منخفضة', '低', '较低', '低い', 'निम्न', 'कम',
  ],
})

const outcomeWords = wordTable<CaseOutcome>({
  confirmed_fraud: ['fraud', 'confirmed', 'fraud confirmed', 'true positive', 'truepositive', 'substantiated', 'betrug', 'betrug bestätigt', 'bestätigt', 'fraude', 'fraude confirmée', 'confirmé', 'fraude confirmado', 'confirmado'],
  not_fraud: ['no fraud', 'false positive', 'falsepositive', 'legitimate', 'genuine', 'unsubstantiated', 'cleared', 'kein betrug', 'unbegründet', 'pas de fraude', 'faux positif', 'sin fraude', 'falso positivo'],
  inconclusive: ['undetermined', 'unknown', 'insufficient evidence', 'not determined', 'ungeklärt', 'nicht geklärt', 'non concluant', 'indéterminé', 'no concluyente', 'indeterminado'],
  duplicate: ['duplicated', 'duplikat', 'doublon', 'duplicado'],
})

/** The outcome of a finished case that another system's word means; undefined where it is not known. */
export const outcomeOf = (value: string): CaseOutcome | undefined => outcomeWords.get(plainWord(value))

/** The case state that another system's word means; undefined where it is not known. */
export const statusOf = (value: string): CaseStatus | undefined => statusWords.get(plainWord(value))

/** The priority that another system's word means; undefined where it is not known. Bare numbers are not taken: systems count them both ways. */
export const priorityOf = (value: string): CasePriority | undefined => priorityWords.get(plainWord(value))
