import { setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../env'
import { COOKIE_ATTRIBUTES, YEAR_SECONDS } from '../http/cookie'
import { chosenLanguage, LANGUAGE_COOKIE } from '../ui/i18n/locale'

/** Keeps the language that the link in the foot of a page asks for, for a year. */
export const keepLanguage = createMiddleware<Env>(async (c, next) => {
  await next()
  const language = c.req.query('lang') && chosenLanguage(c.req)
  if (language) setCookie(c, LANGUAGE_COOKIE, language, { ...COOKIE_ATTRIBUTES, maxAge: YEAR_SECONDS })
})
