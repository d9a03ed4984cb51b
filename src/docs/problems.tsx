import { Hono } from 'hono'
import { CODES, meaningOf } from '../domain/shared/published-codes'
import type { Env } from '../env'
import { originOf } from '../http/origin'
import { pagePolicy } from '../http/page-policy'
import { exampleProblem, type Kind, PROBLEMS } from '../http/problem'
import { Card } from '../ui/card'
import { CodeBlock, Prose } from '../ui/code'
import { DescriptionList } from '../ui/description-list'
import { Lines } from '../ui/lines'
import { Breadcrumb, PageHead } from '../ui/page-head'
import { ENGLISH, Layout, TO_REFERENCE } from './layout'

const KINDS = Object.keys(PROBLEMS) as Kind[]

/** The pages that the `type` of a problem links to, and their index. They are for developers, so in English alone. */
export const problems = new Hono<Env>()
  .use('/problems/*', pagePolicy('docs'))

  .get('/problems', (c) => {
    const items = KINDS.map((kind) => ({
      main: <a href={`/problems/${kind}`}>{PROBLEMS[kind].title}</a>,
      details: [kind],
      amount: `${PROBLEMS[kind].status}`,
    }))
    return c.html(
      <Layout title="Problems" locale={ENGLISH}>
        <PageHead
          breadcrumb={<Breadcrumb items={[TO_REFERENCE]} locale={ENGLISH} />}
          title="Problems"
          lead="Every error of the API is one of these. Its type is the address of the page that explains it."
        />
        <Card>
          <Lines items={items} />
        </Card>
      </Layout>,
    )
  })

  .get('/problems/:kind', (c) => {
    const kind = KINDS.find((known) => known === c.req.param('kind'))
    if (!kind) return c.notFound()
    const { status, title, meaning, remedy } = PROBLEMS[kind]
    return c.html(
      <Layout title={title} locale={ENGLISH}>
        <PageHead
          breadcrumb={
            <Breadcrumb items={[TO_REFERENCE, { label: 'Problems', href: '/problems' }]} locale={ENGLISH} />
          }
          title={title}
          lead={
            <>
              Status {status}, problem <code>{kind}</code>
            </>
          }
        />
        <Card title="What it means">
          <Prose text={meaning} />
        </Card>
        <Card title="What to do">
          <Prose text={remedy} />
        </Card>
        {kind === 'invalid' && (
          <Card title="Codes">
            <DescriptionList
              items={CODES.map((code) => ({ name: code, id: code, value: meaningOf(code) }))}
            />
          </Card>
        )}
        <Card title="Example">
          <CodeBlock text={JSON.stringify(exampleProblem(kind, originOf(c)), null, 2)} />
        </Card>
      </Layout>,
    )
  })
