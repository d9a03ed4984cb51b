import { Hono } from 'hono'
import { type Profile, viewProfile } from '../../domain/pages/profile'
import { updatePerson } from '../../domain/persons/update'
import { endOfYear } from '../../domain/shared/dates'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { Confirm } from '../../ui/confirm'
import { formatDate } from '../../ui/i18n/format'
import { displayName } from '../../ui/person-fields/display-name'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { doneWithPerson } from './person'
import { personTexts } from './person-texts'
import { placeOf } from './place'

const MEMBER = '/:workspace/members/:person_id{per_\\w+}'

/** The end of a membership, which can be taken back. */
export const endPage = new Hono<Env>()
  .get(`${MEMBER}/end`, async (c) => {
    const profile = await getMember(c.var.staff, c.req.param('person_id'))
    const props = {
      profile,
      viewer: viewerOf(c),
      place: placeOf(c),
      leaveDate: endOfYear(profile.context.today),
    }
    return c.html(<EndPage {...props} />)
  })

  .post(`${MEMBER}/end`, async (c) => {
    const id = c.req.param('person_id')
    const leaveDate = (await readForm(c)).get('leave_date') ?? ''
    try {
      await updatePerson(c.var.staff, {
        list: 'members',
        idOrExternalId: id,
        body: { leave_date: leaveDate },
      })
      return doneWithPerson(c, 'ended', { list: 'members', id, batch: c.var.staff.actor.batchId })
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      const profile = await getMember(c.var.staff, id)
      const props = { profile, viewer: viewerOf(c), place: placeOf(c), leaveDate }
      return c.html(<EndPage {...props} hasIssue />, 422)
    }
  })

  .post(`${MEMBER}/reinstate`, async (c) => {
    const id = c.req.param('person_id')
    await updatePerson(c.var.staff, { list: 'members', idOrExternalId: id, body: { leave_date: null } })
    return doneWithPerson(c, 'reinstated', { list: 'members', id, batch: c.var.staff.actor.batchId })
  })

const getMember = (staff: Env['Variables']['staff'], id: string): Promise<Profile> =>
  viewProfile(staff, { list: 'members', id, action: 'write' })

/** The last day of the quarter of a date. */
function quarterEnd(date: string): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, Math.ceil(month / 3) * 3, 0)).toISOString().slice(0, 10)
}

type Props = {
  profile: Profile
  viewer: Viewer
  place: URLSearchParams
  leaveDate: string
  hasIssue?: boolean
}

function EndPage({ profile, viewer, place, leaveDate, hasIssue = false }: Props) {
  const { locale, staff } = viewer
  const t = personTexts(locale).endPage
  const path = (page: string) => personPathIn(staff.workspace, 'members', profile.person.id, page, place)
  return (
    <StaffLayout
      title={t.title(displayName(profile.person))}
      viewer={viewer}
      section="members"
      hasIssues={hasIssue}
    >
      <Confirm
        title={t.title(displayName(profile.person))}
        lead={t.lead}
        action={path('/end')}
        label={t.end}
        cancelHref={path('')}
        locale={locale}
      >
        <Card>
          <DateField
            name="leave_date"
            label={t.leaveDate}
            value={leaveDate}
            hint={t.proposed(formatDate(quarterEnd(profile.context.today), locale))}
            {...(hasIssue && { issue: t.noDate })}
          />
        </Card>
      </Confirm>
    </StaffLayout>
  )
}
