import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type ReadOptions, readTable, type Table } from '../../src/domain/imports/read/table'
import { DomainError } from '../../src/domain/shared/errors'
import { messageOf } from '../../src/domain/shared/refusals'
import { anyText } from '../support/any-text'
import { runs } from '../support/runs'
import { xlsx } from '../support/xlsx'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const read = (text: string, options?: ReadOptions): Table => readTable(utf8(text), options)
const cellsOf = ({ rows }: Table) => [...rows].map(({ cells }) => cells)

/** Where a file is refused, and the code. */
function refusal(act: () => unknown): [path: string, code: string] | undefined {
  try {
    act()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const [[path, [first]]] = Object.entries(error.issues ?? {}) as [[string, [{ code: string }]]]
    expect(messageOf(first as never)).toMatch(/\w/)
    return [path, first.code]
  }
  return undefined
}

describe('encodings', () => {
  const HEAD = 'Name;Vorname;Ort\n'

  it.each([
    ['utf-8', [...utf8('\ufeffName;Vorname;Ort\nMüller;Jörg;Köln')]],
    ['utf-8', [...utf8(`${HEAD}Müller;Jörg;Köln`)]],
    ['windows-1252', [...latin(`${HEAD}M\xfcller;J\xf6rg;K\xf6ln`)]],
    ['macintosh', [...latin(`${HEAD}M\x9fller;J\x9arg;K\x9aln`)]],
    ['utf-16le', [0xff, 0xfe, ...utf16(`${HEAD}Müller;Jörg;Köln`)]],
    ['utf-16le', utf16(`${HEAD}Müller;Jörg;Köln`)],
    ['utf-16be', [0xfe, 0xff, ...utf16(`${HEAD}Müller;Jörg;Köln`).map((_, at, all) => all[at ^ 1] ?? 0)]],
    ['utf-16be', utf16(`${HEAD}Müller;Jörg;Köln`).map((_, at, all) => all[at ^ 1] ?? 0)],
  ] as [string, number[]][])('detects %s', (encoding, bytes) => {
    const table = readTable(Uint8Array.from(bytes))
    expect(table.encoding).toBe(encoding)
    expect(table.headers).toEqual(['Name', 'Vorname', 'Ort'])
    expect(cellsOf(table)).toEqual([['Müller', 'Jörg', 'Köln']])
  })

  it('takes the encoding that is chosen', () => {
    const bytes = latin(`${HEAD}M\xfcller;\xa4;K\xf6ln`)
    expect(cellsOf(readTable(bytes, { encoding: 'iso-8859-15' }))).toEqual([['Müller', '€', 'Köln']])
  })

  it('notes text that was converted twice, and repairs it if asked to', () => {
    const text = `${HEAD}MÃ¼ller;JÃ¶rg;KÃ¶ln\nWeiß;Łukasz;GÃ¼nther â€“ x`
    expect(read(text).notes).toContainEqual({ kind: 'double_encoded', rows: [2, 3] })
    expect(cellsOf(read(text, { repairsEncoding: true }))).toEqual([
      ['Müller', 'Jörg', 'Köln'],
      ['Weiß', 'Łukasz', 'Günther – x'],
    ])
  })

  it('names the rows that lost letters', () => {
    expect(read(`${HEAD}M?ller;?ukasz;Köln\nMeier;Anna?;https://a.de/?b=c`).notes).toEqual([
      { kind: 'lost_letters', rows: [2] },
    ])
  })
})

describe('CSV', () => {
  it.each([
    ['Name;Vorname;Ort\na;b,c;d', ';'],
    ['Name,Vorname,Ort\na,"b;c",d', ','],
    ['Name\tVorname\tOrt\na\tb, c\td', '\t'],
    ['Name|Vorname|Ort\na|b|d', '|'],
    ['Liste, Stand 2026\nName;Vorname;Ort\na;b;c', ';'],
    ['Name\na\nb', null],
  ])('detects the delimiter of %j', (text, delimiter) => {
    expect(read(text).delimiter).toBe(delimiter)
  })

  it('skips a line that declares the delimiter, and counts it', () => {
    const table = read('sep=,\nName,Vorname\nMüller;x,Jörg')
    expect([table.delimiter, table.headerRow, [...table.rows]]).toEqual([
      ',',
      2,
      [{ row: 3, cells: ['Müller;x', 'Jörg'] }],
    ])
  })

  it('reads line breaks of every kind, in cells too, and leaves out empty rows', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect([...read(['Name;Vorname', 'a;"b', 'c"', ';', '', 'd;e'].join(end)).rows]).toEqual([
        { row: 2, cells: ['a', `b${end}c`] },
        { row: 5, cells: ['d', 'e'] },
      ])
  })

  it('takes a quotation mark within a cell for a letter', () => {
    expect(cellsOf(read('Name;Vorname\nMüller "Mülli";5\' 3"\n"x ""y""";z'))).toEqual([
      ['Müller "Mülli"', '5\' 3"'],
      ['x "y"', 'z'],
    ])
  })

  it('names the row in which a quotation mark is not closed', () => {
    const rows = Array.from({ length: 900 }, (_, at) => `Meier;${at}`)
    rows[898] = '"Meier;898'
    expect(refusal(() => read(`Name;Nummer\n${rows.join('\n')}`))).toEqual(['row 900', 'table_quote_open'])
  })

  it('finds the header below titles, and sums at the end', () => {
    const table = read(
      'Mitgliederliste TSV\n\nStand: 1.1.2026\nNr;Name;Ort\n1;Müller;A\n2;Meier;B\n;Summe: 2;\nSeite 1',
    )
    expect([table.headerRow, table.headers, table.totals]).toEqual([4, ['Nr', 'Name', 'Ort'], [7, 8]])
    expect([...table.rows].map(({ row }) => row)).toEqual([5, 6, 7, 8])
  })

  it('knows a file without a header, and takes the row that is chosen', () => {
    const text = '1001;Müller;1.3.1967\n1002;Meier;2.4.1980\nA;B;C'
    expect([read(text).headerRow, read(text).headers, read(text).rows.length]).toEqual([
      0,
      ['Spalte A', 'Spalte B', 'Spalte C'],
      3,
    ])
    const { headerRow, headers, rows } = read(text, { headerRow: 3 })
    expect([headerRow, headers, rows.length]).toEqual([3, ['A', 'B', 'C'], 0])
    expect(read('Nummer;Name;Geburt\n1;a;b', { headerRow: 0 }).rows).toHaveLength(2)
    expect(refusal(() => read(text, { headerRow: 9 }))).toEqual(['header_row', 'table_header_row_empty'])
  })

  it('numbers equal headers and names empty ones', () => {
    expect(read('Telefon; Telefon ;;Telefon (2);Name\n1;2;3;4;5;6').headers).toEqual([
      'Telefon',
      'Telefon (3)',
      'Spalte C',
      'Telefon (2)',
      'Name',
      'Spalte F',
    ])
  })
})

describe('XLSX', () => {
  const HEAD = ['Nachname', 'Vorname', 'Geburtsdatum', 'PLZ', 'Notiz']
  const number = (value: string, style = 0) => ({ xml: `s="${style}"><v>${value}</v>` })
  const row = (...cells: Parameters<typeof xlsx>[0][number]['rows'][number]) => cells

  it('reads texts, numbers, dates, booleans, formulas and errors', () => {
    const table = readTable(
      xlsx([
        {
          name: 'Mitglieder',
          rows: [
            HEAD,
            row(
              { xml: 't="s"><v>0</v>' },
              { xml: 't="s"><v>1</v>' },
              number('24532', 1),
              number('54321'),
              'a &amp; b',
            ),
            row('x', 'y', number('24532.75', 2), number('0.30000000000000004'), { xml: 't="b"><v>1</v>' }),
            row('x', 'y', number('0.5', 3), number('1234567890123456'), {
              xml: 't="str"><f>A1&amp;"x"</f><v>Summe</v>',
            }),
            row('x', 'y', number('0', 1), { xml: 't="e"><v>#N/A</v>' }, { xml: '><f>1+1</f><v>2</v>' }),
            row('x', 'y', number('59', 1), number('61', 1), { xml: 't="d"><v>2026-02-03T00:00:00</v>' }),
          ],
        },
      ]),
    )
    expect([table.format, table.encoding, table.delimiter, table.sheet]).toEqual([
      'xlsx',
      null,
      null,
      'Mitglieder',
    ])
    expect(cellsOf(table)).toEqual([
      ['Müller', 'Jörg ', '1967-03-01', '54321', 'a &amp; b'],
      ['x', 'y', '1967-03-01', '0.3', 'true'],
      ['x', 'y', '12:00', '1.234567890123456E+15', 'Summe'],
      ['x', 'y', '00.00.0000', '', '2'],
      ['x', 'y', '1900-02-28', '1900-03-01', '2026-02-03'],
    ])
    expect(table.notes).toEqual([{ kind: 'rounded_numbers', rows: [4] }])
  })

  it('counts days from 1904 if the workbook does', () => {
    const rows = [HEAD, row('x', 'y', number('23070', 1), null, 'z')]
    expect(cellsOf(readTable(xlsx([{ name: 'A', rows }], { is1904: true })))[0]?.[2]).toBe('1967-03-01')
  })

  it('fills merged rows, reads hidden ones, and takes the longest sheet', () => {
    const bytes = xlsx([
      { name: 'Info', rows: [['Hinweis', 'Wert']] },
      {
        name: 'Liste',
        rows: [
          HEAD,
          row('Müller', 'Jörg', null, '54321'),
          row(null, 'Anna', null, '54321'),
          row('Meier', 'Uwe'),
        ],
        rowAttributes: { 4: 'hidden="1"' },
        behind: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
      },
    ])
    const table = readTable(bytes)
    expect([table.sheets, table.sheet]).toEqual([['Liste', 'Info'], 'Liste'])
    expect(cellsOf(table).map(([name]) => name)).toEqual(['Müller', 'Müller', 'Meier'])
    expect(table.notes).toEqual([
      { kind: 'hidden_rows', rows: [4] },
      { kind: 'other_sheets', rows: [] },
    ])
    expect(readTable(bytes, { sheet: 'Info' }).headers).toEqual(['Hinweis', 'Wert'])
    expect(refusal(() => readTable(bytes, { sheet: 'Nein' }))).toEqual(['sheet', 'table_sheet_unknown'])
  })

  it('refuses every file that is cut off', () => {
    const bytes = xlsx([{ name: 'A', rows: [HEAD, row('x', 'y')] }])
    for (let length = 4; length < bytes.length; length += 7)
      expect(refusal(() => readTable(bytes.slice(0, length)))?.[1], String(length)).toMatch(/^table_/)
  })

  it('refuses what would unpack to more than 32 MiB before it unpacks it', () => {
    const bomb = xlsx([{ name: 'A', rows: [HEAD], behind: ' '.repeat(33 * 1024 * 1024) }])
    expect(bomb.length).toBeLessThan(100_000)
    expect(refusal(() => readTable(bomb))).toEqual(['body', 'table_unpacks_too_large'])
  })

  it('refuses document types, which could expand entities', () => {
    const bytes = zipSync({ 'xl/workbook.xml': utf8('<!DOCTYPE x [<!ENTITY a "b">]><workbook/>') })
    expect(refusal(() => readTable(bytes))).toEqual(['body', 'table_damaged'])
  })
})

it.each([
  ['table_empty', utf8('')],
  ['table_empty', utf8('\n;;\n  \n')],
  ['table_format', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
  ['table_format', utf8('%PDF-1.7')],
  ['table_format', utf8('<html><table><tr>')],
  [
    'table_format',
    zipSync({
      mimetype: utf8('application/vnd.oasis.opendocument.spreadsheet'),
      'content.xml': utf8('<x/>'),
    }),
  ],
  ['table_not_in_zip', zipSync({ 'mitglieder.csv': utf8('Name') })],
  ['table_too_large', new Uint8Array(10 * 1024 * 1024 + 1)],
])('refuses with %s', (code, bytes) => {
  expect(refusal(() => readTable(bytes))).toEqual(['body', code])
})

it('refuses by row what exceeds a limit, in little time', () => {
  const cell = 'x'.repeat(5001)
  expect(refusal(() => read(`Name;Ort\na;b\n${cell};c`))).toEqual(['row 3', 'table_cell_too_long'])
  expect(refusal(() => read(`Name\n${'x'.repeat(10 * 1024 * 1024 - 10)}`))).toEqual([
    'row 2',
    'table_cell_too_long',
  ])
  expect(read(`${'Spalte;'.repeat(249)}Ort\n${'a;'.repeat(249)}b`).headers).toHaveLength(250)
  expect(refusal(() => read(`Name;Ort\n${'a;'.repeat(250)}b`))).toEqual(['row 2', 'table_too_many_columns'])
  expect(refusal(() => read(`Name;Ort\n${';'.repeat(300_000)}b`))?.[0]).toBe('row 2')
  expect(refusal(() => read(`Name;Ort\n${'a;b\n'.repeat(20_001)}`))).toEqual([
    'row 20002',
    'table_too_many_rows',
  ])
  expect(read(`Name;Ort\na;b\n${';\n'.repeat(20_000)}`).rows).toHaveLength(1)
})

it('reads any bytes, or says why not', () => {
  const csv = fc.string({ unit: fc.constantFrom(...'ab";,\t|\n\r=1 ü'), maxLength: 200 })
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), anyText.map(utf8), csv.map(utf8)), (bytes) => {
      const act = () => {
        const table = readTable(bytes)
        expect(new Set(table.headers).size).toBe(table.headers.length)
        for (const { cells } of table.rows) expect(cells.length).toBeLessThanOrEqual(table.headers.length)
      }
      expect(refusal(act)?.[1] ?? 'table_').toMatch(/^table_/)
    }),
    runs(500),
  )
})

it('reads what it was given, if every cell is quoted', () => {
  const cell = fc
    .string({ unit: fc.constantFrom(...'ab";,|\n üß'), maxLength: 12 })
    .map((text) => `x${text}x`)
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
      const line = (cells: string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')
      const table = read([line(['Name', 'Vorname', 'Ort']), ...rows.map(line)].join('\n'))
      expect(cellsOf(table)).toEqual(rows)
    }),
    runs(200),
  )
})

function utf16(text: string): number[] {
  return [...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8])
}
