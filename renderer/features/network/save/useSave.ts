import { useQueryClient } from '@tanstack/react-query'
import type { NetworkState } from '../../../../shared/schema/network.ts'
import { refreshAfterCaseChange } from '../../../data/queries/cases.ts'
import { useSending } from '../../../data/useSending.ts'
import type { PictureColours } from '../picture/palette.ts'
import { composed, pngOf, sha256Of, type Caption } from './compose.ts'
import { dataText, type Looked } from './data.ts'
import type { SendEvidence, SentPiece } from './send.ts'

export interface Order {
  readonly caseId: number
  readonly note: string
  readonly looked: Looked
  /** Null where there is no picture to save: no WebGL, or the tables are shown. */
  readonly picture: { readonly canvas: HTMLCanvasElement; readonly palette: PictureColours } | null
  readonly caption: Caption
  readonly atMs: number
  readonly by: string
  readonly version: string
  readonly network: NetworkState | null
}

export interface Saved {
  readonly caseId: number
  readonly pieces: readonly SentPiece[]
}

/** `network-20311204T070812Z`: files of one saving share their name. */
const nameAt = (atMs: number): string => `network-${new Date(atMs).toISOString().replace(/[-:]|\.\d+/gu, '')}`

const filesOf = async ({
  looked,
  note,
  picture,
  caption,
  by,
  version,
  network,
  atMs,
}: Order): Promise<readonly File[]> => {
  const name = nameAt(atMs)
  const png =
    picture === null
      ? null
      : new File(
          [await pngOf(composed(picture.canvas, window.devicePixelRatio, picture.palette, caption))],
          `${name}.png`,
          { type: 'image/png' },
        )
  const described = png === null ? null : { name: png.name, sha256: await sha256Of(png) }
  const json = new File([dataText(looked, { atMs, by, version, note, network, picture: described })], `${name}.json`, {
    type: 'application/json',
  })
  return png === null ? [json] : [png, json]
}

/** Saves picture and data into a case as evidence; done when both are sealed. */
export const useSave = (send: SendEvidence) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: async (order: Order): Promise<Saved> => {
      const files = await filesOf(order)
      const description = [order.caption.title, ...order.caption.lines, order.note]
        .filter((line) => line.trim() !== '')
        .join('\n')
      const pieces = await send({
        caseId: order.caseId,
        name: nameAt(order.atMs),
        files,
        facts: {
          method: 'system_export',
          source: 'Fieldseal, network',
          tool: 'Fieldseal',
          ...(order.version === '' ? {} : { tool_version: order.version }),
          description,
        },
      })
      return { caseId: order.caseId, pieces }
    },
    onSuccess: ({ caseId }) => refreshAfterCaseChange(client, caseId),
  })
}
