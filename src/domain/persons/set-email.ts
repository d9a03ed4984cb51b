import type { Sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import type { PersonRow } from './person'
import { writePatch } from './store/write'

/** The statements that write the address of a member who has not changed since it was read, with an event. */
export const setEmail = (
  actor: Actor,
  workspace: Sql,
  { id, revision }: Pick<PersonRow, 'id' | 'revision'>,
  email: string,
) => writePatch(actor, workspace, 'members', id, { email }, revision)
