import { type Context, Hono } from 'hono'
import { confirmLine } from '../../../domain/bank/confirm/confirm'
import { searchFees } from '../../../domain/bank/lines/search-fees'
import type { Issues } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { parseMoney } from '../../../ui/i18n/money'
import { attempt } from '../../attempt'
import { viewerOf } from '../../layout'
import { doneWithLines, linePath, refusedAtLine } from '../paths'
import { revisionIn } from './acts'
import { FeesPage } from './fees-page'
import { codeOf } from './refusal'
import { type PartValue, partsIn, readSplit, type SplitQuery, splitQuery } from './split-query'

const FEES = '/:workspace/bank/lines/:line_id/fees'

/** The page that finds the fees of a line, and divides the line among them. */
export const feesOfLinePage = new Hono<Env>()
  .get(FEES, async (c) => c.html(await page(c, readSplit(c.req.url))))

  .post(FEES, async (c) => {
    const form = await readForm(c)
    const id = c.req.param('line_id')
    const [act = '', feeId = ''] = (form.get('do') ?? '').split(':')
    const [parts, at] = [partsIn(form), form.get('at') ?? '']
    if (act !== 'confirm') {
      const query = { search: form.get('q') ?? '', parts: changed(parts, act, feeId), at }
      await load(c, { search: '', parts: [], at }, true)
      const viewer = viewerOf(c)
      return c.redirect(`${linePath(viewer, id, '/fees')}${splitQuery(query)}`, 303)
    }
    const outcome = await attempt(() => confirmLine(c.var.staff, { id, body: bodyOf(form, parts) }))
    if ('result' in outcome) return doneWithLines(c, 'confirmed', { line: id, at })
    const isOfParts = Object.keys(outcome.issues).some((path) => path.startsWith('parts'))
    if (!isOfParts) return refusedAtLine(c, codeOf(outcome), id)
    return c.html(await page(c, { search: '', parts, at }, outcome.issues), 422)
  })

/** The parts after a button was pressed that adds a fee or removes one. */
function changed(parts: PartValue[], act: string, feeId: string): PartValue[] {
  if (act === 'remove') return parts.filter((part) => part.feeId !== feeId)
  return act === 'add' ? [...parts, { feeId, text: '' }] : parts
}

/** The confirmation of parts, negative ones where the money of the line goes out; null if an amount is none. */
function bodyOf(form: URLSearchParams, parts: PartValue[]) {
  const sign = form.get('sign') === '-' ? -1 : 1
  const amountOf = (text: string) => {
    const cents = parseMoney(text)
    return cents === undefined ? null : sign * cents
  }
  return {
    ...revisionIn(form),
    parts: parts.map(({ feeId: fee_id, text }) => ({ fee_id, amount: amountOf(text) })),
  }
}

/** Searches; without a text for the name on the line, but on the way back from a form. */
const load = (c: Context<Env>, { search, parts }: SplitQuery, isForm: boolean) =>
  searchFees(c.var.staff, {
    id: c.req.param('line_id') ?? '',
    text: search === '' && !isForm ? null : search,
    amount: parseMoney(search) ?? null,
    chosenIds: parts.map(({ feeId }) => feeId),
  })

async function page(c: Context<Env>, query: SplitQuery, issues?: Issues) {
  const found = await load(c, query, issues !== undefined)
  return <FeesPage {...{ found, query, issues }} viewer={viewerOf(c)} />
}
