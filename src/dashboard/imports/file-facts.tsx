import type { StoredImport } from '../../domain/imports/import'
import { DELIMITERS, ENCODINGS } from '../../domain/imports/read/table'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { SelectField, TextField } from '../../ui/form'
import { Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Actions } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { Fold } from '../../ui/timeline'
import type { Viewer } from '../layout'
import { importPath } from './path'
import { importTexts } from './texts'

type Props = { stored: StoredImport; viewer: Viewer }

/** How a file was read, and a form that reads it differently. */
export function FileFacts({ stored, viewer }: Props) {
  const { locale } = viewer
  const { fileName, head, listId, id, revision } = stored
  const { encoding, delimiter, sheet, sheets, headerRow, rowCount, totals, notes, options } = head
  const t = importTexts(locale).columns
  const facts = [
    t.rows(formatNumber(rowCount, locale)),
    encoding && t.encodings[encoding],
    delimiter && t.delimiters[delimiter],
    sheet && `${t.sheet} ${sheet}`,
    t.headerRow(headerRow),
    totals.length > 0 && t.totals(formatNumber(totals.length, locale)),
  ].filter(Boolean)
  const repairs = options.repairsEncoding ?? false
  return (
    <Card title={fileName || t.facts}>
      <p>{facts.join(' · ')}</p>
      <Fold label={t.change}>
        <Form action={importPath(viewer, listId, id, '/file')} hidden={{ revision: String(revision) }}>
          <Quiet>{t.changeHint}</Quiet>
          {encoding && (
            <SelectField
              name="encoding"
              label={t.encoding}
              value={encoding}
              options={ENCODINGS.map((value) => ({ value, label: t.encodings[value] }))}
            />
          )}
          {encoding && (
            <SelectField
              name="delimiter"
              label={t.delimiter}
              value={delimiter ? String(DELIMITERS.indexOf(delimiter)) : ''}
              options={[
                ...(delimiter ? [] : [{ value: '', label: '–' }]),
                ...DELIMITERS.map((one, index) => ({ value: String(index), label: t.delimiters[one] })),
              ]}
            />
          )}
          {sheet !== null && sheets.length > 1 && (
            <SelectField
              name="sheet"
              label={t.sheet}
              value={sheet}
              options={sheets.map((value) => ({ value, label: value }))}
            />
          )}
          <TextField
            name="header_row"
            label={t.headerRowLabel}
            hint={t.headerRowHint}
            value={String(headerRow)}
            inputmode="numeric"
          />
          {encoding && (repairs || notes.some(({ kind }) => kind === 'double_encoded')) && (
            <Check name="repair_encoding" label={t.repair} isChecked={repairs} />
          )}
          <Actions>
            <Button kind="second">{t.readAgain}</Button>
          </Actions>
        </Form>
      </Fold>
    </Card>
  )
}
