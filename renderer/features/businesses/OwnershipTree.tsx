import {
  IconBuilding,
  IconBuildingBank,
  IconChevronDown,
  IconChevronRight,
  IconQuestionMark,
  IconRefresh,
  IconShield,
  IconUser,
} from '@tabler/icons-react'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartyKind, TreeNode } from '../../../shared/schema/kyb.ts'
import { detectionHref, goToDetection } from '../../state/route.ts'
import classes from './businesses.module.css'
import { moveInTree, shownNodes } from './treeMoves.ts'
import { shareRangeText, statedText } from '../../ui/shares.ts'

const icons = {
  company: IconBuilding,
  person: IconUser,
  trust: IconShield,
  state: IconBuildingBank,
  unknown: IconQuestionMark,
} as const

const KindMark = ({ kind }: { readonly kind: PartyKind }) => {
  const { t } = useTranslation()
  const Icon = icons[kind]
  return <Icon size={15} stroke={1.6} role="img" aria-label={t(`businesses.kind.${kind}`)} />
}

const Held = ({ node }: { readonly node: TreeNode }) => {
  const { t, i18n } = useTranslation()
  if (node.interests.length === 0) return null
  return (
    <span className={classes.held}>
      {node.interests
        .map(({ kind, share, direct }) =>
          `${t(`businesses.interest.${kind}`)} ${statedText(share, i18n.language) ?? ''}${direct === 'indirect' ? ` (${t('businesses.indirect')})` : ''}`.trim(),
        )
        .join(' · ')}
    </span>
  )
}

const Node = ({ node }: { readonly node: TreeNode }) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <KindMark kind={node.party.kind} />
      {node.party.id === null || node.depth === 0 ? (
        <bdi className={classes.partyName}>{node.party.name}</bdi>
      ) : (
        <a
          href={detectionHref('businesses', node.party.id)}
          tabIndex={-1}
          className={classes.partyName}
          title={node.party.name}
          dir="auto"
        >
          {node.party.name}
        </a>
      )}
      <Held node={node} />
      {node.depth > 0 && node.integrated !== null ? (
        <span className={classes.integrated}>
          {t('businesses.ofBusiness', { share: shareRangeText(node.integrated, i18n.language) })}
        </span>
      ) : null}
      {node.again === null ? null : (
        <span className={classes.again}>
          <IconRefresh size={13} aria-hidden /> {t(`businesses.again.${node.again}`)}
        </span>
      )}
      {node.hidden === 0 ? null : (
        <span className={classes.again}>{t('businesses.hidden', { count: node.hidden })}</span>
      )}
    </>
  )
}

/**
 * The owners of a business as a tree: up and down move, right and left unfold and fold, Enter opens the party at hand.
 */
export const OwnershipTree = ({ nodes, label }: { readonly nodes: readonly TreeNode[]; readonly label: string }) => {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [active, setActive] = useState(0)
  const shown = useMemo(() => shownNodes(nodes, folded), [nodes, folded])
  const hasOwners = useMemo(() => new Set(nodes.flatMap(({ parent }) => (parent === null ? [] : [parent]))), [nodes])
  const fold = (at: number, isFolded: boolean): void => {
    const next = new Set(folded)
    if (isFolded) next.add(at)
    else next.delete(at)
    setFolded(next)
  }
  const focus = (at: number): void => {
    setActive(at)
    document.getElementById(`owner-${at}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveInTree(event.key, { active, shown, nodes, hasOwners, folded })
    const node = nodes[active]
    if (move !== null) {
      event.preventDefault()
      event.stopPropagation()
      if ('fold' in move) fold(active, move.fold)
      else focus(move.to)
    } else if (event.key === 'Enter' && node !== undefined && node.party.id !== null && node.depth > 0) {
      event.preventDefault()
      event.stopPropagation()
      goToDetection('businesses', node.party.id)
    }
  }
  return (
    <div role="tree" aria-label={label} className={classes.tree} onKeyDown={onKeyDown}>
      {shown.map((at) => {
        const node = nodes[at] as TreeNode
        const unfolds = hasOwners.has(at)
        return (
          <div
            key={at}
            id={`owner-${at}`}
            role="treeitem"
            aria-level={node.depth + 1}
            aria-expanded={unfolds ? !folded.has(at) : undefined}
            aria-selected={at === active}
            tabIndex={at === active ? 0 : -1}
            className={classes.treeRow}
            style={{ paddingInlineStart: `${Math.min(node.depth, 24) * 18 + 4}px` }}
            onFocus={() => setActive(at)}
          >
            {unfolds ? (
              <span className={classes.twist} aria-hidden onClick={() => fold(at, !folded.has(at))}>
                {folded.has(at) ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
              </span>
            ) : (
              <span className={classes.twist} aria-hidden />
            )}
            <Node node={node} />
          </div>
        )
      })}
    </div>
  )
}
