import { Hono } from 'hono'
import { type Bookings, bookings, bookLines, newBookings } from '../domain/bank/confirm/book-lines'
import { confirmLine } from '../domain/bank/confirm/confirm'
import { ignoreLine, restoreLine } from '../domain/bank/confirm/ignore'
import {
  confirmSeveral,
  type LinesConfirmed,
  lineConfirmations,
  linesConfirmed,
} from '../domain/bank/confirm/several'
import { loosenLine } from '../domain/bank/confirm/undo'
import { bookingsUndone, loosenBookings } from '../domain/bank/confirm/undo-bookings'
import { type BankLine, bankLine } from '../domain/bank/lines/bank-line'
import { lineConfirmation } from '../domain/bank/lines/confirmation'
import { getLine } from '../domain/bank/lines/get'
import { bankLinesQuery, listLines } from '../domain/bank/lines/list'
import { type SuggestedBankLine, suggestedLine, toApi, wholeLine } from '../domain/bank/lines/suggested-line'
import type { Reason } from '../domain/bank/suggest/suggestion'
import { withReason } from '../domain/shared/with-reason'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { dataOf, jsonText, pageOf, pageWithETag } from '../http/response'
import { bankReason } from '../ui/i18n/bank-reasons'
import { supportedLocale } from '../ui/i18n/locale'
import { withPermission } from './access'

const LINE_ID = {
  name: 'line_id',
  description: 'The `id` of the bank line',
  example: 'lin_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const BOOKINGS_ID = {
  name: 'bookings_id',
  description: 'The `id` of what was booked together',
  example: 'bkg_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

/** The words for reasons in the language of a workspace. */
function wordsIn(locale: string) {
  const supported = supportedLocale([locale])
  return (reason: Reason) => bankReason(reason, supported)
}

export const bankLines = new Hono<Env>()
  .get(
    '/bank_lines',
    ...endpoint({
      id: 'readBankLines',
      tag: 'Bank',
      summary: 'Read bank lines, page by page',
      description:
        'In the order of their days, at most 500 a page, each open one with what it may be. Follow `meta.next_cursor`.',
      access: withPermission('bookkeeping:read'),
      query: bankLinesQuery,
      paged: true,
      answers: [200, pageOf(suggestedLine), 'A page of bank lines'],
    }),
    async (c) => {
      const page = await listLines(c.var.principal, { query: c.req.valid('query') })
      const words = wordsIn(page.locale)
      const items = page.lines.map((line) => JSON.stringify(toApi(line, words)))
      return pageWithETag<SuggestedBankLine>(c, { ...page, items })
    },
  )

  .get(
    '/bank_lines/:line_id',
    ...endpoint({
      id: 'readBankLine',
      tag: 'Bank',
      summary: 'Read one bank line',
      description: 'With what it may be, or what was made of it.',
      access: withPermission('bookkeeping:read', LINE_ID),
      answers: [200, dataOf(wholeLine), 'The line'],
    }),
    async (c) => {
      const { parts, voucher_ids, locale, ...line } = await getLine(c.var.principal, {
        id: c.req.param('line_id'),
      })
      return c.json({ data: { ...toApi(line, wordsIn(locale)), parts, voucher_ids } })
    },
  )

  .post(
    '/bank_lines/:line_id/confirmation',
    ...endpoint({
      id: 'confirmBankLine',
      tag: 'Bank',
      summary: 'Confirm what a bank line is',
      description:
        'Names the fees that it pays (or, with negative amounts, refunds), the collection that it credits or the direct debits that it returns, and what its rest is booked to. An empty object takes the suggestion, also one to book the line as last time, as it is at that moment: to confirm what was read, send its `parts`, `booking` or ids. What is confirmed is booked.',
      access: withPermission('bank:write', LINE_ID),
      body: lineConfirmation,
      idempotent: true,
      answers: [201, dataOf(bankLine), 'The line'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('line_id'), c.req.valid('json')]
      const line = await confirmLine(c.var.principal, { id, body })
      return jsonText<{ data: BankLine }, 201>(c, `{"data":${line}}`, 201)
    },
  )

  .delete(
    '/bank_lines/:line_id/confirmation',
    ...endpoint({
      id: 'loosenBankLine',
      tag: 'Bank',
      summary: 'Undo the confirmation of a bank line',
      description:
        'Reverses its payments and vouchers, and what it did to direct debits. The line is open again.',
      access: withPermission('bank:write', LINE_ID),
      answers: [200, dataOf(bankLine), 'The line'],
    }),
    async (c) => c.json({ data: await loosenLine(c.var.principal, { id: c.req.param('line_id') }) }),
  )

  .post(
    '/bank_lines/confirmations',
    ...endpoint({
      id: 'confirmSeveralBankLines',
      tag: 'Bank',
      summary: 'Confirm several bank lines at once',
      description:
        'Those that are certain, at most 500 a request, the oldest first: `left` says how many more there are. Or the `lines` that the request names, as they are suggested: all of them, or none if one has changed since it was read. Each can be undone by itself.',
      access: withPermission('bank:write'),
      body: lineConfirmations,
      idempotent: true,
      answers: [201, dataOf(linesConfirmed), 'How many were confirmed'],
    }),
    async (c) => {
      const result = await confirmSeveral(c.var.principal, { body: c.req.valid('json') })
      return jsonText<{ data: LinesConfirmed }, 201>(c, `{"data":${result}}`, 201)
    },
  )

  .post(
    '/bank_line_bookings',
    ...endpoint({
      id: 'bookBankLines',
      tag: 'Bank',
      summary: 'Book bank lines together',
      description:
        'Up to 500 lines, all or none, each as a whole. A line without a `booking` takes the suggestion to book it, as it is at that moment.',
      access: withPermission('bank:write'),
      body: newBookings,
      idempotent: true,
      answers: [201, dataOf(bookings), 'What was booked, and the id that undoes it'],
    }),
    async (c) => {
      const booked = await bookLines(c.var.principal, { body: c.req.valid('json') })
      return jsonText<{ data: Bookings }, 201>(c, `{"data":${booked}}`, 201)
    },
  )

  .delete(
    '/bank_line_bookings/:bookings_id',
    ...endpoint({
      id: 'undoBankLineBookings',
      tag: 'Bank',
      summary: 'Undo what was booked together',
      description:
        'Reverses the vouchers of all lines that are still booked by it, or of none. The lines are open again.',
      access: withPermission('bank:write', BOOKINGS_ID),
      answers: [200, dataOf(bookingsUndone), 'How many lines are open again'],
    }),
    async (c) => {
      const lines = await loosenBookings(c.var.principal, { id: c.req.param('bookings_id') })
      return c.json({ data: { lines } })
    },
  )

  .post(
    '/bank_lines/:line_id/ignoring',
    ...endpoint({
      id: 'ignoreBankLine',
      tag: 'Bank',
      summary: 'Ignore a bank line',
      description: 'The line leaves the inbox and is not booked.',
      access: withPermission('bank:write', LINE_ID),
      body: withReason,
      answers: [201, dataOf(bankLine), 'The line'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('line_id'), c.req.valid('json')]
      return c.json({ data: await ignoreLine(c.var.principal, { id, body }) }, 201)
    },
  )

  .delete(
    '/bank_lines/:line_id/ignoring',
    ...endpoint({
      id: 'restoreBankLine',
      tag: 'Bank',
      summary: 'Put an ignored bank line back',
      description: 'The line is open again.',
      access: withPermission('bank:write', LINE_ID),
      answers: [200, dataOf(bankLine), 'The line'],
    }),
    async (c) => c.json({ data: await restoreLine(c.var.principal, { id: c.req.param('line_id') }) }),
  )
