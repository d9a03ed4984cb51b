import type { Context } from 'hono'
import type { Env } from '../../env'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The address of a page of the bank. */
export const bankPath = ({ staff }: Pick<Viewer, 'staff'>, page = ''): string =>
  pathIn(staff.workspace, `/bank${page}`)

/** The address of a page of a line. */
export const linePath = (viewer: Pick<Viewer, 'staff'>, id: string, page = ''): string =>
  bankPath(viewer, `/lines/${id}${page}`)

/** The lists of lines, by the state of what they hold. */
export const STATES = ['open', 'done', 'ignored'] as const
export type LineState = (typeof STATES)[number]

/** What an act did, as the page after it says. */
export const ACTS = [
  'confirmed',
  'booked',
  'ignored',
  'loosened',
  'restored',
  'certain',
  'uncertain',
  'imported',
] as const
export type Act = (typeof ACTS)[number]

type Done = {
  did: Act
  line?: string
  at?: string | null
  from?: string | null
  counts?: Record<string, string>
}

/**
 * Leads to the list of lines that an act came from (`from`), which says what was done at the place `at` of the line in the
 * inbox: before the next one. Addresses hold ids, counts and dates, and nothing of a line.
 */
export function seeLines(c: Context<Env>, { did, line, at, from, counts = {} }: Done) {
  const query = new URLSearchParams({ did, ...(line && { line }), ...counts })
  if (placeIn(at) !== undefined) query.set('at', String(at))
  const state = STATES.find((one) => one === from)
  if (state && state !== 'open') query.set('state', state)
  const viewer = { staff: c.var.staff.current() }
  return c.redirect(`${bankPath(viewer, '/lines')}?${query}#${NOTICE_ID}`, 303)
}

/** The HTML id of what says what was done. */
export const NOTICE_ID = 'done'

/** The place of a line in the inbox, counted from 0, out of a text from an address or a form. */
export const placeIn = (text: string | null | undefined): number | undefined =>
  /^\d{1,3}$/.test(text ?? '') ? Number(text) : undefined

/** Leads to the page of a line, which says why an act was refused. */
export const seeRefused = (c: Context<Env>, id: string, refused: string) =>
  c.redirect(`${linePath({ staff: c.var.staff.current() }, id)}?refused=${refused}`, 303)

/** Whether a text from an address has the form of the id of a line. */
export const isLineId = (text: string | null | undefined): text is string => /^lin_\w{24}$/.test(text ?? '')
