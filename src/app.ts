import { type Context, Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { getPath } from 'hono/utils/url'
import { accounts } from './api/accounts'
import { bankLines } from './api/bank-lines'
import { bookingRules } from './api/booking-rules'
import { collections } from './api/collections'
import { costUnits } from './api/cost-units'
import { customColumns } from './api/custom-columns'
import { deletedPersons } from './api/deleted-persons'
import { duesPlans } from './api/dues-plans'
import { duesRuns } from './api/dues-runs'
import { events } from './api/events'
import { fees } from './api/fees'
import { imports } from './api/imports'
import { mails } from './api/mails'
import { mandates } from './api/mandates'
import { me } from './api/me'
import { memberPortalSessions } from './api/member-portal-sessions'
import { apiKeys } from './api/operator/api-keys'
import { backups } from './api/operator/backups'
import { databases } from './api/operator/databases'
import { deadMessages } from './api/operator/dead-messages'
import { erasure } from './api/operator/erasure'
import { erasuresSince } from './api/operator/erasures'
import { eventSeals } from './api/operator/event-seals'
import { workspaceExport } from './api/operator/export'
import { restoredRows } from './api/operator/restored-rows'
import { restoredWorkspaces } from './api/operator/restored-workspaces'
import { restores } from './api/operator/restores'
import { staff } from './api/operator/staff'
import { suspension } from './api/operator/suspension'
import { workspaces } from './api/operator/workspaces'
import { payments } from './api/payments'
import { persons } from './api/persons'
import { segments } from './api/segments'
import { statements } from './api/statements'
import { vouchers } from './api/vouchers'
import { webhookEndpoints } from './api/webhook-endpoints'
import { years } from './api/years'
import { dashboard } from './dashboard/app'
import { type Described, useDemoExamples } from './docs/demo-examples'
import { demoKey } from './docs/demo-key'
import { eventsPage } from './docs/events'
import { favicon } from './docs/favicon'
import { home } from './docs/home'
import { answerNotFound } from './docs/not-found'
import { problems } from './docs/problems'
import { reference } from './docs/reference'
import type { Env } from './env'
import { bearer, operator } from './http/credentials'
import { health } from './http/health'
import { logRequest } from './http/log-request'
import { noStore } from './http/no-store'
import {
  API_DOCUMENT,
  OPERATOR_DOCUMENT,
  type OpenApiDocument,
  openApiDocument,
} from './http/openapi-document'
import { readsWhilePaused } from './http/paused'
import { onError, onMethodNotAllowed } from './http/problem'
import { requiresSetup } from './http/setup'
import { stylesheet } from './http/stylesheet'
import { tellWebhooks } from './http/tell-webhooks'
import { portal } from './portal/app'
import { join } from './portal/join/app'
import { unsubscribe } from './portal/unsubscribe'

const HEADERS = {
  // A handler may say something else.
  overwrite: false,
  referrerPolicy: 'strict-origin',
  xFrameOptions: 'DENY',
  // Of no use to JSON, and to pages without scripts and foreign links.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

// The singular names a list as well; every link in an answer has the plural.
const canonicalPath = (request: Request): string =>
  getPath(request).replace(/^\/lists\/(member|contact)\//, '/lists/$1s/')

const service = new Hono<Env>({ getPath: canonicalPath })
  .use(logRequest)
  .use(requestId())
  .use(secureHeaders(HEADERS))
  .use(noStore)
  .use(tellWebhooks)

service.use(methodNotAllowed({ app: service, onMethodNotAllowed }))
// By prefix, so an address below one answers 401 without a key, also if nothing is there.
for (const path of [
  '/lists/*',
  '/imports/*',
  '/fees/*',
  '/charges/*',
  '/dues_plans/*',
  '/dues_runs/*',
  '/payments/*',
  '/collections/*',
  '/mails/*',
  '/sandbox_mails/*',
  '/statements/*',
  '/bank_lines/*',
  '/bank_line_bookings/*',
  '/booking_rules/*',
  '/cost_units/*',
  '/accounts/*',
  '/vouchers/*',
  '/years/*',
  '/member_portal_sessions/*',
  '/events/*',
  '/webhook_endpoints/*',
  '/me/*',
])
  service.use(path, requiresSetup, readsWhilePaused, ...bearer)
service.use('/operator/*', requiresSetup, readsWhilePaused, operator)

const api = new Hono<Env>()
  .route('/', persons)
  .route('/', mandates)
  .route('/', deletedPersons)
  .route('/', customColumns)
  .route('/', segments)
  .route('/', imports)
  .route('/', fees)
  .route('/', duesPlans)
  .route('/', duesRuns)
  .route('/', payments)
  .route('/', collections)
  .route('/', mails)
  .route('/', statements)
  .route('/', bankLines)
  .route('/', bookingRules)
  .route('/', costUnits)
  .route('/', accounts)
  .route('/', vouchers)
  .route('/', years)
  .route('/', memberPortalSessions)
  .route('/', events)
  .route('/', webhookEndpoints)
  .route('/', me)

const operatorApi = new Hono<Env>()
  .route('/', workspaces)
  .route('/', apiKeys)
  .route('/', staff)
  .route('/', eventSeals)
  .route('/', databases)
  .route('/', deadMessages)
  .route('/', backups)
  .route('/', restoredRows)
  .route('/', restores)
  .route('/', erasuresSince)
  .route('/', suspension)
  .route('/', erasure)
  .route('/', workspaceExport)
  .route('/', restoredWorkspaces)

export const app = service
  .route('/', api)
  .route('/', operatorApi)
  .route('/portal', portal)
  .route('/join', join)
  .route('/unsubscribe', unsubscribe)
  .route('/dashboard', dashboard)
  .route('/', home)
  .route('/', reference)
  .route('/', eventsPage)
  .route('/', problems)
  .route('/', favicon)
  .route('/', health)
  .route('/docs', stylesheet)
  .get('/openapi.json', openApiDocument(api, API_DOCUMENT, withDemo))
  .get('/docs/operator/openapi.json', openApiDocument(operatorApi, OPERATOR_DOCUMENT))

/** The document with examples of the demo, where the service runs on this machine with it. */
async function withDemo(document: OpenApiDocument, c: Context<Env>): Promise<OpenApiDocument> {
  const key = demoKey(c)
  if (!key) return document
  const own = structuredClone(document)
  const headers = { Authorization: `Bearer ${key}` }
  await useDemoExamples(
    own as unknown as Described,
    async <Data>(path: string) => {
      const response = await app.request(path, { headers }, c.env, c.executionCtx)
      return response.ok ? ((await response.json()) as { data: Data }).data : undefined
    },
    new Date(),
  )
  return own
}

app.onError(onError)
app.notFound(answerNotFound)
