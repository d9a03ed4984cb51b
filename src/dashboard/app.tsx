import { type Context, Hono } from 'hono'
import { WriteConflict } from '../db/client'
import { DomainError, type Reason } from '../domain/shared/errors'
import type { Env } from '../env'
import { enhance } from '../http/enhance'
import { sameOriginForms } from '../http/forms'
import { pageError } from '../http/page-error'
import { pagePolicy } from '../http/page-policy'
import { passkeyScript } from '../http/passkey-script'
import { readsWhilePaused } from '../http/paused'
import { PROBLEMS } from '../http/problem'
import { requiresSetup } from '../http/setup'
import { speculation } from '../http/speculation'
import { stylesheet } from '../http/stylesheet'
import { confirmPage } from './applications/confirm'
import { applicationsPage } from './applications/list'
import { rejectPage } from './applications/reject'
import { bankPages } from './bank/bank'
import { cashBookPages } from './cash-book/cash-book'
import { makeMemberPage } from './contacts/make-member'
import { directDebitPages } from './direct-debits/direct-debits'
import { doublesPage } from './doubles/list'
import { mergePage } from './doubles/merge'
import { duesPages } from './dues/dues'
import { deceasedPage } from './families/deceased'
import { findFamiliesPage } from './families/find'
import { guardianPages } from './families/guardian'
import { lostPages } from './families/lost'
import { payerPages } from './families/payer'
import { feePages } from './fees/fees'
import { home } from './home/home'
import { importPages } from './imports/imports'
import { exportLogFile } from './log/export'
import { log } from './log/list'
import { mailPages } from './mails/mails'
import { mandateEvidencePage } from './mandates/evidence'
import { mandateFormPage } from './mandates/form'
import { withdrawnMandatesPage } from './mandates/withdrawn'
import { personBulk } from './members/bulk'
import { tableColumnsPage } from './members/columns'
import { deletePage } from './members/delete'
import { editPage } from './members/edit'
import { endPage } from './members/end'
import { exportFile } from './members/export'
import { personList } from './members/list'
import { newPage } from './members/new'
import { personPage } from './members/person'
import { personMailActs } from './members/person-mail-acts'
import { portalLinkPage } from './members/portal-link'
import { savedViews } from './members/views'
import { answerMessage, answerRestored, answerUnknownPage, type MessageName } from './message-page'
import { resignationPage } from './resignations/decide'
import { resignationsPage } from './resignations/list'
import { search } from './search/search'
import { opensSuspended, setStaff } from './session'
import { settings } from './settings/settings'
import { addPasskeyPage } from './sign-in/add-passkey'
import { chooseWorkspacePage } from './sign-in/choose-workspace'
import { enterCodePage } from './sign-in/enter-code'
import { askForProof, provePage } from './sign-in/prove'
import { requestCodePage } from './sign-in/request-code'
import { signOutPage } from './sign-in/sign-out'
import { usePasskey } from './sign-in/use-passkey'
import { subordinates } from './subordinates/list'
import { subordinate } from './subordinates/one'
import { undo } from './undo/undo'

/** The dashboard of an association's staff. What follows `/:workspace` belongs to a workspace, so it comes last. */
export const dashboard = new Hono<Env>()
  .use(pagePolicy('dashboard'))
  // First: the page of a later refusal carries the form, and would send it as its own.
  .use(sameOriginForms({ takesFiles: true }))
  .use(requiresSetup)
  .use(readsWhilePaused)
  .route('/', stylesheet)
  .route('/', enhance)
  .route('/', speculation('/dashboard'))
  .route('/', passkeyScript)
  .route('/', requestCodePage)
  .route('/', enterCodePage)
  .route('/', provePage)
  .route('/', usePasskey)
  .route('/', addPasskeyPage)
  .route('/', signOutPage)
  .route('/', chooseWorkspacePage)
  .use('/:workspace/*', setStaff)
  .use('/:workspace/account/*', opensSuspended)
  .use('/:workspace/settings/take-out', opensSuspended)
  .route('/', home)
  .route('/', search)
  .route('/', personList)
  .route('/', personBulk)
  .route('/', importPages)
  .route('/', tableColumnsPage)
  .route('/', savedViews)
  .route('/', subordinates)
  .route('/', subordinate)
  .route('/', duesPages)
  .route('/', feePages)
  .route('/', mandateEvidencePage)
  .route('/', directDebitPages)
  .route('/', bankPages)
  .route('/', cashBookPages)
  .route('/', mailPages)
  .route('/', settings)
  .route('/', applicationsPage)
  .route('/', confirmPage)
  .route('/', rejectPage)
  .route('/', makeMemberPage)
  .route('/', newPage)
  .route('/', doublesPage)
  .route('/', mergePage)
  .route('/', findFamiliesPage)
  .route('/', resignationsPage)
  .route('/', resignationPage)
  .route('/', deceasedPage)
  .route('/', lostPages)
  .route('/', guardianPages)
  .route('/', withdrawnMandatesPage)
  .route('/', payerPages)
  .route('/', personPage)
  .route('/', personMailActs)
  .route('/', editPage)
  .route('/', endPage)
  .route('/', mandateFormPage)
  .route('/', deletePage)
  .route('/', portalLinkPage)
  .route('/', exportFile)
  .route('/', undo)
  .route('/', log)
  .route('/', exportLogFile)
  .get('*', answerUnknownPage)

// The page of the proof may fail as well: the form is too large to wait, or the session has just ended.
dashboard.onError((error, c) => answerError(c, error).catch((failure) => answerError(c, failure)))

async function answerError(c: Context<Env>, error: Error) {
  if (error instanceof DomainError) return answerRefusal(c, error)
  const { status, message } = pageError(c, error)
  if (error instanceof WriteConflict) return answerMessage(c, 503, 'busy')
  return answerMessage(c, status, message)
}

const MESSAGES: Partial<Record<Reason, MessageName>> = {
  permission_missing: 'forbidden',
  list_not_subscribed: 'notSubscribed',
  workspace_suspended: 'suspended',
}

// A form that needs a proof is kept until then. One that needs a session is lost, so it leads to no page.
function answerRefusal(c: Context<Env>, { reason, issues }: DomainError) {
  const to = c.req.method === 'GET' ? `?to=${encodeURIComponent(pathOf(c))}` : ''
  if (reason === 'unauthenticated') return c.redirect(`/dashboard/sign-in${to}`, 303)
  if (reason === 'proof_required' && c.req.method === 'POST' && c.var.staff) return askForProof(c)
  if (reason === 'proof_required') return c.redirect(`/dashboard/prove${to}`, 303)
  if (issues?.cursor?.some(({ code }) => code === 'cursor_before_restore')) return answerRestored(c)
  return answerMessage(c, PROBLEMS[reason].status, MESSAGES[reason] ?? 'notFound')
}

const pathOf = (c: Context<Env>): string => {
  const { pathname, search } = new URL(c.req.url)
  return pathname + search
}
