import { zValidator } from '@hono/zod-validator'
import type { Context } from 'hono'
import { uniqueSymbol } from 'hono-openapi'
import type { z } from 'zod'
import { invalid } from '../domain/shared/errors'
import { issuesOf } from '../domain/shared/validation'
import type { Access } from './access'
import { described } from './openapi'

/** Validates the query string, and describes its parameters for /openapi.json. */
export function validQuery(schema: z.ZodType, { authorize }: Access) {
  const validate = zValidator('query', schema, async (result, c: Context) => {
    if (result.success) return
    await authorize(c)
    throw invalid(issuesOf(result.error.issues))
  })
  return Object.assign(validate, { [uniqueSymbol]: { target: 'query', ...described(schema, 'input') } })
}
