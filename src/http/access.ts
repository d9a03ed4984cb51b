import type { Context } from 'hono'
import type { Env } from '../env'

/** The authentication and authorization of an endpoint. */
export type Access = {
  security: 'apiKey' | 'operatorToken'
  /** The parameters of the path. */
  parameters: readonly PathParameter[]
  /** The error statuses in addition to 401, and to 404 for an unknown path parameter. */
  errorStatuses: readonly (402 | 403 | 404 | 409)[]
  /**
   * Throws when the caller may not use the endpoint. Runs before an issue of the request itself is reported, so that
   * only an authorized caller sees it. The domain function authorizes every request again, in the batch that does its
   * work.
   */
  authorize(c: Context<Env, AnyPath>): Promise<unknown>
}

type AnyPath = '/:list_id/:person_id/:cost_unit_id/:workspace_id'

/** A path parameter of the API reference. */
export type PathParameter = { name: string; description: string; example: string; enum?: string[] }
