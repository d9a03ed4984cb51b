import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { LEAVE_REASON, RELATION_KEYS } from '../../person-fields/fields'
import type { Patches } from '../store/patches'
import { changeNamed } from './dependants'

/**
 * The statements by which those lose their payer or guardian whom patches say to be deceased; before the update, for the members of
 * a condition on `persons` and `patch`. The day of death is the day from which they are without one.
 */
export const releaseOfDeceased = (
  actor: Actor,
  workspace: Sql,
  list: ListId,
  patches: Patches,
  condition: Sql,
): Sql[] =>
  list === 'members' && patches.columnsOf(list).includes(LEAVE_REASON)
    ? patches.arrays.flatMap((array) => {
        const dyingSql = sql`
          FROM (SELECT value AS patch FROM json_each(${array}) WHERE value ->> 'leave_reason' = 'deceased') AS given
          CROSS JOIN persons WHERE ${condition}`
        return RELATION_KEYS.flatMap((relation) => {
          const diedOn = sql`(
            SELECT coalesce(patch ->> 'leave_date', persons.leave_date)
            FROM (SELECT ${sql.raw(`persons.${relation}`)} AS named) AS dependant CROSS JOIN (SELECT value AS patch FROM json_each(${array})) AS given
            CROSS JOIN persons WHERE ${condition} AND persons.id = dependant.named)`
          return changeNamed(
            actor,
            workspace,
            {
              relation,
              of: () => sql`SELECT persons.id ${dyingSql}`,
              except: () => sql`SELECT NULL WHERE FALSE`,
            },
            null,
            { lostOn: diedOn },
          )
        })
      })
    : []
