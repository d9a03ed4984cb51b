import { type Context, Hono } from 'hono'
import type { ListId } from '../../domain/access/lists'
import { unblockAddress } from '../../domain/mails/unblock'
import { setNews } from '../../domain/persons/news'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { personPathIn } from '../paths'
import { PERSON } from './person'
import { placeOf } from './place'

/** What staff do about the mails to a person. */
export const personMailActs = new Hono<Env>()
  .post(`${PERSON}/news`, async (c) => {
    const isRefused = (await readForm(c)).get('news') === 'refused'
    await setNews(c.var.staff, { ...personOf(c), isRefused })
    return redirectToMails(c, isRefused ? 'news_refused' : 'news_wanted')
  })

  .post(`${PERSON}/unblock`, async (c) => {
    await unblockAddress(c.var.staff, personOf(c))
    return redirectToMails(c, 'unblocked')
  })

const personOf = (c: Context<Env>) => ({
  list: (c.req.param('list') === 'contacts' ? 'contacts' : 'members') as ListId,
  id: c.req.param('person_id') ?? '',
})

function redirectToMails(c: Context<Env>, done: string) {
  const { list, id } = personOf(c)
  const query = new URLSearchParams([...placeOf(c), ['tab', 'mails'], ['done', done]])
  return c.redirect(personPathIn(c.var.staff.current().workspace, list, id, '', query), 303)
}
