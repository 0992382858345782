import type { NodeKind } from '../../../../shared/schema/network.ts'

/** The colours of the picture, as the shaders and the canvas take them. */
export interface PictureColours {
  readonly background: string
  readonly text: string
  readonly muted: string
  readonly raised: string
  readonly line: string
  readonly accent: string
  readonly danger: string
  readonly flow: string
  readonly tie: string
  readonly path: string
  /** What stands back while something else is looked at. */
  readonly dimNode: string
  readonly dimLink: string
  readonly kind: (kind: NodeKind | null) => string
}

/** Kinds that are alike share a colour and differ in form; the tokens are those of shared/theme/tokens.css. */
const tokenOf: Readonly<Record<NodeKind, string>> = {
  customer: '--fs-accent',
  person: '--fs-accent',
  counterparty: '--fs-faint',
  account: '--fs-info',
  card: '--fs-info',
  company: '--fs-violet',
  device: '--fs-warning',
  ip: '--fs-warning',
  phone: '--fs-warning',
  email: '--fs-warning',
  address: '--fs-success',
  terminal: '--fs-success',
  listed: '--fs-text',
}

const channels = (hex: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** A colour between two: `share` of the first, the rest of the second; both as `#rrggbb`. */
export const mixed = (one: string, other: string, share: number): string => {
  const second = channels(other)
  return `#${channels(one)
    .map((value, place) =>
      Math.round(value * share + (second[place] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** The CSS variable of a kind, for marks outside the picture. */
export const kindToken = (kind: NodeKind | null): string => (kind === null ? '--fs-muted' : tokenOf[kind])

/** Reads the palette of the page as it is coloured now. */
export const readPalette = (element: Element): PictureColours => {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  const [background, text] = [token('--fs-bg'), token('--fs-text')]
  return {
    background,
    text,
    muted: token('--fs-muted'),
    raised: token('--fs-raised'),
    line: token('--fs-line-strong'),
    accent: token('--fs-accent'),
    danger: token('--fs-danger'),
    flow: mixed(text, background, 0.36),
    tie: mixed(text, background, 0.22),
    path: token('--fs-danger'),
    dimNode: mixed(text, background, 0.2),
    dimLink: mixed(text, background, 0.07),
    kind: (kind) => token(kindToken(kind)),
  }
}
