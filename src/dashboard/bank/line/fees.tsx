import { type Context, Hono } from 'hono'
import { confirmLine } from '../../../domain/bank/confirm/confirm'
import { searchFees } from '../../../domain/bank/lines/search-fees'
import type { Issues } from '../../../domain/shared/errors'
import type { Env } from '../../../env'
import { readForm } from '../../../http/forms'
import { parseMoney } from '../../../ui/i18n/money'
import { attempt } from '../../attempt'
import { viewerOf } from '../../layout'
import { doneWithLines, refusedAtLine } from '../paths'
import { revisionIn } from './acts'
import { FeesPage } from './fees-page'
import { codeOf } from './refusal'
import { readSplit, type SplitQuery } from './split-query'

const FEES = '/:workspace/bank/lines/:line_id/fees'

/** The page that finds the fees of a line, and divides the line among those that are ticked. */
export const feesOfLinePage = new Hono<Env>()
  .get(FEES, async (c) => c.html(await page(c, readSplit(new URL(c.req.url).searchParams))))

  .post(FEES, async (c) => {
    const form = await readForm(c)
    const id = c.req.param('line_id')
    const sent = readSplit(form)
    const outcome = await attempt(() => confirmLine(c.var.staff, { id, body: bodyOf(form, sent) }))
    if ('result' in outcome) return doneWithLines(c, 'confirmed', { line: id, at: sent.at })
    const isOfParts = Object.keys(outcome.issues).some((path) => path.startsWith('parts'))
    if (!isOfParts) return refusedAtLine(c, codeOf(outcome), id)
    return c.html(await page(c, sent, outcome.issues), 422)
  })

/** The confirmation of what is ticked, with negative parts where the money of the line goes out; null if an amount is none. */
function bodyOf(form: URLSearchParams, { ticked, texts }: SplitQuery) {
  const sign = form.get('sign') === '-' ? -1 : 1
  const amountOf = (text: string) => {
    const cents = parseMoney(text)
    return cents === undefined ? null : sign * cents
  }
  return {
    ...revisionIn(form),
    parts: ticked.map((fee_id) => ({ fee_id, amount: amountOf(texts.get(fee_id) ?? '') })),
  }
}

/** Without a search, fees are found by what the line says. */
async function page(c: Context<Env>, sent: SplitQuery, issues?: Issues) {
  const { search, ticked } = sent
  const found = await searchFees(c.var.staff, {
    id: c.req.param('line_id') ?? '',
    text: search === '' ? null : search,
    amount: parseMoney(search) ?? null,
    chosenIds: ticked,
  })
  return <FeesPage {...{ found, sent, issues }} viewer={viewerOf(c)} />
}
