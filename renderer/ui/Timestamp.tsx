import { useTranslation } from 'react-i18next'
import { useTicking } from './clock.ts'
import { formatAgo, formatLocal, formatUtc } from './time.ts'

type Props = {
  /** A timestamp of the interface. */
  readonly at: string
  readonly style?: 'local' | 'seconds' | 'ago'
  readonly className?: string
}

const Ago = ({ ms }: { readonly ms: number }) => {
  const { i18n } = useTranslation()
  return <>{useTicking((now) => formatAgo(ms, now, i18n.language))}</>
}

/** A time as this person's clock shows it; hovering gives the exact instant in UTC. */
export const Timestamp = ({ at, style = 'local', className }: Props) => {
  const ms = Date.parse(at)
  const hint = style === 'ago' ? `${formatLocal(ms, true)}\n${formatUtc(ms)}` : formatUtc(ms)
  return (
    <time dateTime={at} title={hint} className={className}>
      {style === 'ago' ? <Ago ms={ms} /> : formatLocal(ms, style === 'seconds')}
    </time>
  )
}
