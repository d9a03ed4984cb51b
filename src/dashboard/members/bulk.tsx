import { type Context, Hono } from 'hono'
import type { ListId } from '../../domain/access/lists'
import { columnKey } from '../../domain/custom-columns/column'
import type { ListContext } from '../../domain/custom-columns/query-list'
import { readBrowseQuery } from '../../domain/persons/browse-query'
import { bulkArrays, bulkFields } from '../../domain/persons/bulk/act'
import { type BulkKind, type BulkPreview, previewBulk } from '../../domain/persons/bulk/preview'
import { runBulk } from '../../domain/persons/bulk/run'
import type { Selection } from '../../domain/persons/bulk/selection'
import { exportSelection } from '../../domain/persons/csv/export-selection'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { csvFile } from '../../http/response'
import type { Locale } from '../../ui/i18n/locale'
import { parseChanges } from '../../ui/person-fields/parse'
import { fileOrProof } from '../file-or-proof'
import { viewerOf } from '../layout'
import { answerMandateForms } from '../mandates/print'
import { ChooseField, NoneSelected } from './bulk-choose'
import { BulkConfirm, type Carried, personField, TYPED_ABOVE, typedIn } from './bulk-confirm'
import { listOf, listPath } from './page-query'

/** Acts on many persons: the list posts a selection, a page asks, and its button does it. */
export const personBulk = new Hono<Env>()
  .post('/:workspace/:list{(?:members|contacts)}/bulk', async (c) => {
    const form = await readForm(c)
    const list = listOf(c)
    const selection = selectionOf(form)
    // The button of a page comes behind its hidden fields.
    const action = form.getAll('action').at(-1) ?? null
    if (action === 'export') return answerExport(c, form, { list, selection })
    if (action === 'print') return answerPrint(c, form, { list, selection })
    return answerConfirm(c, { list, selection, form, act: kindOf(action) })
  })
  .post('/:workspace/:list{(?:members|contacts)}/bulk/run', async (c) => {
    const form = await readForm(c)
    const list = listOf(c)
    return answerRun(c, { list, selection: selectionOf(form), form, act: kindOf(form.get('action')) })
  })

type Asked = { list: ListId; selection: Selection; form: URLSearchParams; act: BulkKind | undefined }

/** The persons that a form names: those that were chosen, or all that match the query of the list. */
const selectionOf = (form: URLSearchParams): Selection =>
  form.get('scope') === 'all'
    ? { query: readBrowseQuery(Object.fromEntries(new URLSearchParams(form.get('query') ?? ''))) }
    : { ids: form.getAll('id') }

const ACT = /^(?:(set|add|remove):([\w-]+)|(end)|(delete))$/

/** The act that a button names: `end`, `delete`, or one with a field such as `set:shirt`. */
function kindOf(action: string | null): BulkKind | undefined {
  const [, kind, field, end] = ACT.exec(action ?? '') ?? []
  if (kind && field) return { kind: kind as 'set' | 'add' | 'remove', field }
  if (end) return { kind: 'end' }
  return action === 'delete' ? { kind: 'delete' } : undefined
}

/** Answers with a file, or leads to the page of the proof and from there back to the list. */
async function answerExport(
  c: Context<Env>,
  form: URLSearchParams,
  asked: Pick<Asked, 'list' | 'selection'>,
) {
  const query = new URLSearchParams(form.get('query') ?? '')
  return fileOrProof(c, {
    page: () => listPath(viewerOf(c).staff.workspace, asked.list, '', query),
    file: async () => csvFile(c, await exportSelection(c.var.staff, asked), asked.list),
  })
}

/** Answers with the forms for the mandates of the selected persons. */
async function answerPrint(c: Context<Env>, form: URLSearchParams, asked: Pick<Asked, 'list' | 'selection'>) {
  const query = new URLSearchParams(form.get('query') ?? '')
  return answerMandateForms(c, {
    ...asked,
    backHref: () => listPath(viewerOf(c).staff.workspace, asked.list, '', query),
  })
}

/** Answers with the page that asks: which field, or whether to do it. */
async function answerConfirm(
  c: Context<Env>,
  asked: Asked,
  state: { issues?: Issues; status?: 409 | 422 } = {},
) {
  const { list, selection, act = { kind: 'set', field: '' } } = asked
  const preview = await previewBulk(c.var.staff, { list, selection, act })
  return confirmPage(c, asked, preview, state)
}

function confirmPage(
  c: Context<Env>,
  { list, selection, form, act }: Asked,
  preview: BulkPreview,
  { issues = {}, status }: { issues?: Issues; status?: 409 | 422 },
) {
  const viewer = viewerOf(c)
  const carried = carriedBy(form, selection)
  const props = { viewer, list, preview, carried }
  if (preview.count === 0) return c.html(<NoneSelected {...props} />, 422)
  if (!act || !isPossible(act, preview.context)) return c.html(<ChooseField {...props} />)
  const isChanged = status === 409
  return c.html(
    <BulkConfirm {...props} act={act} form={form} issues={issues} isChanged={isChanged} />,
    status,
  )
}

const isPossible = ({ kind, field = '' }: BulkKind, context: ListContext): boolean => {
  if (kind === 'set') return bulkFields(context).includes(field)
  if (kind === 'end') return context.list === 'members'
  return kind === 'delete' || bulkArrays(context).some((column) => columnKey(column) === field)
}

/** What the form of a page carries of the selection to the next one. */
const carriedBy = (form: URLSearchParams, selection: Selection): Carried => ({
  query: form.get('query') ?? '',
  ...('ids' in selection ? { ids: selection.ids } : { scope: 'all' }),
})

/** Does the act, and leads back to the list; shows the page again if the value or the selection is not right. */
async function answerRun(c: Context<Env>, asked: Asked) {
  const { list, selection, form, act } = asked
  if (!act) return answerConfirm(c, asked)
  const [count = ''] = (form.get('bulk.mark') ?? '').split('.')
  if (isTypedWrong(form, count, act))
    return answerConfirm(c, asked, { issues: { typed: [{ code: 'missing' }] }, status: 422 })
  const confirmed = {
    list,
    selection,
    act,
    valueIn: (context: ListContext) => typedValue(form, act, context, viewerOf(c).locale),
    reason: act.kind === 'end' ? reasonIn(form) : undefined,
    mark: form.get('bulk.mark') ?? '',
    seal: form.get('bulk.seal') ?? '',
  }
  try {
    const outcome = await runBulk(c.var.staff, confirmed)
    if (outcome.outcome === 'selection_changed')
      return confirmPage(c, asked, outcome.preview, { status: 409 })
    const query = new URLSearchParams(form.get('query') ?? '')
    return done(c, act.kind === 'delete' ? 'deleted' : 'changed', {
      to: listPath(viewerOf(c).staff.workspace, list, '', query),
      batch: outcome.batchId,
      numbers: { count: outcome.changed },
    })
  } catch (error) {
    if (!(error instanceof DomainError && error.issues)) throw error
    return answerConfirm(c, asked, { issues: error.issues, status: 422 })
  }
}

/** The value of an act as its form has it: null if the input of a field is empty. */
function typedValue(
  form: URLSearchParams,
  { kind, field = '' }: BulkKind,
  context: ListContext,
  locale: Locale,
) {
  if (kind !== 'set') return form.get('bulk.value') ?? ''
  const changes = parseChanges(typedIn(form), { fields: [personField(field, context)], person: {} }, locale)
  return changes[field] ?? null
}

/** Why memberships end, as a form says it; undefined for one that does not ask. */
const reasonIn = (form: URLSearchParams) =>
  form.has('leave_reason')
    ? { reason: form.get('leave_reason') || null, note: form.get('leave_note')?.trim() || null }
    : undefined

const isTypedWrong = (form: URLSearchParams, count: string, { kind }: BulkKind): boolean =>
  kind === 'delete' && Number(count) > TYPED_ABOVE && form.get('bulk.typed')?.replace(/\D/g, '') !== count
