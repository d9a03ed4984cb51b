import { refusedAt } from '../../shared/error-list'
import { MAX_TABLE_COLUMNS, RawRows } from './raw'
import type { TableRows } from './table-rows'
import { isRounded, type NumberFormat, numberFormat, numberText } from './xlsx-number'
import { readXml } from './xml'
import { sizesIn, unpackFiles } from './zip'

/** The rows of a sheet, the sheets of its workbook, and the rows that are hidden or have rounded numbers. */
export type XlsxRows = {
  sheets: string[]
  sheet: string
  rows: TableRows
  hidden: number[]
  rounded: number[]
}

/**
 * Reads a sheet of XLSX, the longest one unless one is named, in time and memory linear in what it unpacks to. Formulas have
 * their last value, merged rows the first one, and errors are empty. Throws `invalid` for damaged files and above the limits.
 */
export function readXlsx(bytes: Uint8Array, chosen?: string): XlsxRows {
  const sizes = sizesIn(bytes)
  const workbook = readWorkbook(bytes, sizes)
  const [longest] = workbook.sheets
  const sheet = chosen === undefined ? longest : workbook.sheets.find(({ name }) => name === chosen)
  if (!sheet) throw refusedAt('sheet', { code: longest ? 'table_sheet_unknown' : 'table_damaged' })
  const [sheetXml = EMPTY, stringsXml = EMPTY, stylesXml = EMPTY] = unpackFiles(bytes, [
    sheet.path,
    workbook.strings,
    workbook.styles,
  ])
  const cells = new SheetReader(readStrings(stringsXml), readFormats(stylesXml), workbook.is1904)
  readXml(sheetXml, { open: cells.open, text: cells.addText, close: cells.close })
  return {
    sheets: workbook.sheets.map(({ name }) => name),
    sheet: sheet.name,
    rows: cells.finish(),
    hidden: cells.hidden,
    rounded: cells.rounded,
  }
}

const EMPTY = new Uint8Array()

/** The names of all sheets are stored with the draft. Spreadsheets take names of 31 characters. */
const MAX_SHEET_NAME = 255
const MAX_SHEETS = 100

type Workbook = {
  sheets: { name: string; path: string }[]
  strings: string
  styles: string
  is1904: boolean
}

function readWorkbook(bytes: Uint8Array, sizes: Map<string, number>): Workbook {
  const path = [...sizes.keys()].find((name) => /(?:^|\/)workbook\.xml$/.test(name)) ?? ''
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const [bookXml = EMPTY, linksXml = EMPTY] = unpackFiles(bytes, [path, `${folder}_rels/workbook.xml.rels`])
  const links = new Map<string, string>()
  const byType = new Map<string, string>()
  readXml(linksXml, {
    open: (name, { Id = '', Target = '', Type = '' }) => {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : folder + Target
      links.set(Id, target)
      byType.set(Type.slice(Type.lastIndexOf('/') + 1), target)
    },
  })
  const sheets: { name: string; path: string; size: number }[] = []
  let is1904 = false
  readXml(bookXml, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? ''
      const target = links.get(id) ?? ''
      const isHidden = /hidden/i.test(attributes.state ?? '')
      // The size of its XML says how long a sheet is, without unpacking it.
      if (sizes.has(target))
        sheets.push({
          name: (attributes.name ?? '').slice(0, MAX_SHEET_NAME).toWellFormed(),
          path: target,
          size: isHidden ? 0 : (sizes.get(target) ?? 0),
        })
    },
  })
  return {
    sheets: sheets.sort((one, other) => other.size - one.size).slice(0, MAX_SHEETS),
    strings: byType.get('sharedStrings') ?? '',
    styles: byType.get('styles') ?? '',
    is1904,
  }
}

/** The shared strings, without the readings of Japanese ones. */
function readStrings(xml: Uint8Array): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isReading = false
  readXml(xml, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: (name) => {
      if (name === 'si') strings.push(unescaped(text))
      if (name === 'rPh') isReading = false
      isText = false
    },
  })
  return strings
}

/** The format of each style of a cell. */
function readFormats(xml: Uint8Array): NumberFormat[] {
  const codes = new Map<string, string>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  readXml(xml, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(numFmtId, formatCode)
      if (name === 'cellXfs') isOfCells = true
      if (name === 'xf' && isOfCells) formats.push(numberFormat(Number(numFmtId), codes.get(numFmtId)))
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

/** Control characters are written as _x000D_. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const MAX_NOTED = 100

/** Takes the cells of a sheet while its XML is read. */
class SheetReader {
  readonly hidden: number[] = []
  readonly rounded: number[] = []
  private readonly raw = new RawRows()
  private readonly merges: string[] = []
  private row = 0
  private cells: string[] = []
  private column = -1
  private type = ''
  private format: NumberFormat = 'number'
  private text = ''
  private takesText = false

  constructor(
    private readonly strings: string[],
    private readonly formats: NumberFormat[],
    private readonly is1904: boolean,
  ) {}

  readonly open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'row') this.openRow(attributes)
    else if (name === 'c') this.openCell(attributes)
    else if (name === 'mergeCell') this.merges.push(attributes.ref ?? '')
    // The text of an inline string is within `is`, and its reading within `rPh`.
    this.takesText = name === 'v' || name === 't'
  }

  readonly addText = (piece: string): void => {
    if (this.takesText) this.text += piece
  }

  readonly close = (name: string): void => {
    this.takesText = false
    if (name === 'c') this.closeCell()
    else if (name === 'row') this.raw.add(this.row, this.cells)
  }

  /** The rows, with merged cells below a first one filled. */
  finish(): TableRows {
    fillMerged(this.raw.rows, this.merges)
    return this.raw.rows
  }

  private openRow({ r, hidden }: Record<string, string>): void {
    this.row = Number(r) || this.row + 1
    this.cells = []
    this.column = -1
    if (/^(?:1|true)$/.test(hidden ?? '') && this.hidden.length < MAX_NOTED) this.hidden.push(this.row)
  }

  private openCell({ r = '', t = 'n', s }: Record<string, string>): void {
    this.column = columnOf(r) ?? this.column + 1
    this.type = t
    this.format = this.formats[Number(s ?? 0)] ?? 'number'
    this.text = ''
  }

  private closeCell(): void {
    const value = this.valueOf(this.text)
    if (value === '') return
    if (this.column >= MAX_TABLE_COLUMNS)
      throw refusedAt(`row ${this.row}`, { code: 'table_too_many_columns', max: MAX_TABLE_COLUMNS })
    while (this.cells.length < this.column) this.cells.push('')
    this.cells[this.column] = value
  }

  private valueOf(text: string): string {
    if (text === '' || this.type === 'e') return ''
    switch (this.type) {
      case 's':
        return this.strings[Number(text)] ?? ''
      case 'inlineStr':
      case 'str':
        return unescaped(text)
      case 'b':
        return text === '1' ? 'true' : 'false'
      case 'd':
        return text.slice(0, 10)
      default:
        if (this.format === 'number' && isRounded(text) && this.rounded.length < MAX_NOTED)
          this.rounded.push(this.row)
        return numberText(text, this.format, this.is1904)
    }
  }
}

/** The number of a column from 0, by the letters of a reference as AB17. */
function columnOf(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}(?=\d|$)/.exec(reference) ?? []
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Gives the rows of a merged area the text of its first row, in its first column. A title across columns stays one cell. */
function fillMerged(rows: TableRows, merges: string[]): void {
  if (merges.length === 0) return
  const byFirst = Map.groupBy(merges.flatMap(areaOf), ({ first }) => first)
  const open = new Map<number, { text: string; last: number }>()
  let index = -1
  for (const { row, cells } of rows) {
    index++
    let isFilled = false
    for (const [column, { text, last }] of open) {
      if (row > last) open.delete(column)
      else if (!cells[column]) {
        while (cells.length < column) cells.push('')
        cells[column] = text
        isFilled = true
      }
    }
    for (const { column, last } of byFirst.get(row) ?? []) {
      const text = cells[column]
      if (text) open.set(column, { text, last })
    }
    if (isFilled) rows.set(index, { row, cells })
  }
}

/** The column of a merged area as B2:B7, and its first and last row; none for one of a single row. */
function areaOf(merge: string): { column: number; first: number; last: number }[] {
  const [, start = '', first = '', last = ''] = /^([A-Z]{1,3})(\d+):[A-Z]{1,3}(\d+)$/.exec(merge) ?? []
  const column = columnOf(start)
  if (column === undefined || column >= MAX_TABLE_COLUMNS || Number(last) <= Number(first)) return []
  return [{ column, first: Number(first), last: Number(last) }]
}
