import type { CustomColumn } from '../../domain/custom-columns/column'
import type { Issues } from '../../domain/shared/errors'
import type { Locale } from '../../ui/i18n/locale'
import { Notice } from '../../ui/notice'
import { issueText } from '../../ui/person-fields/issues'
import { kindOf } from '../../ui/person-fields/kind'
import { Table } from '../../ui/table'
import { personField } from './bulk-confirm'
import { membersTexts } from './texts'

type Props = { issues: Issues; columns: CustomColumn[]; locale: Locale }

/** What is wrong with a file, by row and column. */
export function ImportIssues({ issues, columns, locale }: Props) {
  const { import: t } = membersTexts(locale)
  const rows = Object.keys(issues).map((path) => {
    const [, row = '', column = ''] = /^row (\d+)(?:, (.+))?$/.exec(path) ?? []
    return { path, row, column }
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
        rowId={({ path }) => `issue-${path.replaceAll(/\W/g, '-')}`}
        columns={[
          { key: 'row', label: t.row, cell: ({ row }) => (row ? `${t.row} ${row}` : '–') },
          { key: 'column', label: t.column, phone: 'aside', cell: ({ column }) => column || '–' },
          { key: 'issue', label: t.issue, cell: (issue) => textOf(issue, columns, locale) },
        ]}
      />
    </>
  )
}

const KEYS = ['id', 'external_id']

type Place = { row: string; column: string }

function textOf({ row, column }: Place, columns: CustomColumn[], locale: Locale): string {
  const { import: t } = membersTexts(locale)
  if (row === '1' && column) return t.columnIssue
  if (KEYS.includes(column)) return t.keyIssue
  if (!column) return t.rowIssue
  const [key = column] = column.split('.')
  return issueText(kindOf(personField(key, { columns })), column, locale)
}
