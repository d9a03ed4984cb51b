import { Hono } from 'hono'
import type { Env } from '../../env'
import { importCheckPage } from './check'
import { importColumnsPage } from './columns'
import { importDonePage } from './done'
import { importFilePage } from './file'
import { importMissingPage } from './missing'
import { importQuestionsPage } from './questions'
import { importUndoPage } from './undo'

/** The import of persons from a file, a page for each of its steps. */
export const importPages = new Hono<Env>()
  .route('/', importFilePage)
  .route('/', importColumnsPage)
  .route('/', importQuestionsPage)
  .route('/', importCheckPage)
  .route('/', importMissingPage)
  .route('/', importDonePage)
  .route('/', importUndoPage)
