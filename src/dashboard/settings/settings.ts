import { Hono } from 'hono'
import type { Env } from '../../env'
import { accountPage } from './account'
import { apiKeysPage } from './api-keys'
import { bookPage } from './book'
import { bookingRulePage } from './booking-rule'
import { bookingRulesPage } from './booking-rules'
import { columnPage } from './column'
import { columnsPage } from './columns'
import { contactPage } from './contact'
import { costUnitPage } from './cost-unit'
import { costUnitsPage } from './cost-units'
import { directDebitPage } from './direct-debit'
import { invitePage } from './invite'
import { joinPage } from './join'
import { joinPreviewPage } from './join-preview'
import { leavePortalPage } from './leave-portal'
import { leavingPage } from './leaving'
import { newApiKeyPage } from './new-api-key'
import { newColumnPage } from './new-column'
import { overview } from './overview'
import { portalPage } from './portal'
import { severalColumnsPage } from './several-columns'
import { severalCostUnitsPage } from './several-cost-units'
import { staffPage } from './staff'
import { staffMemberPage } from './staff-member'
import { takeOutPage } from './take-out'
import { webhooks } from './webhooks/webhooks'
import { workspacePage } from './workspace'

/** The settings of a workspace, and the account of who asks. Pages that add something come before those that name it. */
export const settings = new Hono<Env>()
  .route('/', overview)
  .route('/', workspacePage)
  .route('/', contactPage)
  .route('/', portalPage)
  .route('/', leavePortalPage)
  .route('/', joinPage)
  .route('/', joinPreviewPage)
  .route('/', leavingPage)
  .route('/', takeOutPage)
  .route('/', directDebitPage)
  .route('/', bookPage)
  .route('/', columnsPage)
  .route('/', newColumnPage)
  .route('/', severalColumnsPage)
  .route('/', columnPage)
  .route('/', costUnitsPage)
  .route('/', severalCostUnitsPage)
  .route('/', costUnitPage)
  .route('/', bookingRulesPage)
  .route('/', bookingRulePage)
  .route('/', staffPage)
  .route('/', invitePage)
  .route('/', staffMemberPage)
  .route('/', apiKeysPage)
  .route('/', newApiKeyPage)
  .route('/', webhooks)
  .route('/', accountPage)
