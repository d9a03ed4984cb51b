import { type Context, Hono } from 'hono'
import { type OpenedFee, viewFee } from '../../../domain/pages/fee'
import { todayIn } from '../../../domain/shared/dates'
import { DomainError } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { moneyInput } from '../../../ui/i18n/money'
import { type Faults, faultsOf } from '../../attempt'
import { type Viewer, viewerOf } from '../../layout'
import { ActPage, NotPossible } from './act-page'
import { FEE_ACTS, type FeeAct } from './acts'
import { doneWithFee, FEE } from './path'

/** The pages of the acts on a fee: each asks, and its form does it, unless the fee has changed since it was shown. */
export const feeActPages = new Hono<Env>()

for (const act of FEE_ACTS)
  feeActPages
    .get(`${FEE}${act.page}`, (c) => answerForm(c, act, {}))
    .post(`${FEE}${act.page}`, async (c) => {
      const form = await readForm(c)
      const [id, paymentId] = [c.req.param('fee_id'), c.req.param('payment_id') ?? '']
      try {
        await act.run(c.var.staff, { id, paymentId, revision: Number(form.get('revision')), form })
        return doneWithFee(c, act.done, id)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        if (error.reason === 'changed_meanwhile') return answerForm(c, act, { form, status: 409 })
        if (!error.issues) throw error
        return answerForm(c, act, { form, status: 422, faults: faultsOf(error.issues) })
      }
    })

type State = { form?: URLSearchParams; status?: 409 | 422; faults?: Faults }

async function answerForm(c: Context<Env>, act: FeeAct, { form, status, faults = faultsOf({}) }: State) {
  const opened = await viewFee(c.var.staff, { id: c.req.param('fee_id') ?? '', permission: act.permission })
  const paymentId = c.req.param('payment_id')
  const payment = opened.payments.find(({ id }) => id === paymentId)
  if (paymentId && !payment) throw new DomainError('not_found', 'The fee has no such payment.')
  const viewer = viewerOf(c)
  if (!act.isPossible(opened)) return c.html(<NotPossible {...{ act, opened, viewer }} />, form ? 409 : 200)
  const values = form ? Object.fromEntries(form) : defaultsOf(act, opened, viewer)
  const isChanged = status === 409
  return c.html(<ActPage {...{ act, opened, payment, viewer, values, ...faults, isChanged }} />, status)
}

const defaultsOf = (act: FeeAct, { fee }: OpenedFee, { staff, locale }: Viewer): Record<string, string> => ({
  amount: moneyInput(act.amountOf(fee), locale),
  paid_on: todayIn(staff.workspace.timezone, new Date()),
  method: 'bank_transfer',
  due_on: fee.due_on ?? '',
})
