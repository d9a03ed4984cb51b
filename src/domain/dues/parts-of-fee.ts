import { type Sql, sql } from '../../db/sql'
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
