import type { Context } from 'hono'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { doneWithMail } from './path'

/** Answers; leads to the page of the mail where it was sent, stopped or finished meanwhile, which says so. */
export async function orMail(c: Context<Env>, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
    return doneWithMail(c, 'meanwhile', c.req.param('mail_id') ?? '')
  }
}
