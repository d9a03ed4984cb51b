import { Hono } from 'hono'
import { ACTIONS, type Action, EVENTS } from '../domain/events/actions'
import { MEANINGS } from '../domain/events/meanings'
import { neededToHear } from '../domain/webhooks/heard'
import type { Env } from '../env'
import { pagePolicy } from '../http/page-policy'
import { Card, Part } from '../ui/card'
import { CodeBlock, Prose } from '../ui/code'
import { DescriptionList } from '../ui/description-list'
import { Breadcrumb, PageHead } from '../ui/page-head'
import { Quiet } from '../ui/text'
import { Fold } from '../ui/timeline'
import { exampleDelivery, exampleEvent, exampleTruncation } from './example-events'
import { ENGLISH, Layout, TO_REFERENCE } from './layout'

const groupOf = (action: Action): string => action.slice(0, action.indexOf('.'))
const GROUPS = [...Map.groupBy(ACTIONS, groupOf)]

/** What webhooks tell that is no event. */
const TRUNCATED = 'log.truncated'

/** The page that says what each event means. It is for developers, so in English alone. */
export const eventsPage = new Hono<Env>().get('/docs/events', pagePolicy('docs'), (c) =>
  c.html(
    <Layout title="Events" locale={ENGLISH}>
      <PageHead
        breadcrumb={<Breadcrumb items={[TO_REFERENCE]} locale={ENGLISH} />}
        title="Events"
        lead="What GET /events and webhooks tell, one by one. The list grows, so ignore what you do not know."
      />
      <Card title="All events">
        <DescriptionList
          items={GROUPS.map(([group, actions]) => ({ name: group, value: <Links actions={actions} /> }))}
        />
      </Card>
      {GROUPS.map(([group, actions]) => (
        <Card title={`${group}.*`} id={group}>
          {actions.map((action) => (
            <OneEvent action={action} />
          ))}
        </Card>
      ))}
      <Card title="Webhooks alone">
        <Part title={TRUNCATED} id={TRUNCATED}>
          <p>Events were deleted, after two years, before they were sent to this endpoint.</p>
          <Fold label={`Example of ${TRUNCATED}`}>
            <Json value={exampleTruncation()} />
          </Fold>
        </Part>
      </Card>
    </Layout>,
  ),
)

const Links = ({ actions }: { actions: Action[] }) =>
  actions.map((action, index) => (
    <>
      {index > 0 && ', '}
      <a href={`#${action}`}>{action}</a>
    </>
  ))

const OneEvent = ({ action }: { action: Action }) => (
  <Part title={action} id={action}>
    <Prose text={MEANINGS[action].text} />
    <Quiet>
      About: {EVENTS[action].join(', ')}. Webhooks: {permissionsOf(action)}.
    </Quiet>
    <Fold label={`Example of ${action}`}>
      <p>In the feed:</p>
      <Json value={exampleEvent(action)} />
      {neededToHear(action).length > 0 && (
        <>
          <p>By a webhook:</p>
          <Json value={exampleDelivery(action)} />
        </>
      )}
    </Fold>
  </Part>
)

const permissionsOf = (action: Action): string => {
  const permissions = new Set(neededToHear(action).map(({ permission }) => permission))
  return permissions.size > 0 ? [...permissions].join(', ') : 'never'
}

const Json = ({ value }: { value: object }) => <CodeBlock text={JSON.stringify(value, null, 2)} />
