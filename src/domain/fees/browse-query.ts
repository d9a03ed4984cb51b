import * as z from 'zod'
import { addressQuery, optional } from '../shared/address-query'
import { date, exactLine, singleLine } from '../shared/text'
import type { FeeStatus } from './readable-fee'

/**
 * The parts of the list of fees. `open` are all that are still to be paid, returned debits among them; `overdue` and `part`
 * are those of `open` that are due before today, and that are paid in part.
 */
export const FEE_SEGMENTS = [
  'open',
  'overdue',
  'part',
  'returned',
  'collecting',
  'paid',
  'cancelled',
  'all',
] as const
export type FeeSegment = (typeof FEE_SEGMENTS)[number]

/** What the list can be sorted by; with `-` before it, in descending order. */
export const FEE_SORTS = ['claimed', '-claimed', 'due', '-due'] as const

/** How many fees a page of the list has. */
export const FEES_PER_PAGE = 100

const ADDRESS = addressQuery(
  {
    status: z.enum(FEE_SEGMENTS).catch('open'),
    search: exactLine(255).catch(''),
    due_before: optional(date),
    cost_unit: optional(singleLine(40)),
    year: optional(z.coerce.number().int().min(2000).max(2199)),
    person: optional(singleLine(40)),
    sort: z.enum(FEE_SORTS).catch('-claimed'),
    cursor: optional(z.string().min(1).max(500)),
    from: optional(z.coerce.number().int().min(1).max(10_000_000)),
  },
  { start: ['cursor', 'from'] },
)

/**
 * Which fees a member of staff looks at, in which order: a segment, a search, and filters. `cost_unit` and `person` are ids,
 * `year` is that of the claim (UTC). `from` is the number of the row at which the cursor begins, for display.
 */
export type FeeQuery = ReturnType<typeof ADDRESS.read>

/** Reads the query of an address. It ignores what it does not know. A whole reference is looked for in all segments. */
export function readFeeQuery(given: Record<string, string | undefined>): FeeQuery {
  const query = ADDRESS.read(given)
  return isReference(query.search) ? { ...query, status: 'all' } : query
}

/** The query of an address that {@link readFeeQuery} reads as this, without where a page begins and what is as by default. */
export const writeFeeQuery = ADDRESS.write

/** The query of a text such as `status=overdue&year=2026`. */
export const parseFeeQuery = (text: string): FeeQuery =>
  readFeeQuery(Object.fromEntries(new URLSearchParams(text)))

/** Whether a query narrows its segment. */
export const isNarrowed = ({ search, due_before, cost_unit, year, person }: FeeQuery): boolean =>
  search !== '' || [due_before, cost_unit, year, person].some((value) => value !== undefined)

/** The statuses of the fees of a segment; undefined for all. */
export const statusesOf = (segment: FeeSegment): FeeStatus[] | undefined => STATUSES[segment]

const TO_PAY: FeeStatus[] = ['open', 'returned']

const STATUSES: Record<FeeSegment, FeeStatus[] | undefined> = {
  open: TO_PAY,
  overdue: TO_PAY,
  part: TO_PAY,
  returned: ['returned'],
  collecting: ['collecting'],
  paid: ['paid'],
  cancelled: ['cancelled'],
  all: undefined,
}

/** The reference that a search is, or the beginning of one, in capitals without blanks; undefined for other texts. */
export function referenceIn(search: string): string | undefined {
  const text = search.toUpperCase().replaceAll(/\s/g, '')
  return /^RF\d\d[0-9A-Z]{0,21}$/.test(text) ? text : undefined
}

/** Whether a search is a whole reference. */
export const isReference = (search: string): boolean => referenceIn(search)?.length === 25
