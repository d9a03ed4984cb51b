import { type Context, Hono } from 'hono'
import type { EnteredVoucher } from '../../domain/book/vouchers/write'
import { bookFees } from '../../domain/payments/booking/book-fees'
import { decideBooking, leaveOut } from '../../domain/payments/booking/decide'
import { takeDecisionBack } from '../../domain/payments/booking/take-back'
import { viewWaiting } from '../../domain/payments/booking/waiting-page'
import type { Env } from '../../env'
import { takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { attempt, type Faults } from '../attempt'
import { viewerOf } from '../layout'
import { assignmentOf } from '../places'
import { withPaths } from '../refusals'
import { reasonInput } from './book-fees-match'
import { FeesPage, type FeesValues, REASON } from './book-fees-page'
import { doneInBook } from './paths'
import { placeIn } from './place-fields'

const FEES = '/:workspace/cash-book/fees'

/** How many payments are booked at once. */
const MAX_CHOSEN = 100

const NOTHING: FeesValues = { place: '', sphere: '', account_id: '', reasons: {} }

/** The page that settles payments that wait to be booked. */
export const bookFeesPage = new Hono<Env>()
  .get(FEES, async (c) => c.html(await page(c, c.req.query('after'), { values: NOTHING })))

  .post(FEES, async (c) => {
    const form = await readForm(c)
    const chosen = form.getAll('payment').slice(0, MAX_CHOSEN)
    const after = form.get('after') ?? undefined
    const reason = form.get(REASON)?.trim() ?? ''
    const values = {
      ...placeIn(form),
      account_id: form.get('account_id') ?? '',
      chosen,
      reasons: { [REASON]: reason },
    }
    if (form.get('act') === 'leave_out') {
      const outcome = await attempt(() => leaveOut(c.var.staff, { ids: chosen, reason }))
      if ('result' in outcome) return seeDecided(c, chosen, after)
      return c.html(await page(c, after, { values, faults: outcome, chosen }), 422)
    }
    const body = { payment_ids: chosen, account_id: values.account_id || null, ...assignmentOf(values) }
    const outcome = await attempt(() => bookFees(c.var.staff, { body }))
    if ('issues' in outcome) return c.html(await page(c, after, { values, faults: outcome, chosen }), 422)
    const booked: EnteredVoucher[] = JSON.parse(outcome.result)
    return doneInBook(c, 'booked', { page: '/fees', query: { after }, numbers: { count: booked.length } })
  })

  .post(`${FEES}/decision`, async (c) => {
    const form = await readForm(c)
    const id = form.get('payment') ?? ''
    const after = form.get('after') ?? undefined
    const reason = form.get(reasonInput(id))?.trim() ?? ''
    const isBooked = form.get('act') === 'book'
    const body = {
      ...(isBooked && { book: {} }),
      ...(form.get('act') === 'leave_out' && { reason }),
      ...(form.has('voucher') && { voucher_id: form.get('voucher') }),
      whole_collection: form.has('whole'),
    }
    const outcome = await attempt(() => decideBooking(c.var.staff, { id, body }))
    if ('result' in outcome)
      return isBooked
        ? doneInBook(c, 'booked', { page: '/fees', query: { after }, numbers: { count: 1 } })
        : seeDecided(c, [id], after)
    const values = { ...NOTHING, reasons: { [reasonInput(id)]: reason } }
    const faults = withPaths(outcome, (path) => (path === 'reason' ? reasonInput(id) : path))
    return c.html(await page(c, after, { values, faults, chosen: [id] }), 422)
  })

  .post(`${FEES}/undo`, async (c) => {
    const id = (await readForm(c)).get('payment') ?? ''
    const outcome = await attempt(() => takeDecisionBack(c.var.staff, { id, isWhole: true }))
    if ('result' in outcome) return doneInBook(c, 'undone', { page: '/fees' })
    return c.html(await page(c, undefined, { values: NOTHING, faults: outcome, chosen: [id] }), 422)
  })

const seeDecided = (c: Context<Env>, [...ids]: string[], after: string | undefined) =>
  doneInBook(c, 'decided', { page: '/fees', query: { after }, about: ids.toSorted()[0] })

type Sent = { values: FeesValues; faults?: Faults; chosen?: string[] }

const NO_FAULTS: Faults = { issues: {}, refusals: {} }

async function page(c: Context<Env>, after: string | undefined, sent: Sent) {
  const found = await viewWaiting(c.var.staff, { after })
  const props = { found, after, faults: NO_FAULTS, chosen: [], ...sent }
  return <FeesPage {...props} done={takeDone(c)} viewer={viewerOf(c)} />
}
