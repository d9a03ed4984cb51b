import { Hono } from 'hono'
import { createPersonFrom } from '../../domain/persons/create'
import { type NewPersonForm, viewNewPersonForm } from '../../domain/persons/new'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Breadcrumb, PageHead } from '../../ui/page-head'
import { countryOf } from '../../ui/person-fields/countries'
import { IssueList } from '../../ui/person-fields/issues'
import { parseChanges } from '../../ui/person-fields/parse'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { doneWithPerson } from './person'
import { formFields, PersonForm, uniqueValues } from './person-form'
import { editableGroups } from './person-groups'
import { personTexts } from './person-texts'

const NEW = '/:workspace/:list{(?:members|contacts)}/new'

/** The form for a new member or contact. */
export const newPage = new Hono<Env>()
  .get(NEW, async (c) => {
    const blank = await viewNewPersonForm(c.var.staff, c.req.param())
    const { context, nextNumber = null } = blank
    const viewer = viewerOf(c)
    const values = {
      address: { country_code: countryOf(viewer.staff.workspace) },
      ...(context.list === 'members' && { membership_number: nextNumber, join_date: context.today }),
    }
    return c.html(<NewPage blank={blank} viewer={viewer} values={values} />)
  })

  .post(NEW, async (c) => {
    const { list } = c.req.param()
    const form = await readForm(c, () => viewNewPersonForm(c.var.staff, { list }))
    try {
      const { json } = await createPersonFrom(c.var.staff, {
        list,
        ...uniqueValues(form),
        toBody: (columns) => {
          const viewer = viewerOf(c)
          const fields = formFields(editableGroups(columns, viewer))
          const body = parseChanges(form, { fields, person: {} }, viewer.locale)
          return withoutBareCountry(body, countryOf(viewer.staff.workspace))
        },
      })
      return doneWithPerson(c, 'created', { list, id: JSON.parse(json).id })
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      const blank = await viewNewPersonForm(c.var.staff, { list })
      const viewer = viewerOf(c)
      const values = parseChanges(
        form,
        { fields: formFields(editableGroups(blank.context, viewer)), person: {} },
        viewer.locale,
      )
      return c.html(<NewPage blank={blank} viewer={viewer} values={values} issues={error.issues} />, 422)
    }
  })

/** The body without an address that has the country alone, which the form suggests. */
function withoutBareCountry(body: Record<string, unknown>, suggested: string | undefined) {
  const { street, postcode, city, country_code } = Object(body.address)
  return street || postcode || city || country_code !== suggested ? body : { ...body, address: null }
}

type Props = { blank: NewPersonForm; viewer: Viewer; values: Record<string, unknown>; issues?: Issues }

function NewPage({ blank: { context }, viewer, values, issues = {} }: Props) {
  const { locale, staff } = viewer
  const { list } = context
  const t = personTexts(locale)
  const listHref = pathIn(staff.workspace, `/${list}`)
  return (
    <StaffLayout
      title={t.newPage[list]}
      viewer={viewer}
      section={list}
      hasIssues={Object.keys(issues).length > 0}
    >
      <PageHead
        title={t.newPage[list]}
        breadcrumb={<Breadcrumb items={[{ label: t.lists[list], href: listHref }]} locale={locale} />}
      />
      <IssueList
        issues={issues}
        fields={formFields(editableGroups(context, viewer))}
        conflictMessage=""
        locale={locale}
      />
      <PersonForm
        groups={editableGroups(context, viewer)}
        values={values}
        issues={issues}
        locale={locale}
        submit={t.newPage.create}
        cancelHref={listHref}
        country={countryOf(staff.workspace)}
      />
    </StaffLayout>
  )
}
