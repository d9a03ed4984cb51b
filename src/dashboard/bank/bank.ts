import { Hono } from 'hono'
import type { Env } from '../../env'
import { accountPages } from './accounts/account'
import { reconciliationPage } from './accounts/reconciliation'
import { linesPage } from './inbox/lines'
import { suggestedPage } from './inbox/suggested'
import { lineActs } from './line/acts'
import { bookPage } from './line/book'
import { feesOfLinePage } from './line/fees'
import { ignorePage } from './line/ignore'
import { linePage } from './line/line'
import { importStatementPage } from './statements/import'
import { overviewPage } from './statements/overview'
import { statementPages } from './statements/statements'
import { undoImportPage } from './statements/undo-import'

/** The bank accounts of a workspace: statements, their lines, and what becomes of each. */
export const bankPages = new Hono<Env>()
  .route('/', overviewPage)
  .route('/', importStatementPage)
  .route('/', accountPages)
  .route('/', reconciliationPage)
  .route('/', statementPages)
  .route('/', undoImportPage)
  .route('/', linesPage)
  .route('/', lineActs)
  .route('/', suggestedPage)
  .route('/', linePage)
  .route('/', feesOfLinePage)
  .route('/', bookPage)
  .route('/', ignorePage)
