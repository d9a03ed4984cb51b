import type { Context } from 'hono'
import * as z from 'zod'
import type { Db } from '../../db/client'
import { openAt, placesOf } from '../../db/databases'
import { HOME } from '../../db/places'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'

/** The query of what is done with one database of several. */
export const databaseQuery = {
  database: z
    .string()
    .regex(/^[a-z]$/)
    .optional()
    .describe('The letter of the database: `b` for `DB_B`; absent for the first one'),
}

/** Opens the database that a query names. Throws `not_found` if the deployment has none of that letter. */
export function namedDatabase(c: Context<Env>, { database = HOME }: { database?: string | undefined }): Db {
  if (!placesOf(c.env).includes(database))
    throw new DomainError('not_found', `The deployment has no database ${database}.`)
  return openAt(c.env, database)
}
