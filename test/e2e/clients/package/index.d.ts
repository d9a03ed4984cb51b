import type { Client, ClientOptions } from 'openapi-fetch'
import type { paths } from './membership.js'

export type { components, operations, paths } from './membership.js'

/** A client of the service at an origin, with the permissions of an API key: `await client(origin, key).GET('/me')`. */
export declare const client: (
  origin: string,
  key: string,
  options?: Omit<ClientOptions, 'baseUrl' | 'headers'>,
) => Client<paths>
