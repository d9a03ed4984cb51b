import { Hono } from 'hono'
import { showPortalLink } from '../../domain/portal/show-link'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { originOf } from '../../http/origin'
import { loginPath } from '../../http/portal-paths'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Copyable } from '../../ui/copyable'
import { Message } from '../../ui/message'
import { Actions, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { personTexts } from './person-texts'
import { placeOf } from './place'

/** Creates a link to the portal and shows it. An answer rather than a redirect, since no other page ever has the link. */
export const portalLinkPage = new Hono<Env>().post(
  '/:workspace/members/:person_id{per_\\w+}/portal-link',
  async (c) => {
    const id = c.req.param('person_id')
    try {
      const created = await showPortalLink(c.var.staff, { links: c.env.PORTAL_LINKS, personId: id })
      const link = `${originOf(c)}${loginPath(created.idOrSlug, created.token)}`
      return c.html(<LinkPage link={link} id={id} viewer={viewerOf(c)} place={placeOf(c)} />)
    } catch (error) {
      if (!(error instanceof DomainError && CLOSED.includes(error.reason))) throw error
      return c.html(<LinkPage id={id} viewer={viewerOf(c)} place={placeOf(c)} />, 409)
    }
  },
)

const CLOSED = ['portal_disabled', 'portal_managed_elsewhere']

type Props = { link?: string; id: string; viewer: Viewer; place: URLSearchParams }

function LinkPage({ link, id, viewer, place }: Props) {
  const { locale, staff } = viewer
  const t = personTexts(locale).linkPage
  return (
    <StaffLayout title={t.title} viewer={viewer} section="members">
      <Message title={t.title} lead={link ? t.lead : t.portalOff}>
        {link && (
          <Card>
            <Stack>
              <Copyable value={link} locale={locale} />
              <Quiet>{t.once}</Quiet>
            </Stack>
          </Card>
        )}
        <Actions>
          <ButtonLink kind="second" href={personPathIn(staff.workspace, 'members', id, '', place)}>
            {t.back}
          </ButtonLink>
        </Actions>
      </Message>
    </StaffLayout>
  )
}
