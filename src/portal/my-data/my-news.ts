import { Hono } from 'hono'
import { setMyNews } from '../../domain/portal/my-news'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { signedInMember } from '../session'

/** Refuses news by mail, or wants them again, as the page of a member's data offers. */
export const myNews = new Hono<Env>().post('/persons/:person_id/news', async (c) => {
  const isRefused = (await readForm(c)).get('news') === 'refused'
  await setMyNews(signedInMember(c), { isRefused })
  return done(c, isRefused ? 'refused' : 'wanted', { to: `/portal/persons/${c.req.param('person_id')}` })
})
