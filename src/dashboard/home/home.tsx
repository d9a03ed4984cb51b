import { Hono } from 'hono'
import { query } from '../../domain/access/query'
import type { Env } from '../../env'
import { localeFor } from '../../ui/i18n/locale'
import { StaffLayout, staffLocale } from '../layout'
import { layoutTexts } from '../texts'

/** What waits, and how the workspace is doing. */
export const home = new Hono<Env>().get('/:workspace', async (c) => {
  await query(c.var.staff, {})
  const staff = c.var.staff.current()
  const locale = staffLocale(staff, localeFor(c.req))
  return c.html(
    <StaffLayout title={layoutTexts(locale).home} locale={locale} staff={staff} section="home">
      <h1>{layoutTexts(locale).home}</h1>
    </StaffLayout>,
  )
})
