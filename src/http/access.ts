import type { Context } from 'hono'
import type { Env } from '../env'

/** Who may use an endpoint. */
export type Access = {
  security: 'apiKey' | 'operatorToken'
  /** What the path names. */
  parameters: readonly PathParameter[]
  /** The refusals beside 401, and beside 404 for an unknown path parameter. */
  refuses: readonly (402 | 403 | 404)[]
  /**
   * Throws where the caller may not use the endpoint. Runs before an issue of the request itself is reported, so that only
   * an authorized caller learns of it. The verb authorizes every request again, in the batch that does its work.
   */
  authorize(c: Context<Env, AnyPath>): Promise<unknown>
}

type AnyPath = '/:list_id/:person_id/:cost_unit_id/:workspace_id'

/** A path parameter of the API reference. */
export type PathParameter = { name: string; description: string; example: string; enum?: string[] }
