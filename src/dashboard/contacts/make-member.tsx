import { Hono } from 'hono'
import { columnKey } from '../../domain/custom-columns/column'
import { type ContactToMove, makeMember, viewContactToMove } from '../../domain/persons/make-member'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { Confirm } from '../../ui/confirm'
import { DescriptionList } from '../../ui/description-list'
import { TextField } from '../../ui/form'
import { Fields } from '../../ui/form-layout'
import { Notice } from '../../ui/notice'
import { displayName } from '../../ui/person-fields/display-name'
import { FieldValue } from '../../ui/person-fields/value'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { doneWithPerson } from '../members/person'
import { RelatedSentences } from '../members/person-side'
import { personPathIn } from '../paths'
import { makeMemberTexts } from './texts'

const MEMBER = '/:workspace/contacts/:contact_id{per_\\w+}/member'

/** Makes a contact a member. */
export const makeMemberPage = new Hono<Env>()
  .get(MEMBER, async (c) => {
    const contact = await viewContactToMove(c.var.staff, { id: c.req.param('contact_id') })
    const entered = { membership_number: contact.nextNumber ?? null, join_date: contact.context.today }
    return c.html(<MakeMemberPage {...{ contact, entered }} viewer={viewerOf(c)} />)
  })

  .post(MEMBER, async (c) => {
    const id = c.req.param('contact_id')
    const form = await readForm(c)
    const entered = {
      membership_number: form.get('membership_number')?.trim() || null,
      join_date: form.get('join_date') || null,
    }
    try {
      await makeMember(c.var.staff, { id, input: entered })
      return doneWithPerson(c, 'moved', { list: 'members', id })
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      const contact = await viewContactToMove(c.var.staff, { id })
      const { issues } = error
      return c.html(<MakeMemberPage {...{ contact, entered, issues }} viewer={viewerOf(c)} />, 422)
    }
  })

type Props = {
  contact: ContactToMove
  entered: { membership_number: string | null; join_date: string | null }
  viewer: Viewer
  issues?: Issues
}

function MakeMemberPage({
  contact: { contact, lost, holder, doubles },
  entered,
  viewer,
  issues = {},
}: Props) {
  const { locale, staff } = viewer
  const t = makeMemberTexts(locale)
  const title = t.title(displayName(contact))
  const path = (page: string) => personPathIn(staff.workspace, 'contacts', contact.id, page)
  const hasIssues = Object.keys(issues).length > 0
  return (
    <StaffLayout title={title} viewer={viewer} section="contacts" hasIssues={hasIssues}>
      {holder && (
        <Notice tone="bad" title={t.holderTitle}>
          <p>{t.holder}</p>
          <p>
            <a href={personPathIn(staff.workspace, 'members', holder.id)}>{displayName(holder)}</a>
          </p>
        </Notice>
      )}
      {doubles.length > 0 && (
        <Notice tone="warn" title={t.doublesTitle} isQuiet>
          <RelatedSentences persons={doubles} viewer={viewer} />
        </Notice>
      )}
      <Confirm
        title={title}
        lead={t.lead}
        action={path('/member')}
        label={t.submit}
        cancelHref={path('')}
        locale={locale}
      >
        <Card>
          <Fields>
            <TextField
              name="membership_number"
              label={t.number}
              value={entered.membership_number ?? ''}
              autocomplete="off"
              {...('membership_number' in issues && { issue: t.numberIssue })}
            />
            <DateField
              name="join_date"
              label={t.joinDate}
              value={entered.join_date ?? ''}
              {...('join_date' in issues && { issue: t.dateIssue })}
            />
          </Fields>
        </Card>
        {lost.length > 0 && (
          <Card title={t.lostTitle}>
            <p>{t.lost}</p>
            <DescriptionList
              items={lost.map((column) => {
                const key = columnKey(column)
                const value = <FieldValue field={{ key, column }} value={contact[key]} locale={locale} />
                return { name: column.name, value }
              })}
            />
          </Card>
        )}
      </Confirm>
    </StaffLayout>
  )
}
