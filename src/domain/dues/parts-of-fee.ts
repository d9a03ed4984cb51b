import { type Sql, sql } from '../../db/sql'
import { BY_PERSON } from '../fees/open-amount'
import type { Basis } from './basis'
import type { ShownStep } from './steps'

/** A part of a fee with what it was computed from. */
export type FeePart = { runId: string; name: string; amount: number; steps: ShownStep[] }

type PartRow = { runId: string; name: string; amount: number; basis: string }

/** Selects the parts of a fee in the order in which payments fill them; none for a fee that no run claimed. By index. */
export const selectPartsOfFee = (workspace: Sql, feeId: string): Sql<PartRow> => sql<PartRow>`
  SELECT run_id AS runId, name, amount, basis FROM dues_parts INDEXED BY dues_parts_by_fee
  WHERE workspace_id = ${workspace} AND fee_id = ${feeId} ORDER BY position`

/** The parts that {@link selectPartsOfFee} found. An emptied basis has no steps. */
export const feePartOf = ({ basis, ...part }: PartRow): FeePart => ({
  ...part,
  steps: (JSON.parse(basis) as Basis).steps ?? [],
})

/** Selects the parts of the open fees of a person, in the order in which payments fill them. By index. */
export const selectOpenParts = (workspace: Sql, personId: string): Sql<PartRow & { feeId: string }> => sql<
  PartRow & { feeId: string }
>`
  SELECT fees.id AS feeId, run_id AS runId, name, dues_parts.amount, basis
  FROM fees ${BY_PERSON} CROSS JOIN dues_parts INDEXED BY dues_parts_by_fee
  WHERE fees.workspace_id = ${workspace} AND fees.person_id = ${personId} AND fees.status IN ('open', 'returned')
    AND dues_parts.workspace_id = ${workspace} AND fee_id = fees.id
  ORDER BY fees.id, position`

/** The parts of a row of `fees` as JSON, for {@link feePartsOf}; `[]` for a fee that no run claimed. One lookup in an index. */
export const PARTS_OF_FEE = sql.raw(`(
  SELECT json_group_array(json_array(part.name, part.amount, part.basis -> 'steps')) || '' FROM (
    SELECT name, amount, basis FROM dues_parts INDEXED BY dues_parts_by_fee
    WHERE workspace_id = fees.workspace_id AND fee_id = fees.id ORDER BY position) AS part)`)

/** The parts that {@link PARTS_OF_FEE} selects. */
export const feePartsOf = (parts: string): Omit<FeePart, 'runId'>[] =>
  (JSON.parse(parts) as [string, number, ShownStep[] | null][]).map(([name, amount, steps]) => ({
    name,
    amount,
    steps: steps ?? [],
  }))
