import { Hono } from 'hono'
import type { Env } from '../../env'
import { planList } from './list'
import { planPage } from './plan'
import { rulePages } from './rule'
import { runPage } from './run'
import { runCheckPage } from './run-check'
import { runDifferencesPage } from './run-differences'
import { runDiscardPage } from './run-discard'
import { runList } from './run-list'
import { runMail } from './run-mail'
import { runWhatPage } from './run-what'
import { setupPages } from './setup'
import { termsPage } from './terms'
import { tryPage } from './try'

/** The plans of dues and their runs. Pages with names of their own come before those that name a plan or a run. */
export const duesPages = new Hono<Env>()
  .route('/', planList)
  .route('/', setupPages)
  .route('/', rulePages)
  .route('/', termsPage)
  .route('/', tryPage)
  .route('/', planPage)
  .route('/', runList)
  .route('/', runWhatPage)
  .route('/', runCheckPage)
  .route('/', runDifferencesPage)
  .route('/', runPage)
  .route('/', runMail)
  .route('/', runDiscardPage)
