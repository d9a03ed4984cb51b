import { type Context, Hono } from 'hono'
import { parseFeeQuery } from '../../../domain/fees/browse-query'
import { FEE_ACTS, type FeeActKind } from '../../../domain/payments/bulk/act'
import { previewFees, type ReadFees } from '../../../domain/payments/bulk/preview'
import { runFees } from '../../../domain/payments/bulk/run'
import type { FeeSelection } from '../../../domain/payments/bulk/selection'
import { DomainError, type Issues } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { viewerOf } from '../../layout'
import { pathIn } from '../../paths'
import { doneParameters } from '../done'
import { feesPath } from '../path'
import { BulkConfirm, NothingToDo } from './confirm'
import { inputOf } from './fields'
import { type Carried, SCOPES } from './parts'

/** Acts on many fees: the list posts a selection, a page asks, and its button does it. */
export const feeBulk = new Hono<Env>()
  .post('/:workspace/fees/bulk', async (c) => {
    const form = await readForm(c)
    // The button of a page comes behind its hidden fields.
    const action = form.getAll('action').at(-1)
    if (action === 'collect') return toDirectDebits(c, carriedBy(form))
    if (action === 'remind') return toReminders(c, carriedBy(form))
    return answerConfirm(c, { form, act: actOf(action) })
  })
  .post('/:workspace/fees/bulk/run', async (c) => {
    const form = await readForm(c)
    return answerRun(c, { form, act: actOf(form.get('action')) })
  })

type Asked = { form: URLSearchParams; act: FeeActKind }

const actOf = (action: string | null | undefined): FeeActKind =>
  FEE_ACTS.find((act) => act === action) ?? 'pay'

/** What the form of a page carries of the selection to the next one. */
function carriedBy(form: URLSearchParams): Carried {
  const scope = SCOPES.find((known) => known === form.get('scope')) ?? 'chosen'
  const ids = scope === 'chosen' ? form.getAll('id') : []
  return { query: form.get('query') ?? '', scope, ids, at: form.get('at') ?? '' }
}

function selectionOf({ query, scope, ids, at }: Carried): FeeSelection {
  if (scope === 'paid') return { paidAt: Number(/^\d{1,14}$/.exec(at)?.[0] ?? 0) }
  return scope === 'all' ? { query: parseFeeQuery(query) } : { ids }
}

/** Leads to the page that prepares direct debits, with the chosen fees, or with the query of the list. */
function toDirectDebits(c: Context<Env>, { query, scope, ids }: Carried) {
  const address = new URLSearchParams(scope === 'all' ? query : ids.map((id) => ['id', id]))
  if (scope === 'all') address.set('scope', 'all')
  const workspace = { id: c.req.param('workspace') ?? '', portalSlug: null }
  return c.redirect(pathIn(workspace, `/direct-debits/new?${address}`), 303)
}

/** Leads to the review of reminders, with the chosen fees; with all that are due where all of the list were chosen. */
function toReminders(c: Context<Env>, { scope, ids }: Carried) {
  const address = new URLSearchParams(scope === 'all' ? [] : ids.map((id) => ['id', id]))
  const workspace = { id: c.req.param('workspace') ?? '', portalSlug: null }
  return c.redirect(pathIn(workspace, `/mails/reminders${address.size > 0 ? `?${address}` : ''}`), 303)
}

/** Answers with the page that asks. */
async function answerConfirm(c: Context<Env>, asked: Asked, issues: Issues = {}) {
  const selection = selectionOf(carriedBy(asked.form))
  const preview = await previewFees(c.var.staff, { selection, act: asked.act })
  return confirmPage(c, asked, preview, { issues })
}

function confirmPage(
  c: Context<Env>,
  { form, act }: Asked,
  preview: ReadFees,
  { issues = {}, isChanged = false }: { issues?: Issues; isChanged?: boolean },
) {
  const props = { viewer: viewerOf(c), act, preview, carried: carriedBy(form), isChanged }
  const refused = isChanged ? 409 : Object.keys(issues).length > 0 ? 422 : 200
  if (preview.count === 0) return c.html(<NothingToDo {...props} />, isChanged ? 409 : 422)
  return c.html(<BulkConfirm {...props} form={form} issues={issues} />, refused)
}

/** Does the act, and leads back to the list; shows the page again where the input or the fees are not right. */
async function answerRun(c: Context<Env>, asked: Asked) {
  const { form, act } = asked
  const carried = carriedBy(form)
  const confirmed = {
    selection: selectionOf(carried),
    act,
    mark: form.get('mark') ?? '',
    seen: Number(form.get('seen')) || 0,
    input: inputOf(act, form),
  }
  try {
    const { outcome, preview } = await runFees(c.var.staff, confirmed)
    if (outcome === 'changed') return confirmPage(c, asked, preview, { isChanged: true })
    const address = new URLSearchParams(carried.query)
    for (const [name, value] of doneParameters({ act, ...preview, at: c.var.staff.now.getTime() }))
      address.set(name, value)
    return c.redirect(feesPath(viewerOf(c), address), 303)
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    const { set_off, ...issues } = error.issues
    // The choice of accounts says it, too.
    return answerConfirm(c, asked, set_off ? { ...issues, account_id: set_off } : issues)
  }
}
