import { type Context, Hono } from 'hono'
import { exportJournal, exportReport } from '../../domain/book/journal/export'
import { recordsOf, type VoucherRecord } from '../../domain/book/vouchers/records'
import type { Voucher } from '../../domain/book/vouchers/voucher'
import { differs } from '../../domain/book/years/export'
import type { FiscalYear } from '../../domain/book/years/year'
import { csvPieces, type PlainColumn } from '../../domain/persons/csv/export'
import type { Env } from '../../env'
import { csvFile } from '../../http/response'
import { type Viewer, viewerOf } from '../layout'
import { placeText } from './journal-rows'
import { yearIn } from './paths'
import { bookTexts } from './texts'

/** The journal and the report of a year as CSV. POSTs, since each records an event. */
export const exportFiles = new Hono<Env>()
  .post('/:workspace/cash-book/export', async (c) => {
    const year = yearOf(c)
    const { names, pages } = await exportJournal(c.var.staff, { year })
    const viewer = viewerOf(c)
    const { reportPage: t } = bookTexts(viewer.locale)
    const pieces = csvPieces(journalColumns(names, viewer), viewer.locale.tag, records(pages))
    return csvFile(c, pieces, `${t.journalFile}-${year}`)
  })

  .post('/:workspace/cash-book/report/export', async (c) => {
    const year = yearOf(c)
    const report = await exportReport(c.var.staff, { year })
    const viewer = viewerOf(c)
    const { reportPage: t } = bookTexts(viewer.locale)
    const pieces = csvPieces(reportColumns(viewer), viewer.locale.tag, once(reportRows(report, viewer)))
    return csvFile(c, pieces, `${t.file}-${year}`)
  })

const yearOf = (c: Context<Env>): number => yearIn(c.req.query('year')) ?? c.var.staff.now.getUTCFullYear()

async function* records(pages: AsyncIterable<Voucher[]>): AsyncIterable<VoucherRecord[]> {
  for await (const vouchers of pages) yield vouchers.flatMap(recordsOf)
}

function journalColumns(names: Map<string, string>, { locale }: Viewer): PlainColumn<VoucherRecord>[] {
  const t = bookTexts(locale)
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id))
  return [
    { path: t.number, cell: ({ voucher }) => voucher.number },
    { path: t.date, cellType: 'date', cell: ({ voucher }) => voucher.booked_on },
    { path: t.reportPage.account, cell: ({ voucher }) => nameOf(voucher.account_id) },
    { path: t.reportPage.transfer, cell: ({ voucher }) => nameOf(voucher.other_account_id) },
    { path: t.text, cell: ({ voucher, line }) => line.text ?? voucher.text },
    { path: t.voucher.party, cell: ({ voucher }) => voucher.party },
    {
      path: t.place,
      cell: ({ line }) => placeText(line),
    },
    { path: t.sphere, cell: ({ line }) => (line.sphere ? t.spheres[line.sphere] : null) },
    { path: t.in, cellType: 'money', cell: ({ line }) => (line.side === 'in' ? line.amount : null) },
    { path: t.out, cellType: 'money', cell: ({ line }) => (line.side === 'out' ? 0 - line.amount : null) },
    { path: t.voucher.amount, cellType: 'money', cell: ({ line }) => line.amount },
  ]
}

type ReportRow = {
  area: string
  name: string
  in: number
  out: number
  opening?: number
  closing?: number
  bank?: number | null
  reason?: string | null
}

function reportRows(report: FiscalYear, { locale }: Viewer): ReportRow[] {
  const t = bookTexts(locale)
  const { accounts, noCostUnit } = t.reportPage
  return [
    ...report.accounts.map((account) => ({
      ...account,
      area: accounts,
      reason: differs(account) ? report.difference_reason : null,
    })),
    ...report.spheres.flatMap(({ sphere, categories, ...sums }) => {
      const area = sphere ? t.spheres[sphere] : t.noSphere
      if (categories.length === 0) return [{ ...sums, area, name: noCostUnit }]
      return categories.map(({ costunit_name, category_name, ...flow }) => ({
        ...flow,
        area,
        name: placeText({ costunit_name, category_name }) ?? noCostUnit,
      }))
    }),
  ]
}

function reportColumns({ locale }: Viewer): PlainColumn<ReportRow>[] {
  const t = bookTexts(locale)
  return [
    { path: t.reportPage.area, cell: ({ area }) => area },
    { path: t.text, cell: ({ name }) => name },
    { path: t.reportPage.opening, cellType: 'money', cell: ({ opening }) => opening },
    { path: t.in, cellType: 'money', cell: (row) => row.in },
    { path: t.out, cellType: 'money', cell: (row) => row.out },
    { path: t.reportPage.closing, cellType: 'money', cell: ({ closing }) => closing },
    { path: t.reportPage.bank, cellType: 'money', cell: ({ bank }) => bank },
    { path: t.reportPage.reason, cell: ({ reason }) => reason },
  ]
}

async function* once<T>(value: T): AsyncIterable<T> {
  yield value
}
