import type { Sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import type { PersonRow } from './person'
import { writePatch } from './store/write'

/** Values of a member that follow from an old or new address; the account as JSON. */
export type AddressValues = { email?: string; bank_account?: string | null }

/** The statements that write values of a member who has not changed since it was read, with an event. */
export const setValues = (
  actor: Actor,
  workspace: Sql,
  { id, revision }: Pick<PersonRow, 'id' | 'revision'>,
  values: AddressValues,
) => writePatch(actor, workspace, 'members', id, values, revision)
