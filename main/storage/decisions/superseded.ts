/**
 * SQL that holds for decisions `d` in whose place another one on the same subject was put that is in force: it names
 * the earlier one, in whatever chain either stands.
 */
export const supersededSql = ['decisions', 'case_decisions']
  .map(
    (table) =>
      `exists (select 1 from ${table} r where r.replaces = d.uid and r.state in ('recorded', 'approved') and r.subject = d.subject and r.alert_uid is d.alert_uid and r.assessment_id is d.assessment_id)`,
  )
  .join(' or ')
