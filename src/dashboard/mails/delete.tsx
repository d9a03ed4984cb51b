import { Hono } from 'hono'
import { deleteDraft } from '../../domain/mails/save'
import { viewDraft } from '../../domain/mails/write'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { Confirm } from '../../ui/confirm'
import { StaffLayout, viewerOf } from '../layout'
import { orMail } from './meanwhile'
import { MAIL, mailsPath } from './path'
import { writeTexts } from './texts-write'

const DELETE = `${MAIL}/delete` as const

/** The page that deletes a draft. */
export const deletePage = new Hono<Env>()
  .get(DELETE, (c) =>
    orMail(c, async () => {
      const { mail } = await viewDraft(c.var.staff, { id: c.req.param('mail_id') })
      const viewer = viewerOf(c)
      const t = writeTexts(viewer.locale)
      const title = t.removeTitle(mail.subject)
      return c.html(
        <StaffLayout title={title} viewer={viewer} section="mails">
          <Confirm
            title={title}
            lead={t.removeLead}
            action={mailsPath(viewer, `/${mail.id}/delete`)}
            label={t.remove}
            cancelHref={mailsPath(viewer, `/${mail.id}`)}
            isDangerous
            locale={viewer.locale}
          />
        </StaffLayout>,
      )
    }),
  )

  .post(DELETE, (c) =>
    orMail(c, async () => {
      await deleteDraft(c.var.staff, { id: c.req.param('mail_id') })
      return done(c, 'deleted', { to: mailsPath(viewerOf(c)) })
    }),
  )
