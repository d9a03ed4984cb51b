import { type Context, Hono } from 'hono'
import { editableFields, getMyData, type MyData, updateMyData } from '../domain/portal/my-data'
import { functionsOf } from '../domain/portal/settings'
import { DomainError, type Issues } from '../domain/shared/errors'
import type { Env } from '../env'
import { readForm } from '../http/forms'
import { ButtonLink } from '../ui/button'
import { Card } from '../ui/card'
import { DescriptionList } from '../ui/description-list'
import { SaveOrCancel } from '../ui/form'
import { Fields, Form } from '../ui/form-layout'
import { type Locale, memberLocaleFor } from '../ui/i18n/locale'
import { Notice } from '../ui/notice'
import { PageHead } from '../ui/page-head'
import { displayName } from '../ui/person-fields/display-name'
import { FieldInput } from '../ui/person-fields/input'
import { IssueList } from '../ui/person-fields/issues'
import { labelOf } from '../ui/person-fields/kind'
import { parseChanges } from '../ui/person-fields/parse'
import { FieldValue } from '../ui/person-fields/value'
import { Lead } from '../ui/text'
import { OpenFeesCard } from './household'
import { MemberLayout } from './member-layout'
import { NewsCard, NewsNotice } from './news-card'
import { signedInMember } from './session'
import { myDataTexts } from './texts/my-data'

/** The pages of a member's data: one shows it, one edits it. */
export const myData = new Hono<Env>()
  .get('/', answerData)
  .get('/persons/:person_id', answerData)

  .get('/persons/:person_id/edit', async (c) => {
    const data = await getMyData(await signedInMember(c))
    return c.html(<EditPage {...data} locale={localeOf(c, data)} values={data.person} />)
  })

  .post('/persons/:person_id/edit', async (c) => {
    const member = await signedInMember(c)
    const form = await readForm(c, () => getMyData(member))
    try {
      await updateMyData(member, {
        updatedAt: form.get('updated_at') ?? '',
        toInput: (stored) => parseChanges(form, stored, localeOf(c, stored)),
      })
      return c.redirect(`/portal/persons/${c.req.param('person_id')}?saved=1`, 303)
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      const data = await getMyData(member)
      const locale = localeOf(c, data)
      const values = valuesToShow(data, form, locale)
      return c.html(<EditPage {...data} locale={locale} values={values} issues={error.issues} />, 422)
    }
  })

const localeOf = (c: Context<Env>, { session }: MyData): Locale => memberLocaleFor(c.req, session.workspace)

async function answerData(c: Context<Env>) {
  const data = await getMyData(await signedInMember(c))
  const { session, person, fields } = data
  if (fields.length === 0 && functionsOf(session.workspace).includes('view_fees'))
    return c.redirect(`/portal/persons/${person.id}/fees`, 303)
  const isSaved = c.req.query('saved') !== undefined
  const news = c.req.query('news')
  return c.html(<DataPage {...data} locale={localeOf(c, data)} {...{ isSaved, news }} />)
}

function DataPage({
  session,
  person,
  fields,
  newsRefusedAt,
  household,
  locale,
  isSaved,
  news,
}: MyData & { locale: Locale; isSaved: boolean; news: string | undefined }) {
  const t = myDataTexts(locale)
  const items = fields
    .filter(({ key }) => key !== 'name')
    .map((field) => ({
      name: labelOf(field, locale),
      value: <FieldValue field={field} value={person[field.key]} locale={locale} />,
    }))
  const isEditable = fields.some((field) => field.isEditable)
  const edit = (
    <ButtonLink kind="second" href={`/portal/persons/${person.id}/edit`}>
      {t.edit}
    </ButtonLink>
  )
  return (
    <MemberLayout title={t.title} session={session} section="data" locale={locale}>
      {isSaved && <Notice tone="good">{t.saved}</Notice>}
      <NewsNotice done={news} locale={locale} />
      <PageHead title={displayName(person)} actions={isEditable && edit} />
      <OpenFeesCard household={household} locale={locale} />
      {fields.length === 0 && <Lead>{t.nothingOffered}</Lead>}
      {items.length > 0 && (
        <Card>
          <DescriptionList items={items} />
        </Card>
      )}
      {Boolean(person.email) && (
        <NewsCard person={session.person} refusedAt={newsRefusedAt} locale={locale} />
      )}
    </MemberLayout>
  )
}

type EditProps = MyData & { locale: Locale; values: Record<string, unknown>; issues?: Issues }

function EditPage({ session, person, fields, locale, values, issues = {} }: EditProps) {
  const t = myDataTexts(locale)
  const editable = editableFields(fields)
  const hasIssues = Object.keys(issues).length > 0
  return (
    <MemberLayout title={t.editTitle} hasIssues={hasIssues} session={session} section="data" locale={locale}>
      <PageHead title={t.editTitle} lead={displayName(person)} />
      <IssueList issues={issues} fields={editable} conflictMessage={t.changedMeanwhile} locale={locale} />
      <Form action={`/portal/persons/${person.id}/edit`} hidden={{ updated_at: String(person.updated_at) }}>
        <Card>
          <Fields>
            {editable.map((field) => (
              <FieldInput field={field} value={values[field.key]} issues={issues} locale={locale} />
            ))}
          </Fields>
        </Card>
        <SaveOrCancel cancelHref={`/portal/persons/${person.id}`} locale={locale} />
      </Form>
    </MemberLayout>
  )
}

/** The values of a form that had issues: as entered, or all as stored when the person was changed after it was shown. */
function valuesToShow(
  { person, fields }: MyData,
  form: URLSearchParams,
  locale: Locale,
): Record<string, unknown> {
  if (form.get('updated_at') !== person.updated_at) return person
  return { ...person, ...parseChanges(form, { person, fields: editableFields(fields) }, locale) }
}
