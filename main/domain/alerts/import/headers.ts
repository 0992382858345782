import type { ImportedAlertField } from '../../../../shared/api/alert-imports.ts'
import { plainWord, wordTable } from '../../imports/words.ts'

/** Headers by the field that they name, as monitoring systems write them. */
const headers = wordTable<ImportedAlertField>({
  external_id: [
    'external id', 'alert id', 'alertid', 'alert number', 'alert no', 'alert ref', 'alert reference', 'alert key', 'alert', 'alert code', 'id', 'uid', 'reference', 'ref', 'hit id', 'incident id', 'ticket', 'key',
    'alarm id', 'alarmnummer', 'alarm nummer', 'meldungsnummer', 'treffer id', 'id alerte', 'numéro d alerte', 'référence', 'id alerta', 'número de alerta', 'referencia', 'номер предупреждения', 'номер оповещения', 'id оповещения', 'رقم التنبيه', '警报编号', '预警编号', '告警编号', 'アラートid', 'アラート番号', 'अलर्ट आईडी',
  ],
  at: [
    'at', 'when', 'alert date', 'alert time', 'alert datetime', 'alert timestamp', 'alerted at', 'raised at', 'raised', 'generated at', 'generated', 'generation date', 'created at', 'created', 'creation date', 'created on', 'date created', 'triggered at', 'detected at', 'detection date', 'event date', 'event time', 'date', 'time', 'timestamp', 'datetime', 'opened',
    'datum', 'zeitpunkt', 'erstellt', 'erstellt am', 'alarmdatum', 'meldedatum', 'date de création', 'date d alerte', 'créé le', 'fecha', 'fecha de alerta', 'fecha de creación', 'дата', 'время', 'дата создания', 'التاريخ', 'تاريخ التنبيه', '时间', '日期', '预警时间', '日時', '発生日時', 'तिथि', 'समय',
  ],
  title: ['title', 'alert name', 'alert type', 'name', 'type', 'subject', 'headline', 'summary', 'typology', 'titel', 'bezeichnung', 'alarmtyp', 'titre', 'intitulé', 'type d alerte', 'título', 'asunto', 'tipo', 'tipo de alerta', 'название', 'заголовок', 'тип', 'العنوان', '标题', '名称', '预警类型', 'タイトル', '件名', 'शीर्षक'],
  customer_id: ['customer id', 'customer', 'customerid', 'cust id', 'customer number', 'customer no', 'client id', 'client', 'cif', 'party id', 'party', 'subject id', 'focal entity', 'entity id', 'user id', 'kunde', 'kundennummer', 'kunden id', 'kundennr', 'numéro client', 'identifiant client', 'cliente', 'id cliente', 'клиент', 'id клиента', 'العميل', 'رقم العميل', '客户', '客户号', '顧客', '顧客番号', 'ग्राहक'],
  account_id: ['account id', 'account', 'accountid', 'account number', 'account no', 'acct', 'acct id', 'iban', 'konto', 'kontonummer', 'compte', 'numéro de compte', 'cuenta', 'счет', 'счёт', 'номер счета', 'الحساب', '账户', '账号', '口座', '口座番号', 'खाता'],
  counterparty_id: ['counterparty id', 'counterparty', 'beneficiary', 'beneficiary id', 'beneficiary account', 'creditor account', 'recipient', 'payee', 'gegenpartei', 'empfänger', 'gegenkonto', 'contrepartie', 'bénéficiaire', 'contraparte', 'beneficiario', 'контрагент', 'получатель', 'المستفيد', '交易对手', '收款人', '受取人', 'लाभार्थी'],
  score: ['score', 'alert score', 'risk score', 'total score', 'riskscore', 'points', 'probability', 'risikowert', 'punkte', 'punktzahl', 'score de risque', 'puntuación', 'puntaje', 'оценка', 'балл', 'баллы', 'الدرجة', '分数', '得分', '风险评分', 'スコア', 'リスクスコア', 'स्कोर'],
  severity: ['severity', 'alert severity', 'risk level', 'level', 'risk', 'risk rating', 'rating', 'priority', 'alert priority', 'criticality', 'schweregrad', 'schwere', 'priorität', 'stufe', 'risikostufe', 'gravité', 'niveau', 'niveau de risque', 'priorité', 'gravedad', 'severidad', 'nivel', 'nivel de riesgo', 'prioridad', 'серьёзность', 'серьезность', 'уровень', 'уровень риска', 'приоритет', 'الخطورة', 'الأولوية', '严重程度', '风险等级', '优先级', '重要度', '深刻度', '優先度', 'गंभीरता', 'प्राथमिकता'],
  reasons: ['reasons', 'reason', 'alert reason', 'alert reasons', 'rule', 'rules', 'rule name', 'rule names', 'scenario', 'scenarios', 'scenario name', 'triggered rules', 'rule hits', 'trigger', 'triggers', 'description', 'alert description', 'indicators', 'red flags', 'flags', 'grund', 'gründe', 'regel', 'regeln', 'szenario', 'beschreibung', 'motif', 'motifs', 'raison', 'règle', 'règles', 'scénario', 'motivo', 'motivos', 'regla', 'reglas', 'escenario', 'причина', 'причины', 'правило', 'сценарий', 'السبب', 'الأسباب', '原因', '理由', '规则', '场景', 'ルール', 'シナリオ', 'कारण', 'नियम'],
  amount: ['amount', 'amt', 'alert amount', 'total amount', 'transaction amount', 'amount involved', 'value', 'sum', 'total', 'betrag', 'summe', 'montant', 'importe', 'monto', 'сумма', 'المبلغ', '金额', '金額', 'राशि'],
  currency: ['currency', 'ccy', 'currency code', 'cur', 'währung', 'devise', 'moneda', 'валюта', 'العملة', '币种', '通貨', 'मुद्रा'],
  transaction_ids: ['transaction ids', 'transaction id', 'transactions', 'transaction', 'txn ids', 'txn id', 'trx ids', 'trx id', 'transaction reference', 'transaction references', 'payment id', 'payment ids', 'transaktionen', 'transaktionsnummer', 'transaktions id', 'id transaction', 'ids des transactions', 'id transacción', 'transacciones', 'id транзакции', 'транзакции', 'رقم المعاملة', '交易编号', '交易号', '取引id', '取引番号', 'लेनदेन आईडी'],
})

/** The field that a header names; undefined where it names none that is known. */
export const alertFieldOf = (header: string): ImportedAlertField | undefined => {
  const word = plainWord(header)
  return headers.get(word) ?? headers.get(word.replaceAll(' ', ''))
}
