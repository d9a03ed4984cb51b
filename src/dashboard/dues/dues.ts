import { Hono } from 'hono'
import type { Env } from '../../env'
import { planList } from './list'
import { planPage } from './plan'
import { rulePages } from './rule'
import { setupPages } from './setup'
import { termsPage } from './terms'
import { tryPage } from './try'

/** The plans of dues and their runs. Pages with names of their own come before those that name a plan. */
export const duesPages = new Hono<Env>()
  .route('/', planList)
  .route('/', setupPages)
  .route('/', rulePages)
  .route('/', termsPage)
  .route('/', tryPage)
  .route('/', planPage)
