import { type Context, Hono } from 'hono'
import { confirmLine } from '../../../domain/bank/confirm/confirm'
import { restoreLine } from '../../../domain/bank/confirm/ignore'
import { confirmSeveral, type LinesConfirmed } from '../../../domain/bank/confirm/several'
import { loosenLine } from '../../../domain/bank/confirm/undo'
import { loosenBookings } from '../../../domain/bank/confirm/undo-bookings'
import { loosenSeveral } from '../../../domain/bank/confirm/undo-several'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { attempt, type Faults } from '../../attempt'
import { bodyFrom } from '../inbox/suggestion'
import { doneWithLines, refusedAtLine } from '../paths'
import { codeOf } from './refusal'

const LINE = '/:workspace/bank/lines/:line_id'

/** The acts on lines that need no page: to confirm what is suggested, and to take back what was done. */
export const lineActs = new Hono<Env>()
  .post('/:workspace/bank/lines/certain', async (c) => {
    return doneWithSeveral(c, await confirmSeveral(c.var.staff, { body: {} }))
  })

  .post('/:workspace/bank/lines/uncertain', async (c) => {
    const at = Number(/^\d{1,14}$/.exec((await readForm(c)).get('when') ?? '')?.[0] ?? 0)
    const outcome = await attempt(() => loosenSeveral(c.var.staff, { at }))
    if ('result' in outcome) return doneWithLines(c, 'uncertain', { numbers: { count: outcome.result } })
    return refusedAtFirst(c, outcome)
  })

  .post('/:workspace/bank/lines/unbook', async (c) => {
    const id = (await readForm(c)).get('bookings') ?? ''
    const outcome = await attempt(() => loosenBookings(c.var.staff, { id }))
    if ('result' in outcome) return doneWithLines(c, 'apart', { numbers: { count: outcome.result } })
    return refusedAtFirst(c, outcome)
  })

  .post(`${LINE}/confirm`, async (c) => {
    const form = await readForm(c)
    const id = c.req.param('line_id')
    const body = { ...revisionIn(form), ...bodyFrom(form.get('as')) }
    const outcome = await attempt(() => confirmLine(c.var.staff, { id, body }))
    if ('issues' in outcome) return refusedAtLine(c, codeOf(outcome), id)
    return doneWithLines(c, 'booking' in body ? 'booked' : 'confirmed', { line: id, at: form.get('at') })
  })

  .post(`${LINE}/loosen`, async (c) => {
    const form = await readForm(c)
    const id = c.req.param('line_id')
    const outcome = await attempt(() => loosenLine(c.var.staff, { id, ...revisionIn(form) }))
    if ('issues' in outcome) return refusedAtLine(c, codeOf(outcome), id)
    return doneWithLines(c, 'loosened', { line: id, at: form.get('at'), from: form.get('from') })
  })

  .post(`${LINE}/restore`, async (c) => {
    const form = await readForm(c)
    const id = c.req.param('line_id')
    const outcome = await attempt(() => restoreLine(c.var.staff, { id, ...revisionIn(form) }))
    if ('issues' in outcome) return refusedAtLine(c, codeOf(outcome), id)
    return doneWithLines(c, 'restored', { line: id, at: form.get('at'), from: form.get('from') })
  })

/** Leads to the first of the lines that could not be undone, by whose ids an act was refused. */
function refusedAtFirst(c: Context<Env>, { issues, refusals }: Faults) {
  const [id = ''] = Object.keys(issues)
  return refusedAtLine(c, codeOf({ refusals: { id: refusals[id] ?? [] } }), id)
}

/** Leads to the list of lines, which says how many were confirmed at once, and takes them back at once. */
export function doneWithSeveral(c: Context<Env>, result: string) {
  const { confirmed, left }: LinesConfirmed = JSON.parse(result)
  const at = c.var.staff.now.getTime()
  return doneWithLines(c, 'certain', { numbers: { count: confirmed, left, at } })
}

/** The revision of the line that a form was shown with, so that no one confirms what another has changed since. */
export const revisionIn = (form: URLSearchParams) =>
  form.has('revision') ? { revision: Number(form.get('revision')) } : {}
