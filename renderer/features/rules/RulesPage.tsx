import { Button } from '@mantine/core'
import { IconDownload, IconPlus, IconSitemap, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportRules } from '../../../shared/api/rules.ts'
import { addressOf } from '../../data/client.ts'
import type { Me } from '../../data/queries/session.ts'
import { useRule, useRules, useRuleVocabulary } from '../../data/queries/rules.ts'
import { goToDetection, newRule, type DetectionRoute } from '../../state/route.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { ImportRulesDialog } from './ImportRulesDialog.tsx'
import { NewRule } from './NewRule.tsx'
import { RuleDetails } from './RuleDetails.tsx'
import { RuleList } from './RuleList.tsx'
import classes from './rules.module.css'

/** The rules studio: what is looked for, in which state, and what each rule would have found. */
export const RulesPage = ({ route, me }: { readonly route: DetectionRoute; readonly me: Me }) => {
  const { t } = useTranslation()
  const rules = useRules()
  const vocabulary = useRuleVocabulary()
  const writes = me.role === 'supervisor' || me.role === 'admin'
  const isNew = route.open === newRule
  const key = isNew ? null : (route.open ?? rules.data?.[0]?.key ?? null)
  const rule = useRule(key)
  const [importing, setImporting] = useState(false)
  const failed = rules.data === undefined && rules.error !== null ? rules : vocabulary
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('detection.place.rules')}</h1>
        <div className={classes.tools}>
          <Button
            size="compact-sm"
            variant="default"
            component="a"
            href={addressOf(exportRules)}
            download="fieldseal-rules.json"
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            {t('rules.export')}
          </Button>
          {writes ? (
            <>
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconUpload size={14} aria-hidden />}
                onClick={() => setImporting(true)}
              >
                {t('rules.import')}
              </Button>
              <Button
                size="compact-sm"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => goToDetection('rules', newRule)}
              >
                {t('rules.new')}
              </Button>
            </>
          ) : null}
        </div>
      </header>
      {rules.data === undefined || vocabulary.data === undefined ? (
        failed.error === null ? (
          <LoadingRows rows={10} />
        ) : (
          <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
        )
      ) : (
        <div className={classes.split}>
          <RuleList rules={rules.data} shown={key} />
          <div className={classes.details}>
            {isNew && !writes ? (
              <EmptyState title={t('rules.readOnly')} hint={t('rules.readOnlyHint')} />
            ) : isNew ? (
              <NewRule
                vocabulary={vocabulary.data}
                like={route.query['like'] ?? null}
                onDone={(made) => goToDetection('rules', made)}
              />
            ) : rule.data !== undefined && rule.data.key === key ? (
              <RuleDetails key={rule.data.key} rule={rule.data} vocabulary={vocabulary.data} writes={writes} />
            ) : rule.error !== null ? (
              <ErrorState error={rule.error} onRetry={() => void rule.refetch()} />
            ) : key === null ? (
              <EmptyState
                icon={<IconSitemap size={30} stroke={1.4} />}
                title={t('rules.none')}
                hint={t('rules.noneHint')}
              />
            ) : (
              <LoadingRows rows={8} />
            )}
          </div>
        </div>
      )}
      {importing ? <ImportRulesDialog onClose={() => setImporting(false)} /> : null}
    </div>
  )
}
