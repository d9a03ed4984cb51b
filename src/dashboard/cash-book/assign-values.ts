import type { Voucher } from '../../domain/book/voucher'
import { assignmentOf, type PlaceValues } from '../places'

/** A chosen line of a voucher. */
export type Chosen = { voucherId: string; line: number }

/** The line that a value of the form names: the id of its voucher and its number, with a dot between. */
export function lineIn(text: string): Chosen[] {
  const [, voucherId, line] = /^(vch_\w+)\.(\d{1,5})$/.exec(text) ?? []
  return voucherId ? [{ voucherId, line: Number(line) }] : []
}

/** The body that books the chosen lines to one place. */
export function bodyOf(chosen: Chosen[], values: PlaceValues) {
  const assignment = assignmentOf(values)
  const byVoucher = Map.groupBy(chosen, ({ voucherId }) => voucherId)
  return {
    data: [...byVoucher].map(([voucher_id, lines]) => ({
      voucher_id,
      lines: lines.map(({ line }) => ({ line, ...assignment })),
    })),
  }
}

/** Issues by the fields of the form. Every chosen line has the same place, so that one issue tells for all. */
export const renamed = (issues: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(issues).map(([path, messages]) => [
      path.replace(/^data\.\d+\.lines\.\d+\./, '').replace(/^data\.\d+\.voucher_id$/, 'booked_on'),
      messages,
    ]),
  )

/** Whether a chosen line is booked to what the values mean. */
export function isBookedTo(vouchers: Voucher[], { voucherId, line }: Chosen, values: PlaceValues): boolean {
  const { costunit_name, category_name, sphere } = assignmentOf(values)
  const after = vouchers.find(({ id }) => id === voucherId)?.lines.find((one) => one.line === line)
  return (
    after?.costunit_name === costunit_name && after.category_name === category_name && after.sphere === sphere
  )
}
