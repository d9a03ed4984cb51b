import { type Context, Hono } from 'hono'
import { parseFeeQuery } from '../../../domain/fees/browse-query'
import { FEE_ACTS, type FeeActKind } from '../../../domain/payments/bulk/act'
import { previewFees, type ReadFees } from '../../../domain/payments/bulk/preview'
import { runFees } from '../../../domain/payments/bulk/run'
import type { FeeSelection } from '../../../domain/payments/bulk/selection'
import type { Env } from '../../../env'
import { done } from '../../../http/done'
import { readForm } from '../../../http/forms'
import { attempt } from '../../attempt'
import { viewerOf } from '../../layout'
import { pathIn } from '../../paths'
import { refusedIn, withPaths } from '../../refusals'
import type { Refused } from '../../refused-fields'
import { bulkTexts } from '../bulk-texts'
import { bulkNumbers } from '../done'
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
async function answerConfirm(c: Context<Env>, asked: Asked, refused?: Refused) {
  const selection = selectionOf(carriedBy(asked.form))
  const preview = await previewFees(c.var.staff, { selection, act: asked.act })
  return confirmPage(c, asked, preview, { refused })
}

function confirmPage(
  c: Context<Env>,
  { form, act }: Asked,
  preview: ReadFees,
  { refused, isChanged = false }: { refused?: Refused | undefined; isChanged?: boolean },
) {
  const props = { viewer: viewerOf(c), act, preview, carried: carriedBy(form), isChanged }
  const status = isChanged ? 409 : refused ? 422 : 200
  if (preview.count === 0) return c.html(<NothingToDo {...props} />, isChanged ? 409 : 422)
  return c.html(<BulkConfirm {...props} form={form} refused={refused} />, status)
}

/** Does the act, and leads back to the list; shows the page again if the input or the fees are not right. */
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
  const outcome = await attempt(() => runFees(c.var.staff, confirmed))
  if ('issues' in outcome) {
    const viewer = viewerOf(c)
    return answerConfirm(
      c,
      asked,
      refusedIn(withPaths(outcome, fieldOf), bulkTexts(viewer.locale).fields, viewer),
    )
  }
  const { result } = outcome
  if (result.outcome === 'changed') return confirmPage(c, asked, result.preview, { isChanged: true })
  const to = feesPath(viewerOf(c), new URLSearchParams(carried.query))
  return done(c, act, { to, numbers: bulkNumbers({ ...result.preview, at: c.var.staff.now.getTime() }) })
}

/** The field that asks for what a path names. */
function fieldOf(path: string): string {
  if (path === 'set_off') return 'account_id'
  return path === 'category_name' ? 'costunit_name' : path
}
