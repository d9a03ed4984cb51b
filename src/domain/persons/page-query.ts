import * as z from 'zod'
import { pagingQuery } from '../shared/paging'
import { exactLine, givenInstant, singleLine } from '../shared/text'
import { type Condition, isOperator, OPERATORS } from './filter-fields'
import { MAX_FILTERS } from './store/filter'

/** `filter[<field>]`, or `filter[<field>][<operator>]`. */
const FILTER_KEY = /^filter\[(.+?)\](?:\[(\w+)\])?$/

/** The query of a page of persons: paging, the area, and what persons are to match. */
export const pageQuery = z
  .looseObject({
    ...pagingQuery,
    area: z
      .enum(['regular', 'applications'])
      .optional()
      .describe('`applications` pages the membership applications instead of the members'),
    updated_since: givenInstant
      .optional()
      .describe(
        'Only persons written at this instant or later, in the order of their last change. By index.',
      ),
    search: exactLine(255)
      .optional()
      .describe(
        'Part of a name, an email address or a membership number, whatever the case of ASCII letters. Scans the list.',
      ),
    segment_id: singleLine(64)
      .optional()
      .describe(
        'Only members or contacts whom this segment has: its status, search and conditions. Scans the list, and takes one database trip more.',
      ),
  })
  .superRefine(
    (query, context) => {
      const filters = Object.keys(query).filter((key) => !Object.hasOwn(pageQuery.shape, key))
      const unknown = filters.filter((key) => !FILTER_KEY.test(key))
      if (unknown.length > 0) context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: query })
      for (const key of filters) {
        if (typeof query[key] !== 'string')
          context.addIssue({
            code: 'custom',
            path: [key],
            message: 'must be given once',
            params: { code: 'given_twice' },
          })
        const [, , operator] = FILTER_KEY.exec(key) ?? []
        if (operator !== undefined && !isOperator(operator))
          context.addIssue({
            code: 'custom',
            path: [key],
            message: `must have one of the operators ${OPERATORS.join(', ')}`,
            params: { code: 'not_allowed' },
          })
      }
      if (filters.length > MAX_FILTERS)
        context.addIssue({
          code: 'custom',
          path: ['filter'],
          message: `may name at most ${MAX_FILTERS} fields`,
          params: { code: 'too_many_entries', max: MAX_FILTERS },
        })
    },
    { when: () => true },
  )
export type PageQuery = z.infer<typeof pageQuery>

/**
 * What the filters of a query ask for: the text that each field of `filter[<field>]` equals, and the conditions of
 * `filter[<field>][<operator>]`. In the order of their keys, so that the same filters have the same cursors.
 */
export function readFilters(query: PageQuery): { fields: Record<string, string>; conditions: Condition[] } {
  const filters = Object.keys(query)
    .sort()
    .flatMap((key) => {
      const [, field, operator] = FILTER_KEY.exec(key) ?? []
      return field === undefined ? [] : [{ field, operator, value: String(query[key]) }]
    })
  return {
    fields: Object.fromEntries(
      filters.flatMap(({ field, operator, value }) => (operator === undefined ? [[field, value]] : [])),
    ),
    conditions: filters.flatMap(({ field, operator = '', value }) =>
      isOperator(operator) ? [{ field, operator, value }] : [],
    ),
  }
}
