import type { Context } from 'hono'
import type { Env } from '../../env'
import { done } from '../../http/done'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'

/** The address of a page of the bank. */
export const bankPath = ({ staff }: Pick<Viewer, 'staff'>, page = ''): string =>
  pathIn(staff.workspace, `/bank${page}`)

/** The address of a page of a line. */
export const linePath = (viewer: Pick<Viewer, 'staff'>, id: string, page = ''): string =>
  bankPath(viewer, `/lines/${id}${page}`)

/** The address of the page that compares an account of the bank with the book. */
export function reconciliationPath(
  viewer: Pick<Viewer, 'staff'>,
  accountId: string,
  query: Record<string, string> = {},
): string {
  const text = new URLSearchParams(query).toString()
  return bankPath(viewer, `/accounts/${accountId}/reconciliation${text && `?${text}`}`)
}

/** The lists of lines, by the state of what they hold. */
export const STATES = ['open', 'done', 'ignored'] as const
export type LineState = (typeof STATES)[number]

/** What a form did, as the list of lines says. */
export const ACTS = [
  'confirmed',
  'booked',
  'ignored',
  'loosened',
  'restored',
  'certain',
  'uncertain',
  'together',
  'apart',
  'imported',
  'payer_set',
] as const
export type Act = (typeof ACTS)[number]

type Told = {
  /** The id of the line, or of what was booked together. */
  line?: string
  /** The place of the line in the inbox. */
  at?: string | null
  /** The list that the form came from. */
  from?: string | null
  numbers?: Record<string, number>
  days?: string[]
}

/** Leads to the list that a form came from, which says what was done at the place of the line: before the next one. */
export function doneWithLines(c: Context<Env>, act: Act, { line, at, from, ...told }: Told) {
  const query = new URLSearchParams()
  if (placeIn(at) !== undefined) query.set('at', String(at))
  const state = STATES.find((one) => one === from)
  if (state && state !== 'open') query.set('state', state)
  const page = `/lines${query.size > 0 ? `?${query}` : ''}#${NOTICE_ID}`
  return done(c, act, { to: bankPath({ staff: c.var.staff.current() }, page), about: line, ...told })
}

/** The HTML id of what says what was done. */
export const NOTICE_ID = 'done'

/** The place of a line in the inbox, counted from 0, out of a text from an address or a form. */
export const placeIn = (text: string | null | undefined): number | undefined =>
  /^\d{1,3}$/.test(text ?? '') ? Number(text) : undefined

/** Leads to the page of a line, which says by its code why a form was refused. */
export const refusedAtLine = (c: Context<Env>, code: string, id: string) =>
  done(c, code, { to: linePath({ staff: c.var.staff.current() }, id) })

/** Whether a text has the form of the id of a line. */
export const isLineId = (text: string | null | undefined): text is string => /^lin_\w{24}$/.test(text ?? '')
