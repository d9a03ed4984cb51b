import { type Context, Hono } from 'hono'
import { getProfile, type Profile } from '../../domain/persons/profile'
import type { Env } from '../../env'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { Columns } from '../../ui/stack'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { PersonFacts } from './person-facts'
import { PersonHead, sectionOf } from './person-head'
import { PersonSide } from './person-side'
import { personTexts } from './person-texts'

/** The path of the pages about one person. Other pages of a list have a word in place of the id. */
export const PERSON = '/:workspace/:list{(?:members|contacts)}/:person_id{per_\\w+}'

/** A member, an applicant or a contact. */
export const personPage = new Hono<Env>().get(PERSON, async (c) => {
  const { list, person_id: id } = c.req.param()
  const profile = await getProfile(c.var.staff, { list, id })
  const done = c.req.query('done')
  return c.html(<PersonPage profile={profile} viewer={viewerOf(c)} done={done} />)
})

type Props = { profile: Profile; viewer: Viewer; done: string | undefined }

function PersonPage({ profile, viewer, done }: Props) {
  return (
    <StaffLayout title={displayName(profile.person)} viewer={viewer} section={sectionOf(profile)}>
      <DoneNotice {...{ profile, viewer, done }} />
      <PersonHead profile={profile} viewer={viewer} />
      <Columns hasSide>
        <PersonFacts profile={profile} locale={viewer.locale} />
        <PersonSide profile={profile} viewer={viewer} />
      </Columns>
    </StaffLayout>
  )
}

/** What the act that led here has done, and what may come next. */
function DoneNotice({ profile, viewer, done }: Props) {
  const { workspace, applications } = viewer.staff
  const t = personTexts(viewer.locale)
  const { person, context, doubles } = profile
  switch (done) {
    case 'created':
      return doubles.length > 0 ? (
        <Notice tone="warn">{t.done.created}</Notice>
      ) : (
        <Notice tone="good">{t.done.createdAlone}</Notice>
      )
    case 'ended':
      return (
        <Notice
          tone="good"
          action={
            !!person.leave_date && (
              <Form action={personPathIn(workspace, context.list, person.id, '/reinstate')}>
                <Button kind="second">{t.undo}</Button>
              </Form>
            )
          }
        >
          {t.done.ended}
        </Notice>
      )
    case 'confirmed':
      return (
        <Notice
          tone="good"
          action={
            applications > 0 && (
              <ButtonLink kind="second" href={pathIn(workspace, '/applications')}>
                {t.nextApplications(applications)}
              </ButtonLink>
            )
          }
        >
          {t.done.confirmed}
        </Notice>
      )
    case 'saved':
    case 'reinstated':
    case 'moved':
      return <Notice tone="good">{t.done[done]}</Notice>
    default:
      return null
  }
}

/** Leads to the page of a person after an act. */
export const redirectToPerson = (c: Context<Env>, list: string, id: string, done: string) =>
  c.redirect(`${personPathIn(c.var.staff.current().workspace, list, id)}?done=${done}`, 303)
