import type { ListContext } from '../../domain/custom-columns/query-list'
import type { StoredImport } from '../../domain/imports/import'
import type { Gap } from '../../domain/imports/plan'
import type { TableRows } from '../../domain/imports/read/table-rows'
import { isKeyTarget } from '../../domain/imports/targets'
import { Button } from '../../ui/button'
import { TextArea, TextField } from '../../ui/form'
import { Form, HiddenFields } from '../../ui/form-layout'
import { Actions } from '../../ui/stack'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { gapSentence } from './gap-sentence'
import { cellText, maskedCell } from './shown'
import { importTexts } from './texts'

/** The cells that something is left out of, as they are with the corrections, by their {@link cellKey}. */
export type Cells = Map<string, string>

/** The cells of gaps, of the rows that these are of. */
export function cellsOf(gaps: Gap[], rows: TableRows, { settings: { edits } }: StoredImport): Cells {
  const byRow = new Map([...rows].map(({ row, cells }) => [row, cells]))
  return new Map(
    gaps.flatMap(({ row, column }): [string, string][] =>
      column === null
        ? []
        : [[cellKey(row, column), edits[cellKey(row, column)] ?? byRow.get(row)?.[column] ?? '']],
    ),
  )
}

/** How corrections name a cell. */
const cellKey = (row: number, column: number): string => `${row}.${column}`

/** What the column of a gap becomes. */
export const targetOf = ({ column }: Gap, { settings }: StoredImport) =>
  column === null ? undefined : settings.mapping[column]

/** The cells of a form that have another text than the page showed. Browsers send line breaks in their own way. */
export function editsIn(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const [, cell] = /^edit\.(\d+\.\d+)$/.exec(name) ?? []
      if (cell === undefined) return []
      const [text, was] = [value, form.get(`was.${cell}`) ?? ''].map(withPlainBreaks)
      return text === undefined || text === was ? [] : [[cell, text]]
    }),
  )
}

const withPlainBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()

type GapFormProps = {
  stored: StoredImport
  context: ListContext
  cells: Cells
  viewer: Viewer
  mayEdit: boolean
  gaps: Gap[]
  /** Whom the rows name. */
  names: Map<number, string>
  action: string
  sent: URLSearchParams | undefined
}

/** The texts that are left out; in a draft with an input for each cell, unless part of it is hidden or it names a person. */
export function GapForm({
  stored,
  context,
  cells,
  viewer,
  mayEdit,
  gaps,
  names,
  action,
  sent,
}: GapFormProps) {
  const { locale } = viewer
  const { revision, head } = stored
  const t = importTexts(locale)
  const rows = withCells(gaps, cells).map((gap, index) => ({ ...gap, index, target: targetOf(gap, stored) }))
  type Row = (typeof rows)[number]
  const isKey = ({ target }: Row) => target !== undefined && isKeyTarget(target)
  const isEditable = (row: Row) =>
    mayEdit &&
    row.whole !== null &&
    !isKey(row) &&
    maskedCell(row.whole.text, row.target, viewer) === row.whole.text
  const headerOf = ({ column }: Gap) => (column === null ? '' : (head.headers[column] ?? ''))
  const table = (
    <Table
      caption={t.gaps.title}
      locale={locale}
      rows={rows}
      rowId={({ index }) => `gap-${index}`}
      columns={[
        {
          key: 'place',
          label: t.gaps.place,
          cell: (gap) => [t.rows(gap.row, []), headerOf(gap)].filter(Boolean).join(', '),
        },
        ...(rows.some(({ row }) => names.has(row))
          ? [{ key: 'person', label: t.gaps.csv.person, cell: ({ row }: Row) => names.get(row) ?? '' }]
          : []),
        { key: 'reason', label: t.gaps.reason, cell: (gap) => gapSentence(gap, { stored, context, viewer }) },
        ...(rows.some(isEditable)
          ? [
              {
                key: 'edit',
                label: t.gaps.edit,
                cell: (gap: Row) => {
                  if (isKey(gap)) return <Quiet>{t.gaps.editLater}</Quiet>
                  if (gap.whole === null) return ''
                  if (!isEditable(gap)) return <Quiet>{cellText(gap.whole.text, gap.target, viewer)}</Quiet>
                  return (
                    <CellInput {...gap.whole} label={t.gaps.editOf(gap.row, headerOf(gap))} sent={sent} />
                  )
                },
              },
            ]
          : []),
      ]}
    />
  )
  if (!rows.some(isEditable)) return table
  return (
    <Form action={action} hidden={{ revision: String(revision) }}>
      {table}
      <Actions>
        <Button>{t.gaps.save}</Button>
      </Actions>
    </Form>
  )
}

/** The whole cell that a gap is of: a correction replaces all of it. */
type WholeCell = { cell: string; text: string }

/** Gaps with their cells; null for the second gap of a cell, which the input of the first one corrects. */
function withCells(gaps: Gap[], cells: Cells): (Gap & { whole: WholeCell | null })[] {
  const seen = new Set<string>()
  return gaps.map((gap) => {
    const cell = gap.column === null ? '' : cellKey(gap.row, gap.column)
    const text = cells.get(cell)
    if (text === undefined || seen.has(cell)) return { ...gap, whole: null }
    seen.add(cell)
    return { ...gap, whole: { cell, text } }
  })
}

type CellInputProps = WholeCell & { label: string; sent: URLSearchParams | undefined }

/** The input that corrects a cell, with the text that was sent if that was refused. */
function CellInput({ cell, text, label, sent }: CellInputProps) {
  const field = { name: `edit.${cell}`, label, value: sent?.get(`edit.${cell}`) ?? text, isLabelHidden: true }
  return (
    <>
      <HiddenFields values={{ [`was.${cell}`]: text }} />
      {/[\r\n]/.test(text) ? <TextArea {...field} isGrowing /> : <TextField {...field} />}
    </>
  )
}
