import { Hono } from 'hono'
import * as z from 'zod'
import { checkCollection, collectionCheck } from '../domain/collections/check'
import {
  type Collection,
  type CollectionWithItems,
  collection,
  collectionItem,
  collectionWithItems,
} from '../domain/collections/collection'
import { discardCollection } from '../domain/collections/discard'
import { downloadCollection } from '../domain/collections/download'
import { getCollection } from '../domain/collections/get'
import { collectionsQuery, listCollections } from '../domain/collections/list'
import { newCollection } from '../domain/collections/propose'
import { newReturn, recordReturn } from '../domain/collections/record-return'
import { releaseCollection } from '../domain/collections/release'
import { removeDebit } from '../domain/collections/remove-debit'
import { settleCollection, settlement } from '../domain/collections/settle'
import { submitCollection } from '../domain/collections/submit'
import { unblockItem, unblocking } from '../domain/collections/unblock'
import { undoSettlement } from '../domain/collections/undo-settlement'
import { withReason } from '../domain/shared/with-reason'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { dataOf, jsonText, pageOf, pageWithETag } from '../http/response'
import { withPermission } from './access'

const COLLECTION_ID = {
  name: 'collection_id',
  description: 'The `id` of the collection',
  example: 'run_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const ITEM_ID = {
  name: 'item_id',
  description: 'The `id` of the debit',
  example: 'dbt_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const newCollectionQuery = z.strictObject({
  dry_run: z.enum(['true', 'false']).optional().describe('`true` only checks, and writes nothing'),
})

export const collections = new Hono<Env>()
  .get(
    '/collections',
    ...endpoint({
      id: 'readCollections',
      tag: 'Collections',
      summary: 'Read collections, page by page',
      description:
        'In the order of their release, at most 500 a page. Follow `meta.next_cursor`, or the Link header.',
      access: withPermission('fees:read'),
      query: collectionsQuery,
      paged: true,
      answers: [200, pageOf(collection), 'A page of collections'],
    }),
    async (c) => {
      const page = await listCollections(c.var.principal, { query: c.req.valid('query') })
      const items = page.collections.map((collection) => JSON.stringify(collection))
      return pageWithETag<Collection>(c, { ...page, items })
    },
  )

  .post(
    '/collections',
    ...endpoint({
      id: 'releaseCollection',
      tag: 'Collections',
      summary: 'Release fees for direct debit',
      description:
        'Writes the file (pain.008.001.08) that collects what is open of up to 10,000 fees: one debit for each account and mandate. All or none; `?dry_run=true` tells what would be collected, and what is in the way.',
      access: withPermission('collections:write'),
      query: newCollectionQuery,
      body: newCollection,
      idempotent: true,
      answers: [201, dataOf(collectionWithItems), 'The collection with its debits'],
      alsoAnswers: [200, dataOf(collectionCheck), 'What a release would do, with `dry_run=true`'],
    }),
    async (c) => {
      const [principal, body] = [c.var.principal, c.req.valid('json')]
      if (c.req.valid('query').dry_run === 'true')
        return c.json({ data: await checkCollection(principal, { body }) }, 200)
      const released = await releaseCollection(principal, { body })
      return jsonText<{ data: CollectionWithItems }, 201>(c, `{"data":${released}}`, 201)
    },
  )

  .get(
    '/collections/:collection_id',
    ...endpoint({
      id: 'readCollection',
      tag: 'Collections',
      summary: 'Read one collection',
      description:
        'With its debits and their fees, under the names and numbers of the release. A key with neither `members:read` nor `collections:write` sees the last four characters of each IBAN.',
      access: withPermission('fees:read', COLLECTION_ID),
      answers: [200, dataOf(collectionWithItems), 'The collection'],
    }),
    async (c) => c.json({ data: await getCollection(c.var.principal, { id: c.req.param('collection_id') }) }),
  )

  .get(
    '/collections/:collection_id/file',
    ...endpoint({
      id: 'readCollectionFile',
      tag: 'Collections',
      summary: 'Read the file for the bank',
      description:
        'The pain.008.001.08, byte for byte as it was released, or written again when a debit was taken out. It holds whole IBANs, so that each download is an event.',
      access: withPermission('collections:write', COLLECTION_ID),
      file: {
        type: 'application/xml',
        example: '<?xml version="1.0" encoding="UTF-8"?>\n<Document>…</Document>',
      },
      answers: [200, undefined, 'The file'],
    }),
    async (c) => {
      const file = await downloadCollection(c.var.principal, { id: c.req.param('collection_id') })
      return c.body(file.bytes, 200, {
        'Content-Type': 'application/xml',
        'Content-Disposition': `attachment; filename="${file.name}"`,
        'Repr-Digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`,
      })
    },
  )

  .post(
    '/collections/:collection_id/submission',
    ...endpoint({
      id: 'submitCollection',
      tag: 'Collections',
      summary: 'Record that the file is at the bank',
      description:
        'From here on, the collection can no longer be discarded. Refused while it has debits under mandates that were withdrawn ' +
        'since its release (`mandate_withdrawn`), or of members who have died (`debits_of_deceased`): take them out first.',
      access: withPermission('collections:write', COLLECTION_ID),
      answers: [201, dataOf(collection), 'The collection'],
    }),
    async (c) =>
      c.json({ data: await submitCollection(c.var.principal, { id: c.req.param('collection_id') }) }, 201),
  )

  .post(
    '/collections/:collection_id/settlement',
    ...endpoint({
      id: 'settleCollection',
      tag: 'Collections',
      summary: "Record the bank's credit",
      description:
        'The fees of all debits that were not returned are paid. They are booked, in a voucher for up to 1,000 fees.',
      access: withPermission('collections:write', COLLECTION_ID),
      body: settlement,
      answers: [201, dataOf(collection), 'The collection'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('collection_id'), c.req.valid('json')]
      return c.json({ data: await settleCollection(c.var.principal, { id, body }) }, 201)
    },
  )

  .delete(
    '/collections/:collection_id/settlement',
    ...endpoint({
      id: 'undoSettlement',
      tag: 'Collections',
      summary: 'Undo the settlement of a collection',
      description:
        'Its payments and vouchers are reversed, and it waits for its credit again. Refused where a bank line settled it, or a ' +
        'debit came back since.',
      access: withPermission('collections:write', COLLECTION_ID),
      answers: [200, dataOf(collection), 'The collection'],
    }),
    async (c) =>
      c.json({ data: await undoSettlement(c.var.principal, { id: c.req.param('collection_id') }) }),
  )

  .post(
    '/collections/:collection_id/discard',
    ...endpoint({
      id: 'discardCollection',
      tag: 'Collections',
      summary: 'Discard a collection',
      description: 'While its file is not at the bank. The fees are as before.',
      access: withPermission('collections:write', COLLECTION_ID),
      body: withReason,
      answers: [201, dataOf(collection), 'The collection'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('collection_id'), c.req.valid('json')]
      return c.json({ data: await discardCollection(c.var.principal, { id, body }) }, 201)
    },
  )

  .post(
    '/collections/:collection_id/returns',
    ...endpoint({
      id: 'recordReturn',
      tag: 'Collections',
      summary: 'Record that a debit came back',
      description:
        'Before or after the credit. The fees of the debit are `returned`; some reasons block further debits until the account or the mandate changes.',
      access: withPermission('collections:write', COLLECTION_ID),
      body: newReturn,
      answers: [201, dataOf(collectionItem), 'The debit'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('collection_id'), c.req.valid('json')]
      return c.json({ data: await recordReturn(c.var.principal, { id, body }) }, 201)
    },
  )

  .post(
    '/collections/:collection_id/items/:item_id/removal',
    ...endpoint({
      id: 'removeDebit',
      tag: 'Collections',
      summary: 'Take a debit out of a collection',
      description:
        'While its file is not at the bank. The fees of the debit are as before, and a new collection may have them. The file is ' +
        'written again without the debit: read it again before you submit it. Its `message_id` stays, and `item_count`, `amount` and ' +
        '`sha256` are those of the new file. The last debit discards the collection.',
      access: withPermission('collections:write', COLLECTION_ID, ITEM_ID),
      body: withReason,
      answers: [201, dataOf(collection), 'The collection'],
    }),
    async (c) => {
      const [id, itemId] = [c.req.param('collection_id'), c.req.param('item_id')]
      return c.json(
        { data: await removeDebit(c.var.principal, { id, itemId, body: c.req.valid('json') }) },
        201,
      )
    },
  )

  .post(
    '/collections/:collection_id/items/:item_id/unblocking',
    ...endpoint({
      id: 'unblockItem',
      tag: 'Collections',
      summary: 'Allow debits again that a return blocks',
      description: 'With a note that says why.',
      access: withPermission('collections:write', COLLECTION_ID, ITEM_ID),
      body: unblocking,
      answers: [201, dataOf(collectionItem), 'The debit'],
    }),
    async (c) => {
      const [id, itemId] = [c.req.param('collection_id'), c.req.param('item_id')]
      const item = await unblockItem(c.var.principal, { id, itemId, body: c.req.valid('json') })
      return c.json({ data: item }, 201)
    },
  )
