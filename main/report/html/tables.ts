import { absentBytes } from '../model/evidence-rows.ts'
import type { AbsenceRow, EvidenceRow, KeyRow, PersonRow, TimelineRow } from '../model/report.ts'
import { markup, Markup } from './markup.ts'
import { digest, factList, passage, phrase } from './pieces.ts'

/** A column: its heading and the class that gives its width; the one without a class takes the rest. */
type Column = readonly [heading: string, width: string]

const columnHead = ([heading, width]: Column): Markup =>
  width === '' ? markup`<th scope="col">${heading}</th>` : markup`<th scope="col" class="${width}">${heading}</th>`

/** The beginning of a table; {@link tableEnd} ends it. */
export const tableStart = (caption: string, columns: readonly Column[]): Markup =>
  markup`<div class="scroll"><table><caption>${caption}</caption><thead><tr>${columns.map(columnHead)}</tr></thead>\n`

export const tableEnd = new Markup('</table></div>\n')

export const personColumns: readonly Column[] = [
  ['Key', 'n'],
  ['Name', 'x'],
  ['What the person did', ''],
  ['Entries', 'y'],
]

/** Someone whom the entries name. */
export const personRow = ({ key, name, uid, roles, entries, firstAt, lastAt }: PersonRow): Markup => markup`<tr>
<th scope="row">${key}</th>
<td>${name === null ? markup`<span class="absent">Name not in this copy</span>` : markup`<bdi class="name">${name}</bdi>`}<div class="sub"><code>${uid}</code></div></td>
<td>${roles.join(', ')}</td>
<td>${entries}${firstAt === null || lastAt === null ? '' : markup`<div class="sub">${firstAt}${firstAt === lastAt ? '' : ` to ${lastAt}`}</div>`}</td>
</tr>\n`

export const timelineColumns: readonly Column[] = [
  ['Entry', 'n'],
  ['Time (UTC)', 't'],
  ['Who', 'w'],
  ['What happened', ''],
]

/** Rows that carry this much text may break over pages of paper. */
const longText = 1_500

/** A sealed entry. */
export const timelineRowMarkup = (row: TimelineRow): Markup => {
  const isLong = row.passages.reduce((total, { text }) => total + (text?.length ?? 0), 0) > longText
  return markup`<tr${isLong ? new Markup(' class="long"') : ''} id="entry-${row.number}">
<th scope="row">${row.number}</th>
<td>${row.date}<div class="sub">${row.time}</div></td>
<td>${phrase(row.who)}<div class="sub">${row.device}</div></td>
<td>${phrase(row.sentence)}${factList(row.facts, 'facts')}${row.passages.map(passage)}<div class="id">id ${digest(row.id)}</div></td>
</tr>\n`
}

export const evidenceColumns: readonly Column[] = [
  ['No.', 'n'],
  ['Piece', 'x'],
  ['Size and SHA-256', 'h'],
  ['Acquisition', ''],
]

/** A piece of evidence. */
export const evidenceRow = (row: EvidenceRow): Markup => markup`<tr id="${row.key}">
<th scope="row">${row.key}</th>
<td>${row.label === null ? '' : markup`<div class="name" dir="auto">${row.label}</div>`}<div dir="auto">${row.name}</div>${row.path === null || row.path === row.name ? '' : markup`<div class="sub" dir="auto">${row.path}</div>`}</td>
<td>${row.size}<div>${digest(row.sha256)}</div>${row.included ? '' : markup`<div class="absent">${absentBytes(row)}</div>`}</td>
<td>${factList(row.facts, 'stack')}${row.description === null ? '' : passage({ label: 'Description', text: row.description, absence: null })}</td>
</tr>\n`

export const custodyColumns: readonly Column[] = [
  ['Entry', 'n'],
  ['Time (UTC)', 'y'],
  ['Who', 'y'],
  ['What happened', ''],
]

/** The custody of a piece, under its name. */
export const custodyGroup = (
  row: EvidenceRow,
): Markup => markup`<tbody><tr><th scope="rowgroup" colspan="4"><a href="#${row.key}">${row.key}</a> <bdi>${row.label ?? row.name}</bdi></th></tr>
${row.custody.map(
  (step) =>
    markup`<tr><td><a href="#entry-${step.entry}">${step.entry}</a></td><td>${step.date} ${step.time}</td><td>${phrase(step.who)}</td><td>${phrase(step.what)}</td></tr>\n`,
)}</tbody>\n`

export const absenceColumns: readonly Column[] = [
  ['Entry', 'n'],
  ['What', 'x'],
  ['Why it is not shown', ''],
  ['Digest that proves it', 'h'],
]

/** A withheld value that this copy does not show. */
export const absenceRow = ({ entry, what, why, digest: text }: AbsenceRow): Markup =>
  markup`<tr><th scope="row"><a href="#entry-${entry}">${entry}</a></th><td>${what}</td><td>${phrase(why)}</td><td>${digest(text)}</td></tr>\n`

export const keyColumns: readonly Column[] = [
  ['Device', 'x'],
  ['Key id', ''],
  ['SHA-256 of the public key (DER)', 'h'],
  ['May sign', 'y'],
]

/** A key that signs entries. */
export const keyRow = ({ device, deviceId, kid, fingerprint, span }: KeyRow): Markup => markup`<tr>
<th scope="row"><bdi>${device}</bdi><div class="sub"><code>${deviceId}</code></div></th>
<td><code>${kid}</code></td><td>${digest(fingerprint)}</td><td>${span}</td></tr>\n`
