import type { Phrase, Span } from '../model/phrase.ts'
import type { Style, StyledText } from './runs.ts'

export const ink = '#16191d'
export const quiet = '#5a626c'
export const hairline = '#d5d9de'
export const faint = '#f5f6f8'
export const accent = '#1d4e89'
export const warning = '#8a1c1c'

const style = (size: number, weight: Style['weight'], color: string): Style => ({ size, weight, color, slanted: false })

/** The styles of the report; one object each, so that runs of one style are known by it. */
export const textStyles = {
  title: style(20, 'bold', ink),
  kind: style(8, 'bold', accent),
  under: style(9, 'regular', quiet),
  heading: style(13, 'bold', ink),
  headingNumber: style(13, 'bold', accent),
  body: style(8.5, 'regular', ink),
  strong: style(8.5, 'bold', ink),
  absent: { ...style(8.5, 'regular', quiet), slanted: true },
  code: style(7, 'mono', ink),
  small: style(7, 'regular', quiet),
  smallValue: style(7, 'regular', ink),
  smallCode: style(6.2, 'mono', quiet),
  columnHead: style(7, 'bold', quiet),
  foot: style(6.6, 'regular', quiet),
  footCode: style(5.9, 'mono', quiet),
  faulty: style(8.5, 'bold', warning),
} as const satisfies Readonly<Record<string, Style>>

/** Distance between the baselines of a style's lines, in points. Scripts with tall letters fit in it. */
export const leading = ({ size }: Style): number => size * 1.42

/** Text of the report itself. */
export const own = (text: string, of: Style = textStyles.body): StyledText => ({
  text,
  style: of,
  isolated: false,
  groups: 0,
})

/** Text of the case. */
export const given = (text: string, of: Style = textStyles.body): StyledText => ({
  text,
  style: of,
  isolated: true,
  groups: 0,
})

const digestGroup = 8

/** A digest or an id; a digest breaks after each eight digits. */
export const coded = (text: string, of: Style = textStyles.code): StyledText => ({
  text,
  style: of,
  isolated: true,
  groups: /^[0-9a-f]{32,}$/.test(text) ? digestGroup : 0,
})

const styled =
  (of: Style) =>
  ({ kind, text }: Span): StyledText => {
    switch (kind) {
      case 'words':
        return own(text, of)
      case 'value':
        return given(text, of)
      case 'code':
        return coded(text)
      case 'absent':
        return own(text, textStyles.absent)
    }
  }

/** A phrase in a style. */
export const phrased = (phrase: Phrase, of: Style = textStyles.body): StyledText[] => phrase.map(styled(of))
