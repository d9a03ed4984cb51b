import { byteLength } from '../../../db/json'
import { gzipInParts, unzipParts } from '../../shared/gzip'
import { inOrder } from './report'
import type { Report } from './year'

/** Up to how many bytes a report is stored as it is. */
const MAX_PLAIN_BYTES = 100_000

/** What the packed totals may have, so that the row with them stays below the 2 MB that D1 takes. */
const MAX_PACKED_BYTES = 1_900_000

/**
 * A report as the JSON that `fiscal_years` keeps. Totals that are large are gzipped in it; its accounts stay readable, since
 * balances are read from them in SQL. Undefined where even the packed totals are more than D1 takes.
 */
export async function packReport(report: Report): Promise<string | undefined> {
  const json = JSON.stringify(report)
  if (byteLength(json) <= MAX_PLAIN_BYTES) return json
  const { spheres, cost_units, ...rest } = report
  const packed = (await gzipInParts(JSON.stringify({ spheres, cost_units }))).join('')
  return packed.length > MAX_PACKED_BYTES ? undefined : JSON.stringify({ ...rest, packed })
}

/** The report that {@link packReport} gave as JSON. */
export async function unpackReport(json: string): Promise<Report> {
  const { packed, ...stored } = JSON.parse(json)
  const report = { version: 1, is_nonprofit: false, difference_reason: null, ...stored }
  const totals = packed === undefined ? {} : JSON.parse((await unzipParts([packed])).toString())
  const whole: Report = { ...report, ...totals }
  const accounts = whole.accounts.map((account) => ({ ...account, bank: account.bank ?? null }))
  return { ...whole, accounts, spheres: inOrder(whole.spheres, whole.is_nonprofit) }
}
