/** Forms that act on several cases or alerts at once: what is typed there may quote any of them. */
const ofSeveral =
  "key glob 'bulk:*' or key glob 'alerts-bulk:*' or key in ('escalate-title:several', 'escalate-text:several', 'network-save')"

/** SQL that ends every draft that may quote a case (L-57); `caseId` stands for the case twice. */
export const endDraftsOfCase = (caseId: string): string =>
  `delete from drafts where case_id = ${caseId} or alert_uid in (select alert_uid from case_alerts where case_id = ${caseId}) or ${ofSeveral}`
