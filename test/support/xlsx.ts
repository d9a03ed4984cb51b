import { strToU8, zipSync } from 'fflate'

/** A cell of a workbook: a text, or the XML of a cell without its reference, as `t="b"><v>1</v>`. */
export type Cell = string | { xml: string } | null

type Sheet = { name: string; rows: Cell[][]; rowAttributes?: Record<number, string>; behind?: string }

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook as XLSX. Style 1 shows dates, style 2 dates by a format of its own, style 3 a time. */
export function xlsx(sheets: Sheet[], { is1904 = false } = {}): Uint8Array {
  const files: Record<string, Uint8Array> = {
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${NS}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(({ name }, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="s" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="t" Type="${RELATIONS}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `<styleSheet xmlns="${NS}"><numFmts><numFmt numFmtId="164" formatCode="[$-407]d\\. mmmm yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst xmlns="${NS}"><si><t>Müller</t></si><si><r><t>Jö</t></r><r><t xml:space="preserve">rg </t></r><rPh><t>x</t></rPh></si></sst>`,
    ),
  }
  for (const [at, { rows, rowAttributes = {}, behind = '' }] of sheets.entries())
    files[`xl/worksheets/sheet${at + 1}.xml`] = strToU8(
      `<worksheet xmlns="${NS}"><sheetData>${rows
        .map(
          (cells, row) =>
            `<row r="${row + 1}" ${rowAttributes[row + 1] ?? ''}>${cells.map((cell, column) => cellXml(cell, row, column)).join('')}</row>`,
        )
        .join('')}</sheetData>${behind}</worksheet>`,
    )
  return zipSync(files)
}

function cellXml(cell: Cell, row: number, column: number): string {
  if (cell === null) return ''
  const reference = `r="${String.fromCharCode(65 + column)}${row + 1}"`
  if (typeof cell !== 'string') return `<c ${reference} ${cell.xml}</c>`
  return `<c ${reference} t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
}
