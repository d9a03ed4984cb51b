import { addDays } from '../domain/shared/dates.ts'
import { inDays } from './demo/days.ts'

/** Sends a request to the API, and returns what is in `data` of the answer. Throws if the answer is no success. */
export type Send = <Data = unknown>(method: string, path: string, body?: object) => Promise<Data>

/** A collection that was released. */
export type Collection = {
  id: string
  amount: number
  message_id: string
  items: { id: string; reference: string; debtor_name: string }[]
}

/** Releases fees for the first day, from two weeks on, on which the banks work. */
export const release = (send: Send, fee_ids: string[]): Promise<Collection> =>
  onBankDay((collection_date) => send('POST', '/collections', { fee_ids, collection_date }))

/** Does what takes a date on the first day, from two weeks on, for which it is not refused. */
export async function onBankDay<Result>(act: (date: string) => Promise<Result>): Promise<Result> {
  let refusal: unknown
  for (let days = 15; days < 23; days++)
    try {
      return await act(inDays(days))
    } catch (error) {
      refusal = error
    }
  throw refusal
}

/** Runs SQL on the database of the service. */
export type RunSql = (text: string) => Promise<unknown>

/**
 * SQL that moves collections to the past, so that the bank collected them on a date: the API releases none for a day
 * that has gone by, and records no credit before. The stored files keep the date that they were released for.
 */
export const collectedSql = (ids: string[], date: string): string => `
UPDATE collections SET collection_date = '${date}', created_at = '${addDays(date, -16)}T18:30:00.000Z',
  submitted_at = '${addDays(date, -15)}T18:30:00.000Z'
WHERE id IN (${ids.map((id) => `'${id}'`).join(', ')});
`
