import { Hono } from 'hono'
import type { Env } from '../../env'
import { accountPages } from './account'
import { lineActs } from './acts'
import { bookPage } from './book'
import { feesOfLinePage } from './fees'
import { ignorePage } from './ignore'
import { importStatementPage } from './import'
import { linePage } from './line'
import { linesPage } from './lines'
import { overviewPage } from './overview'
import { statementPages } from './statements'
import { undoImportPage } from './undo-import'

/** The bank accounts of a workspace: statements, their lines, and what becomes of each. */
export const bankPages = new Hono<Env>()
  .route('/', overviewPage)
  .route('/', importStatementPage)
  .route('/', accountPages)
  .route('/', statementPages)
  .route('/', undoImportPage)
  .route('/', linesPage)
  .route('/', lineActs)
  .route('/', linePage)
  .route('/', feesOfLinePage)
  .route('/', bookPage)
  .route('/', ignorePage)
