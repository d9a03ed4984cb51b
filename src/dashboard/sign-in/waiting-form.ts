import type { Context } from 'hono'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { pathBack } from '../paths'

/**
 * A form that waits until its sender has proved who they are: its fields, and the path that it goes to. The pages of the
 * proof carry it in hidden fields, so that nothing that was typed is lost or stored. It is never read from an address,
 * since a link must not be able to send a form.
 */
export type WaitingForm = URLSearchParams

const ACT = 'proof.act'

/** The fields of the pages of the proof themselves. */
const OWN = [ACT, 'code', 'answer', 'passkeys']

/** The form of a request that needs a proof. */
export async function waitingFormOf(c: Context<Env>): Promise<WaitingForm> {
  const { pathname, search } = new URL(c.req.url)
  return new URLSearchParams([...fieldsOf(await readForm(c)), [ACT, pathname + search]])
}

/** The form that a page of the proof carries; undefined if it carries none. */
export function carriedBy(form: URLSearchParams): WaitingForm | undefined {
  const act = form.get(ACT)
  return act === null ? undefined : new URLSearchParams([...fieldsOf(form), [ACT, act]])
}

const fieldsOf = (form: URLSearchParams) => [...form].filter(([name]) => !OWN.includes(name))

/** Redirects after a proof: to the page that asked for it, or with 307, so that the browser sends the form to its path. */
export function goOn(c: Context<Env>, waiting: WaitingForm | undefined) {
  if (!waiting) return c.redirect(pathBack(c.req.query('to')), 303)
  return c.redirect(pathBack(waiting.get(ACT) ?? undefined), 307)
}
