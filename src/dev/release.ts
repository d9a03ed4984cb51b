import { inDays } from './demo/days.ts'

/** Sends a request to the API, and gives what is in `data` of the answer. Throws where the answer is no success. */
export type Send = <Data = unknown>(method: string, path: string, body?: object) => Promise<Data>

/** A collection that was released. */
export type Collection = {
  id: string
  message_id: string
  items: { id: string; reference: string; debtor_name: string }[]
}

/** Releases fees for the first day, from two weeks on, on which the banks work. */
export async function release(send: Send, fee_ids: string[]): Promise<Collection> {
  let refusal: unknown
  for (let days = 15; days < 23; days++)
    try {
      return await send<Collection>('POST', '/collections', { fee_ids, collection_date: inDays(days) })
    } catch (error) {
      refusal = error
    }
  throw refusal
}
