import { type Context, Hono } from 'hono'
import { type Event, toApi } from '../../domain/events/event'
import { selectHistory } from '../../domain/events/history'
import type { Profile } from '../../domain/pages/profile'
import { editPerson } from '../../domain/persons/edit'
import { selectSameNumber } from '../../domain/persons/related'
import { viewPerson } from '../../domain/persons/view'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { formTexts } from '../../ui/i18n/texts'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { countryOf } from '../../ui/person-fields/countries'
import { displayName } from '../../ui/person-fields/display-name'
import { IssueList } from '../../ui/person-fields/issues'
import { labelOf } from '../../ui/person-fields/kind'
import { parseChanges, shownEntries } from '../../ui/person-fields/parse'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathTo, personPathIn } from '../paths'
import { ChangedNote, changedId } from './changed-note'
import { doneWithPerson, PERSON } from './person'
import { formFields, PersonForm, uniqueValues } from './person-form'
import { editableGroups } from './person-groups'
import { PersonLink, sectionOf } from './person-head'
import { personTexts } from './person-texts'
import { placeOf } from './place'
import { SameNumber } from './same-number'

// The dot tells them from the keys of custom columns, which name inputs of the form.
const VERSION = 'form.version'
const SHOWN = 'form.shown'

/** The form that edits a person. It carries the version that it was made from, and what it showed. */
export const editPage = new Hono<Env>()
  .get(`${PERSON}/edit`, async (c) => {
    const edited = await openEdited(c)
    return c.html(<EditPage edited={edited} viewer={viewerOf(c)} place={placeOf(c)} to={pathTo(c)} />)
  })

  .post(`${PERSON}/edit`, async (c) => {
    const { list, person_id: id } = c.req.param()
    const form = await readForm(c, () => openEdited(c))
    const shown = form.get(VERSION) ?? ''
    try {
      const { version } = await editPerson(c.var.staff, {
        list,
        id,
        version: shown,
        ...uniqueValues(form),
        toBody: (person, context) =>
          parseChanges(
            form,
            { fields: formFields(editableGroups(context, viewerOf(c))), person },
            viewerOf(c).locale,
          ),
      })
      const to = pathTo(c)
      if (to) return c.redirect(to, 303)
      if (version === shown) return doneWithPerson(c, 'unchanged', { list, id })
      return doneWithPerson(c, 'saved', { list, id, batch: c.var.staff.actor.batchId })
    } catch (error) {
      if (!(error instanceof DomainError && (error.issues || error.reason === 'changed_meanwhile')))
        throw error
      const edited = await openEdited(c)
      const props = {
        edited,
        form,
        viewer: viewerOf(c),
        place: placeOf(c),
        to: pathTo(c),
        issues: error.issues,
      }
      return c.html(<EditPage {...props} />, 422)
    }
  })

type Edited = Pick<Profile, 'person' | 'area' | 'version' | 'context' | 'sameNumber'> & { events: Event[] }

/** How many of the last events of a person are searched for who changed a field. */
const MAX_EVENTS = 50

async function openEdited(c: Context<Env>): Promise<Edited> {
  const { list = '', person_id: id = '' } = c.req.param()
  const workspace = c.var.staff.workspace()
  const { rows, ...opened } = await viewPerson(c.var.staff, {
    list,
    id,
    action: 'edit',
    extra: {
      events: selectHistory(workspace, id, MAX_EVENTS),
      sameNumber: selectSameNumber(workspace, id),
    },
  })
  return { ...opened, sameNumber: rows.sameNumber, events: rows.events.map(toApi) }
}

type Props = {
  edited: Edited
  viewer: Viewer
  place: URLSearchParams
  /** Where the form leads back to, if it was opened from another page than that of the person. */
  to: string | undefined
  /** What was entered, where it could not be saved. */
  form?: URLSearchParams
  issues?: Issues | undefined
}

function EditPage({ edited, viewer, place, to, form, issues = {} }: Props) {
  const { locale, staff } = viewer
  const { person, context, version, events } = edited
  const t = personTexts(locale).editPage
  const groups = editableGroups(context, viewer)
  const fields = formFields(groups)
  const current = shownEntries(fields, person, locale)
  const isChanged = form !== undefined && form.get(VERSION) !== version
  const shown = isChanged ? new URLSearchParams(form.get(SHOWN) ?? '') : current
  const entered = form ? parseChanges(form, { fields, person, shown }, locale) : {}
  const changed = Object.keys(parseChanges(current, { fields, person, shown }, locale))
  return (
    <StaffLayout
      title={t.title(displayName(person))}
      viewer={viewer}
      section={sectionOf(edited)}
      hasIssues={form !== undefined}
    >
      <PageHead
        title={t.title(displayName(person))}
        breadcrumb={<PersonLink subject={edited} viewer={viewer} place={place} />}
      />
      {isChanged && (
        <Notice tone="warn" title={t.changedTitle}>
          <p>{t.changed}</p>
          <ul>
            {fields
              .filter(({ key }) => changed.includes(key))
              .map((field) => (
                <li>
                  <a href={`#${changedId(field)}`}>{labelOf(field, locale)}</a>
                </li>
              ))}
          </ul>
        </Notice>
      )}
      <SameNumber number={person.membership_number} others={edited.sameNumber} viewer={viewer} />
      <IssueList issues={issues} fields={fields} conflictMessage={t.changed} locale={locale} />
      <PersonForm
        groups={groups}
        values={{ ...person, ...entered }}
        issues={issues}
        locale={locale}
        submit={formTexts(locale).save}
        cancelHref={to ?? personPathIn(staff.workspace, context.list, person.id, '', place)}
        country={countryOf(staff.workspace)}
        hidden={{ [VERSION]: version, [SHOWN]: current.toString() }}
        noteFor={(field) =>
          changed.includes(field.key) && (
            <ChangedNote
              field={field}
              value={person[field.key]}
              isEntered={field.key in entered}
              events={events}
              viewer={viewer}
            />
          )
        }
      />
    </StaffLayout>
  )
}
