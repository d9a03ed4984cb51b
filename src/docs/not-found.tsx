import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { Env } from '../env'
import { PLAIN_PAGE } from '../http/page-policy'
import { onNotFound } from '../http/problem'
import { localeFor } from '../ui/i18n/locale'
import { Message } from '../ui/message'
import { Layout } from './layout'
import { docsTexts } from './texts'

/** Answers 404 for an address that the service does not have: with a page in browsers, else with a problem. */
export function answerNotFound(c: Context<Env>) {
  return wantsPage(c) ? notFoundPage(c) : onNotFound(c)
}

const wantsPage = (c: Context<Env>): boolean =>
  accepts(c, { header: 'Accept', supports: [PROBLEM, 'application/json', PAGE], default: PROBLEM }) === PAGE

const PROBLEM = 'application/problem+json'
const PAGE = 'text/html'

function notFoundPage(c: Context<Env>) {
  const locale = localeFor(c.req)
  const { title, text, action } = docsTexts(locale).notFound
  c.header('Content-Security-Policy', PLAIN_PAGE)
  return c.html(
    <Layout title={title} locale={locale}>
      <Message title={title} lead={text} back={{ href: '/', label: action }} />
    </Layout>,
    404,
  )
}
