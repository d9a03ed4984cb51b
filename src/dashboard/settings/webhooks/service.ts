import type { Context } from 'hono'
import { requireNeed } from '../../../domain/access/authorize'
import { query } from '../../../domain/access/query'
import { epochOf } from '../../../domain/shared/restores'
import { needOf } from '../../../domain/webhooks/change'
import { secretOf } from '../../../domain/webhooks/secret'
import type { Post } from '../../../domain/webhooks/send'
import type { Bindings, Env } from '../../../env'
import { originOf } from '../../../http/origin'
import { allowedAddresses, webhookKeys } from '../../../webhooks/keys'
import { post } from '../../../webhooks/post'

/** Where webhooks of a request may lead. */
export const whereOf = (c: Context<Env>) => allowedAddresses(c.env, originOf(c))

/** What sends a test, or a delivery again; undefined if the deployment sends no webhooks. */
export function postOf(c: Context<Env>): Post | undefined {
  const keys = webhookKeys(c.env)
  if (!keys) return undefined
  const means = { keys, where: whereOf(c) }
  return (endpoint, delivery, milliseconds) => post(endpoint, delivery, milliseconds, means)
}

/** Whether the deployment sends webhooks. */
export const sendsWebhooks = (env: Bindings): boolean => webhookKeys(env) !== undefined

type Owner = { id: string; secretVersion: number }

/** The secret of a webhook; undefined if the deployment sends none. */
export function secretIn(c: Context<Env>, owner: Owner): string | undefined {
  const keys = webhookKeys(c.env)
  const { workspace } = c.var.staff.current()
  const of = { ...owner, workspaceId: workspace.id, rotatedAt: null }
  return keys && secretOf(keys.current, of, epochOf(workspace))
}

/** Throws what a change of webhooks throws for who asks. One trip. */
export const requireChange = (c: Context<Env>) =>
  query(c.var.staff, {}, requireNeed(c.var.staff, needOf(c.var.staff)))
