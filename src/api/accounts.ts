import { Hono } from 'hono'
import * as z from 'zod'
import { account } from '../domain/book/accounts/account'
import {
  accountBalance,
  enterBalance,
  listBalances,
  newBalance,
  removeBalance,
} from '../domain/book/accounts/bank-balances'
import {
  type CashCount,
  cashCount,
  countCash,
  countsQuery,
  newCount,
  viewCounts,
} from '../domain/book/accounts/count-cash'
import { createAccount, newAccount } from '../domain/book/accounts/create'
import { listAccounts } from '../domain/book/accounts/list'
import { accountChange, updateAccount } from '../domain/book/accounts/update'
import { reconcile } from '../domain/book/reconciliation/reconcile'
import { reconciliation, reconciliationQuery } from '../domain/book/reconciliation/reconciliation'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { dataOf, pageOf, pageWithETag } from '../http/response'
import { withPermission } from './access'

const ACCOUNT_ID = {
  name: 'account_id',
  description: 'The `id` of the account',
  example: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const BALANCE_ON = { name: 'balance_on', description: 'The day of the balance', example: '2026-01-31' }

export const accounts = new Hono<Env>()
  .get(
    '/accounts',
    ...endpoint({
      id: 'readAccounts',
      tag: 'Cash book',
      summary: 'Read accounts and their balances',
      description: 'Bank accounts and cash boxes in the order of creation, the archived ones too.',
      access: withPermission('bookkeeping:read'),
      answers: [200, dataOf(z.array(account)), 'All accounts'],
    }),
    async (c) => c.json({ data: await listAccounts(c.var.principal) }),
  )

  .post(
    '/accounts',
    ...endpoint({
      id: 'createAccount',
      tag: 'Cash book',
      summary: 'Create an account',
      description: 'A bank account or a cash box, 50 at most, with what is on it when its book begins.',
      access: withPermission('bookkeeping:write'),
      body: newAccount,
      idempotent: true,
      answers: [201, dataOf(account), 'The account'],
    }),
    async (c) => c.json({ data: await createAccount(c.var.principal, { body: c.req.valid('json') }) }, 201),
  )

  .patch(
    '/accounts/:account_id',
    ...endpoint({
      id: 'changeAccount',
      tag: 'Cash book',
      summary: 'Rename, archive or restore an account, correct its opening',
      description:
        'Absent keys stay. The opening is fixed once the account has vouchers, and the IBAN once statements were imported.',
      access: withPermission('bookkeeping:write', ACCOUNT_ID),
      body: accountChange,
      answers: [200, dataOf(account), 'The account as it now is'],
    }),
    async (c) => {
      const update = { id: c.req.param('account_id'), body: c.req.valid('json') }
      return c.json({ data: await updateAccount(c.var.principal, update) })
    },
  )

  .get(
    '/accounts/:account_id/reconciliation',
    ...endpoint({
      id: 'reconcileAccount',
      tag: 'Cash book',
      summary: 'Compare a bank account with the book',
      description:
        'The balances of bank and book at the end of a day, and all reasons why they differ, which add up to the difference.',
      access: withPermission('bookkeeping:read', ACCOUNT_ID),
      query: reconciliationQuery,
      answers: [200, dataOf(reconciliation), 'Bank and book'],
    }),
    async (c) => {
      const asked = { accountId: c.req.param('account_id'), on: c.req.valid('query').on }
      return c.json({ data: await reconcile(c.var.principal, asked) })
    },
  )

  .get(
    '/accounts/:account_id/balances',
    ...endpoint({
      id: 'readAccountBalances',
      tag: 'Cash book',
      summary: 'Read the entered balances of a bank account',
      description: 'The balances that somebody entered from paper, the newest day first, at most 500.',
      access: withPermission('bookkeeping:read', ACCOUNT_ID),
      answers: [200, dataOf(z.array(accountBalance)), 'The balances'],
    }),
    async (c) =>
      c.json({ data: await listBalances(c.var.principal, { accountId: c.req.param('account_id') }) }),
  )

  .put(
    '/accounts/:account_id/balances/:balance_on',
    ...endpoint({
      id: 'enterAccountBalance',
      tag: 'Cash book',
      summary: 'Enter the balance of a bank account from paper',
      description:
        'What was on the account at the end of a day, for an account without statements. Nothing is booked. A day has one balance.',
      access: withPermission('bookkeeping:write', ACCOUNT_ID, BALANCE_ON),
      body: newBalance,
      answers: [200, dataOf(accountBalance), 'The balance'],
    }),
    async (c) => {
      const { account_id: accountId, balance_on: day } = c.req.param()
      const data = await enterBalance(c.var.principal, { accountId, day, body: c.req.valid('json') })
      return c.json({ data })
    },
  )

  .delete(
    '/accounts/:account_id/balances/:balance_on',
    ...endpoint({
      id: 'removeAccountBalance',
      tag: 'Cash book',
      summary: 'Remove an entered balance',
      description: 'The day is compared by the balance before it again.',
      access: withPermission('bookkeeping:write', ACCOUNT_ID, BALANCE_ON),
      answers: [204, undefined, 'The balance is removed'],
    }),
    async (c) => {
      const { account_id: accountId, balance_on: day } = c.req.param()
      await removeBalance(c.var.principal, { accountId, day })
      return c.body(null, 204)
    },
  )

  .get(
    '/accounts/:account_id/counts',
    ...endpoint({
      id: 'readCashCounts',
      tag: 'Cash book',
      summary: 'Read the counts of a cash box, page by page',
      description: 'In the order of their recording, at most 500 a page.',
      access: withPermission('bookkeeping:read', ACCOUNT_ID),
      query: countsQuery,
      paged: true,
      answers: [200, pageOf(cashCount), 'A page of counts'],
    }),
    async (c) => {
      const request = { id: c.req.param('account_id'), query: c.req.valid('query') }
      const page = await viewCounts(c.var.principal, request)
      return pageWithETag<CashCount>(c, { ...page, items: page.counts.map((count) => JSON.stringify(count)) })
    },
  )

  .post(
    '/accounts/:account_id/counts',
    ...endpoint({
      id: 'countCash',
      tag: 'Cash book',
      summary: 'Record a count of cash',
      description:
        'What was in the cash box at the end of a day, and what the book expects. Nothing is booked.',
      access: withPermission('bookkeeping:write', ACCOUNT_ID),
      body: newCount,
      idempotent: true,
      answers: [201, dataOf(cashCount), 'The count'],
    }),
    async (c) => {
      const count = { id: c.req.param('account_id'), body: c.req.valid('json') }
      return c.json({ data: await countCash(c.var.principal, count) }, 201)
    },
  )
