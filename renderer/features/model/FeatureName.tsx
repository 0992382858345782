import { wordingOf } from '../../../shared/text/feature-words.ts'
import classes from './model.module.css'

/** What a feature looks at, in words, and its name in models and rules below. */
export const FeatureName = ({ feature }: { readonly feature: string }) => {
  const { name } = wordingOf(feature)
  return (
    <span className={classes.feature}>
      {/* Who trained a model may have named its features in any script. */}
      <span dir="auto">{name}</span>
      {name === feature ? null : <code>{feature}</code>}
    </span>
  )
}
