import * as z from 'zod'
import type { CustomColumn } from '../../domain/custom-columns/column'
import { type PersonField as Declared, PERSON_FIELDS } from '../../domain/person-fields/fields'
import type { Issues } from '../../domain/shared/errors'
import { type Refusal, sentenceIn } from '../../domain/shared/refusals'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { issueText } from '../../ui/person-fields/issues'
import { kindOf, type PersonField } from '../../ui/person-fields/kind'
import { Table } from '../../ui/table'
import { personField } from './bulk-confirm'
import { choiceText } from './fields'
import { importIssueTexts } from './import-issue-texts'
import { membersTexts } from './texts'

/** The text of a cell of the file, by the number of its row and the name of its column. */
export type CellAt = (row: number, column: string) => string

type Props = { issues: Issues; cellAt: CellAt; columns: CustomColumn[]; locale: Locale }

/** What is wrong with a file, by row and column: a sentence for each cause. */
export function ImportIssues({ issues, cellAt, columns, locale }: Props) {
  const { import: t } = membersTexts(locale)
  const rows = Object.entries(issues).flatMap(([path, refusals]) => {
    const [, row = '', column = ''] = /^row (\d+)(?:, (.+))?$/.exec(path) ?? []
    const place = { row, column, cell: row && column ? cellAt(Number(row), column) : '' }
    const texts = refusals.map((refusal) => textOf(refusal, place, columns, locale))
    return [...new Set(texts)].map((text, index) => ({ id: `${path} ${index}`, row, column, text }))
  })
  return (
    <>
      <Notice tone="bad" title={t.issues}>
        <p>{t.issuesLead}</p>
      </Notice>
      <Table
        caption={t.issues}
        locale={locale}
        rows={rows}
        rowId={({ id }) => `issue-${id.replaceAll(/\W/g, '-')}`}
        columns={[
          { key: 'row', label: t.row, cell: ({ row }) => (row ? `${t.row} ${row}` : '–') },
          { key: 'column', label: t.column, phone: 'aside', cell: ({ column }) => column || '–' },
          { key: 'issue', label: t.issue, cell: ({ text }) => text },
        ]}
      />
    </>
  )
}

type Place = { column: string; cell: string }

/** How much of a cell a sentence shows. */
const MAX_SHOWN = 60

function textOf(refusal: Refusal, { column, cell }: Place, columns: CustomColumn[], locale: Locale): string {
  const texts = importIssueTexts(locale)
  const { code } = refusal
  if (code === 'too_many_issues') return texts.tooMany
  if (Object.hasOwn(texts.rows, code)) return sentenceIn(texts.rows as never, refusal) as string
  // The path of an entry of a list goes on after the name of its column.
  const [key = column, part] = column.split('.')
  const field = personField(
    columns.some(({ external_id, id }) => [external_id, id].includes(column)) ? column : key,
    { columns },
  )
  const sentence = texts.cells[code as keyof typeof texts.cells]
  if (!sentence) return issueText(kindOf(field), column, locale, [refusal])
  const kind = part?.endsWith('_date') || part?.endsWith('_on') ? 'date' : kindOf(field)
  const noun = texts.nouns[column] ?? texts.nouns[key] ?? texts.nouns[kind] ?? texts.nouns.text ?? ''
  const text = cell.length > MAX_SHOWN ? `${cell.slice(0, MAX_SHOWN)}…` : cell
  return sentence(
    { text, noun, allowed: allowedIn(field, locale) },
    Number('max' in refusal ? refusal.max : 0),
  )
}

/** How many allowed values a sentence names. */
const MAX_ALLOWED = 12

/** The values that a field may have in a file, with what pages call them. */
function allowedIn({ key, column }: PersonField, locale: Locale): string[] {
  if (column) return namedOf(column.allowed_values ?? [])
  const { schema } = (PERSON_FIELDS as Record<string, Declared>)[key] ?? {}
  if (!(schema instanceof z.ZodEnum)) return []
  return schema.options.map((value) => `${value} (${choiceText(key, String(value), locale)})`)
}

const namedOf = (values: string[]): string[] =>
  values.length > MAX_ALLOWED ? [...values.slice(0, MAX_ALLOWED), '…'] : values
