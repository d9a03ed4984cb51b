import { Hono } from 'hono'
import type { Env } from '../../../env'
import { webhookActsPage } from './acts'
import { attemptsPage } from './attempts'
import { webhookFormPage } from './form'
import { webhooksPage } from './list'
import { webhookPage } from './webhook'

/** The pages of webhooks. The page that adds one comes before those that name one. */
export const webhooks = new Hono<Env>()
  .route('/', webhooksPage)
  .route('/', webhookFormPage)
  .route('/', webhookPage)
  .route('/', webhookActsPage)
  .route('/', attemptsPage)
