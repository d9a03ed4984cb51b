import { Hono } from 'hono'
import type { Env } from '../env'
import { pagePolicy } from '../http/page-policy'
import { ButtonLink } from '../ui/button'
import { Card } from '../ui/card'
import { localeFor } from '../ui/i18n/locale'
import { PageHead } from '../ui/page-head'
import { Actions, Tiles } from '../ui/stack'
import { Quiet } from '../ui/text'
import { Layout } from './layout'
import { docsTexts } from './texts'

/** The front door: where members, staff and developers go. */
export const home = new Hono<Env>().get('/', pagePolicy('docs'), (c) => {
  const locale = localeFor(c.req)
  const { home: t } = docsTexts(locale)
  return c.html(
    <Layout title={t.title} locale={locale}>
      <PageHead title={t.title} />
      <Tiles>
        <Card title={t.members.title}>
          <p>{t.members.text}</p>
        </Card>
        <Card title={t.staff.title}>
          <p>{t.staff.text}</p>
          <Actions>
            <ButtonLink href="/dashboard">{t.staff.action}</ButtonLink>
          </Actions>
        </Card>
      </Tiles>
      <Quiet>
        {t.developers.text} <a href="/docs">{t.developers.action}</a>
      </Quiet>
    </Layout>,
  )
})
