import { type Context, Hono } from 'hono'
import type { ListId } from '../../domain/access/lists'
import { unblockAddress } from '../../domain/mails/unblock'
import { setNews } from '../../domain/persons/news'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { doneWithPerson, PERSON } from './person'

/** What staff do about the mails to a person. */
export const personMailActs = new Hono<Env>()
  .post(`${PERSON}/news`, async (c) => {
    const isRefused = (await readForm(c)).get('news') === 'refused'
    await setNews(c.var.staff, { ...personOf(c), isRefused })
    return doneWithPerson(c, isRefused ? 'news_refused' : 'news_wanted', mailsOf(c))
  })

  .post(`${PERSON}/unblock`, async (c) => {
    await unblockAddress(c.var.staff, personOf(c))
    return doneWithPerson(c, 'unblocked', mailsOf(c))
  })

const personOf = (c: Context<Env>) => ({
  list: (c.req.param('list') === 'contacts' ? 'contacts' : 'members') as ListId,
  id: c.req.param('person_id') ?? '',
})

const mailsOf = (c: Context<Env>) => ({ ...personOf(c), tab: 'mails' as const })
