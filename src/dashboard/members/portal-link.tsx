import { type Context, Hono } from 'hono'
import type { PropsWithChildren } from 'hono/jsx'
import { sql } from '../../db/sql'
import type { ListId } from '../../domain/access/lists'
import { selectDependants } from '../../domain/persons/payers/facts'
import { viewPerson } from '../../domain/persons/view'
import { requirePortal } from '../../domain/portal/create-link'
import { mailPortalLink, showPortalLink } from '../../domain/portal/staff-link'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { mailOrigin, originOf } from '../../http/origin'
import { loginPath } from '../../http/portal-paths'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Copyable } from '../../ui/copyable'
import { Form } from '../../ui/form-layout'
import { Message } from '../../ui/message'
import { PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import { Actions, Narrow, Stack } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { WayBack } from '../way-back'
import { listOf } from './page-query'
import { doneWithPerson, PERSON } from './person'
import { personTexts } from './person-texts'
import { placeOf } from './place'

const PATH = `${PERSON}/portal-link`

/**
 * The link to the portal of a member, or of a contact who pays for others: mailed to the person, or shown to staff, who then act
 * on behalf of the person.
 */
export const portalLinkPage = new Hono<Env>()
  .get(PATH, (c) =>
    orClosed(c, async () => {
      const id = c.req.param('person_id')
      const list = listOf(c)
      const { person, area, credential, rows } = await viewPerson(c.var.staff, {
        list,
        id,
        extra: { dependants: selectDependants(c.var.staff.workspace(), sql`${id}`) },
        action: list === 'members' ? 'write' : 'read',
      })
      requirePortal(credential)
      if (area !== 'regular' || (list === 'contacts' && rows.dependants.length === 0))
        throw new DomainError('not_found', 'The person has no portal.')
      const props = { viewer: viewerOf(c), place: placeOf(c), list, id }
      return c.html(
        <ChoicePage
          {...props}
          name={displayName(person)}
          email={person.leave_reason === 'deceased' ? null : person.email}
        />,
      )
    }),
  )

  .post(PATH, async (c) => {
    const isShown = (await readForm(c)).get('way') === 'show'
    return orClosed(c, () => (isShown ? answerLink(c) : sendLink(c)))
  })

async function sendLink(c: Context<Env>) {
  const origin = mailOrigin(c)
  const id = c.req.param('person_id') ?? ''
  const mailed = await mailPortalLink(c.var.staff, { list: listOf(c), personId: id })
  if (mailed) await c.env.MAILS.send({ kind: 'staff_link', ...mailed.request, origin })
  return doneWithPerson(c, mailed ? 'link_mailed' : 'link_unmailed', { list: listOf(c), id })
}

// An answer rather than a redirect, since no other page ever has the link.
async function answerLink(c: Context<Env>) {
  const id = c.req.param('person_id') ?? ''
  const list = listOf(c)
  const created = await showPortalLink(c.var.staff, { links: c.env.PORTAL_LINKS, list, personId: id })
  const link = `${originOf(c)}${loginPath(created.idOrSlug, created.token)}`
  return c.html(<LinkPage link={link} {...{ list, id }} viewer={viewerOf(c)} place={placeOf(c)} />)
}

/** Answers with a page that says why, if the workspace has no open portal of its own. */
async function orClosed(c: Context<Env>, answer: () => Promise<Response>) {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof DomainError && CLOSED.includes(error.reason))) throw error
    const id = c.req.param('person_id') ?? ''
    return c.html(<LinkPage list={listOf(c)} id={id} viewer={viewerOf(c)} place={placeOf(c)} />, 409)
  }
}

const CLOSED = ['portal_disabled', 'portal_managed_elsewhere']

type Place = { list: ListId; id: string; viewer: Viewer; place: URLSearchParams }

function ChoicePage({ name, email, ...props }: Place & { name: string; email: unknown }) {
  const { viewer, place, list, id } = props
  const t = personTexts(viewer.locale).linkPage
  const words = list === 'members' ? t : t.ofPayer
  const path = (page: string) => personPathIn(viewer.staff.workspace, list, id, page, place)
  return (
    <StaffLayout title={`${t.title}: ${name}`} viewer={viewer} section={list}>
      <Narrow>
        <PageHead title={t.title} lead={name} breadcrumb={<WayBack viewer={viewer} section={list} />} />
        <WayCard title={words.mail.title} lead={email ? words.mail.lead(String(email)) : t.mail.none}>
          {Boolean(email) && (
            <Form action={path('/portal-link')} hidden={{ way: 'mail' }}>
              <Button>{t.mail.button}</Button>
            </Form>
          )}
        </WayCard>
        <WayCard title={t.show.title} lead={words.show.lead}>
          <Form action={path('/portal-link')} hidden={{ way: 'show' }}>
            <Button kind="second">{t.show.button}</Button>
          </Form>
        </WayCard>
        <BackToPerson {...props} />
      </Narrow>
    </StaffLayout>
  )
}

const WayCard = ({ title, lead, children }: PropsWithChildren<{ title: string; lead: string }>) => (
  <Card title={title}>
    <Stack>
      <p>{lead}</p>
      {children}
    </Stack>
  </Card>
)

function LinkPage({ link, ...props }: Place & { link?: string }) {
  const { locale } = props.viewer
  const t = personTexts(locale).linkPage
  return (
    <StaffLayout title={t.title} viewer={props.viewer} section={props.list}>
      <Message title={t.title} lead={link ? t.shownLead : t.portalOff}>
        {link && (
          <Card>
            <Stack>
              <Copyable value={link} locale={locale} />
              <Quiet>{t.once}</Quiet>
            </Stack>
          </Card>
        )}
        <BackToPerson {...props} />
      </Message>
    </StaffLayout>
  )
}

const BackToPerson = ({ list, id, viewer: { locale, staff }, place }: Place) => (
  <Actions>
    <ButtonLink kind="second" href={personPathIn(staff.workspace, list, id, '', place)}>
      {personTexts(locale).linkPage.back}
    </ButtonLink>
  </Actions>
)
