import { elementsOf } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'

// A line that names a cost unit takes the sphere of it, or of its category. A reversal is booked as what it reverses.
const SPHERE = sql`coalesce(line.sphere, CASE
    WHEN line.reverses IS NULL AND coalesce(line.value ->> 'isBookedBack', 0) = 0 THEN coalesce((
      SELECT category.sphere FROM cost_unit_categories AS category
      WHERE category.workspace_id = ${TENANT} AND category.cost_unit_id = line.cost_unit_id
        AND category.id = line.category_id), (
      SELECT unit.sphere FROM cost_units AS unit
      WHERE unit.workspace_id = ${TENANT} AND unit.id = line.cost_unit_id)) END)`

/** The lines of a JSON array, with the vouchers that they name by `id`. */
const withVouchers = (array: string): Sql => sql`
  SELECT line.key AS place, line.value, vouchers.year, vouchers.number, vouchers.reverses,
    line.value ->> 'amount' AS amount, line.value ->> 'text' AS text, line.value ->> 'costUnitId' AS cost_unit_id,
    line.value ->> 'categoryId' AS category_id, line.value ->> 'sphere' AS sphere
  FROM ${elementsOf(array)} AS line CROSS JOIN vouchers
  WHERE vouchers.workspace_id = ${TENANT} AND vouchers.id = line.value ->> 'id'`

const INSERT = sql`
  INSERT INTO voucher_lines (workspace_id, year, number, amount, text, cost_unit_id, category_id, sphere, fee_id, payment_id,
    side, line, fee_part)
  SELECT ${TENANT}, line.year, line.number, line.amount, line.text, line.cost_unit_id, line.category_id, ${SPHERE},
    line.value ->> 'feeId', line.value ->> 'paymentId', line.value ->> 'side'`

/** Writes the lines of a JSON array to the vouchers that they name by `id`. */
export const insertLines = (workspace: Sql, array: string): Sql => sql`
  WITH ${workspaceCte(workspace)}
  ${INSERT}, line.value ->> 'line', coalesce(line.value ->> 'feePart', 0)
  FROM (${withVouchers(array)}) AS line WHERE TRUE`

/** What the book has of a part, in cents. */
const FILLED = sql`coalesce((
  SELECT sum(booked.amount)
  FROM payments CROSS JOIN voucher_lines AS booked INDEXED BY voucher_lines_by_payment
  WHERE payments.workspace_id = ${TENANT} AND payments.fee_id = part.fee_id
    AND booked.workspace_id = ${TENANT} AND booked.payment_id = payments.id AND booked.fee_part = part.position), 0)`

/** What the parts take whose turn is before. */
const BEFORE = sql`(sum(room) OVER turns - room)`

/** The last line that a voucher has. */
const LAST_LINE = sql`coalesce((
  SELECT max(line) FROM voucher_lines AS written
  WHERE written.workspace_id = ${TENANT} AND written.year = line.year AND written.number = line.number), 0)`

/**
 * Writes the lines of a JSON array that book payments of fees with parts, after these and other lines: one for each part that
 * the money fills, in their order. Money that arrives fills what the parts lack, and money that goes back leaves the last
 * parts first; what is more than that is of the part whose turn is last.
 */
export const insertDividedLines = (workspace: Sql, array: string): Sql => sql`
  WITH ${workspaceCte(workspace)},
  drafts AS MATERIALIZED (
    SELECT *, coalesce(sum(abs(amount)) OVER (
      PARTITION BY value ->> 'feeId', sign(amount) ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS earlier
    FROM (${withVouchers(array)})
  ),
  rooms AS MATERIALIZED (
    SELECT draft.*, part.position, part.name, coalesce(part.cost_unit_id, part.sphere) IS NOT NULL AS has_place,
      part.cost_unit_id AS unit, part.category_id AS category, part.sphere AS own_sphere,
      max(0, iif(draft.amount > 0, part.amount - ${FILLED}, ${FILLED})) AS room
    FROM drafts AS draft CROSS JOIN dues_parts AS part INDEXED BY dues_parts_by_fee
      ON part.workspace_id = ${TENANT} AND part.fee_id = draft.value ->> 'feeId'
  ),
  pieces AS (
    SELECT *, count(*) OVER (PARTITION BY place) AS parts, max(0, iif(lead(position) OVER turns IS NULL, earlier + abs(amount),
        min(earlier + abs(amount), ${BEFORE} + room)) - max(earlier, ${BEFORE})) * sign(amount) AS piece
    FROM rooms WINDOW turns AS (PARTITION BY place ORDER BY sign(amount) * position)
  )
  ${INSERT}, ${LAST_LINE} + row_number() OVER (PARTITION BY line.year, line.number ORDER BY place, position), position
  FROM (
    SELECT place, position, value, year, number, reverses, piece AS amount,
      iif(parts > 1, concat_ws(': ', text, name), text) AS text,
      iif(has_place, unit, cost_unit_id) AS cost_unit_id, iif(has_place, category, category_id) AS category_id,
      iif(has_place, own_sphere, sphere) AS sphere
    FROM pieces WHERE piece <> 0
  ) AS line WHERE TRUE`
