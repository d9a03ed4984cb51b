import { lacksPlace } from '../../domain/book/places/is-unassigned'
import type { UnassignedLine } from '../../domain/book/vouchers/unassigned'
import type { Voucher } from '../../domain/book/vouchers/voucher'
import type { Faults } from '../attempt'
import { assignmentOf, type PlaceValues } from '../places'
import { withPaths } from '../refusals'

/** A chosen line of a voucher. */
export type Chosen = { voucherId: string; line: number }

/** The line that a value of the form names: the id of its voucher and its number, with a dot between. */
export function lineIn(text: string): Chosen[] {
  const [, voucherId, line] = /^(vch_\w+)\.(\d{1,5})$/.exec(text) ?? []
  return voucherId ? [{ voucherId, line: Number(line) }] : []
}

/** The body that books the chosen lines to one place. Without a cost unit, each keeps the one that it has. */
export function bodyOf(chosen: Chosen[], values: PlaceValues) {
  const { sphere, ...costUnit } = assignmentOf(values)
  const assignment = { ...(values.place !== '' && costUnit), ...(sphere && { sphere }) }
  const byVoucher = Map.groupBy(chosen, ({ voucherId }) => voucherId)
  return {
    data: [...byVoucher].map(([voucher_id, lines]) => ({
      voucher_id,
      lines: lines.map(({ line }) => ({ line, ...assignment })),
    })),
  }
}

/** Faults by the fields of the form. Every chosen line has the same place, so that one fault tells for all. */
export const byField = (faults: Faults): Faults =>
  withPaths(faults, (path) => path.replace(/^data\.\d+\.(lines\.\d+\.)?/, ''))

/** The body that gives lines the spheres of the cost units that they name. */
export const bodyOfUnits = (lines: UnassignedLine[]) => {
  const given = lines.filter(({ unitSphere }) => unitSphere !== null)
  return {
    data: [...Map.groupBy(given, ({ id }) => id)].map(([voucher_id, ofVoucher]) => ({
      voucher_id,
      lines: ofVoucher.map(({ line, unitSphere }) => ({ line, sphere: unitSphere })),
    })),
  }
}

/** What became of a chosen line: booked to what the values mean, still without a sphere, or booked elsewhere meanwhile. */
export function outcomeOf(
  vouchers: Voucher[],
  { voucherId, line }: Chosen,
  values: PlaceValues,
  isNonprofit: boolean,
): 'done' | 'lacking' | 'skipped' {
  const { costunit_name, category_name, sphere } = assignmentOf(values)
  const after = vouchers.find(({ id }) => id === voucherId)?.lines.find((one) => one.line === line)
  if (!after) return 'skipped'
  if (lacksPlace(after, isNonprofit)) return 'lacking'
  const isThere =
    (values.place === '' ||
      (after.costunit_name === costunit_name && after.category_name === category_name)) &&
    (sphere === null || after.sphere === sphere)
  return isThere ? 'done' : 'skipped'
}
