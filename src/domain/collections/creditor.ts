import * as z from 'zod'
import type { WorkspaceRow } from '../../db/schema'
import { code, singleLine } from '../shared/text'
import { creditorId } from './creditor-id'
import { isEeaIban } from './eea'

/** Who collects direct debits, as the file for the bank names it. */
export const creditor = z.strictObject({
  name: singleLine(70),
  iban: code(34).refine(isEeaIban, {
    error: 'must be a valid IBAN of the European Economic Area',
  }),
  creditor_id: creditorId,
})

export type Creditor = z.infer<typeof creditor>

/** The creditor of a stored workspace; null if it has none. */
export const creditorOf = ({
  creditorName: name,
  creditorIban: iban,
  creditorId: creditor_id,
}: Pick<WorkspaceRow, 'creditorName' | 'creditorIban' | 'creditorId'>): Creditor | null =>
  name && iban && creditor_id ? { name, iban, creditor_id } : null
