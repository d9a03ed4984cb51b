import type { FiscalYear } from '../../domain/book/years/year'

type Flow = { in: number; out: number }

/** A row of a report beside the result of the same row a year before, in cents; undefined without that year. */
export type BesideLast<Row> = Row & { lastResult: number | undefined }

/** The rows of a year with those of the year before, which may have rows of their own, by what names a row. */
export function besideLast<Row extends Flow>(
  rows: Row[],
  last: Row[] | undefined,
  nameOf: (row: Row) => string,
): BesideLast<Row>[] {
  const results = new Map(last?.map((row) => [nameOf(row), row.in - row.out]))
  const names = new Set(rows.map(nameOf))
  return [
    ...rows.map((row) => ({ ...row, lastResult: last && (results.get(nameOf(row)) ?? 0) })),
    ...(last ?? [])
      .filter((row) => !names.has(nameOf(row)) && row.in - row.out !== 0)
      .map((row) => ({ ...row, in: 0, out: 0, lastResult: row.in - row.out })),
  ]
}

/** The name of a fiscal year: two calendar years where it does not begin in January. */
export const yearName = ({ year, last_on }: Pick<FiscalYear, 'year' | 'last_on'>): string =>
  last_on.startsWith(`${year}`) ? `${year}` : `${year}/${last_on.slice(2, 4)}`
