import * as z from 'zod'
import type { Principal } from '../access/principal'
import type { Cursors } from '../shared/paging'
import { type importedPerson, outcomeJson } from './documented'
import { prepareImport } from './prepare'

const DEFAULT_PER_PAGE = 100

/** The query of a page of what becomes of the rows of a file. */
export const importRowsQuery = z.strictObject({
  grade: z.literal('wrong').optional().describe('Only persons of whom something is left out'),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(DEFAULT_PER_PAGE)
    .describe('How many persons a page has'),
  cursor: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be the cursor of a page' })
    .optional()
    .describe('Where the page begins: `meta.next_cursor` of the page before'),
})

type Asked = { id: string; query: z.infer<typeof importRowsQuery> }

/** Lists what becomes of the persons of a file, in the order of its rows. One trip. Throws what `prepareImport` throws. */
export async function listImportRows(
  principal: Principal,
  { id, query: { grade, per_page, cursor = '0' } }: Asked,
): Promise<{ persons: z.infer<typeof importedPerson>[]; perPage: number; cursors: Cursors }> {
  const { outcomes, gaps } = await prepareImport(principal, { id })
  const gapsOfRow = Map.groupBy(gaps, ({ row }) => row)
  const wanted = outcomes.filter(
    ({ person }) => grade === undefined || person.rows.some((row) => gapsOfRow.has(row)),
  )
  const [from, to] = [Number(cursor), Number(cursor) + per_page]
  return {
    persons: wanted.slice(from, to).map((outcome) => outcomeJson(outcome, gapsOfRow)),
    perPage: per_page,
    cursors: {
      next: to < wanted.length ? String(to) : null,
      prev: from > 0 ? String(Math.max(0, from - per_page)) : null,
    },
  }
}
