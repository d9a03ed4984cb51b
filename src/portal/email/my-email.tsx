import { type Context, Hono } from 'hono'
import { parseFixedFields } from '../../domain/persons/person'
import {
  changeEmail,
  type EmailChange,
  requireEditableEmail,
  resendEmail,
  storedEmail,
  withdrawEmail,
} from '../../domain/portal/change-email'
import { familyOf, type MyEmail, viewMyEmail } from '../../domain/portal/my-data'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { clientAddress } from '../../http/client-address'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { mailOrigin } from '../../http/origin'
import { Card } from '../../ui/card'
import { CheckboxGroup, inputId, SaveOrCancel, TextField } from '../../ui/form'
import { ErrorSummary, Fields, Form } from '../../ui/form-layout'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import { Layout } from '../layout'
import { signedInMember } from '../session'
import { emailTexts } from '../texts/email'

/** The page where members change their email address, and what they can do while a new one waits. */
export const myEmail = new Hono<Env>()
  .get('/persons/:person_id/email', async (c) => {
    const data = await viewMyEmail(signedInMember(c))
    requireEditableEmail(data)
    return c.html(<EmailPage data={data} locale={localeOf(c, data)} />)
  })

  .post('/persons/:person_id/email', async (c) => {
    const origin = mailOrigin(c)
    const member = signedInMember(c)
    const form = await readForm(c)
    const typed = form.get('email') ?? ''
    const alsoFor = form.getAll('also_for')
    try {
      const change = await changeEmail(member, { typed, alsoFor, caller: clientAddress(c) })
      return answerChange(c, change, { origin, alsoFor })
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      const data = await viewMyEmail(member)
      const locale = localeOf(c, data)
      const issue = typed.trim() === '' ? emailTexts(locale).empty : emailTexts(locale).noAddress
      return c.html(<EmailPage {...{ data, locale, typed, alsoFor, issue }} />, 422)
    }
  })

  .post('/persons/:person_id/email/again', async (c) => {
    const origin = mailOrigin(c)
    const change = await resendEmail(signedInMember(c), { caller: clientAddress(c) })
    return answerChange(c, change, { origin, alsoFor: [] })
  })

  .post('/persons/:person_id/email/withdraw', async (c) => {
    await withdrawEmail(signedInMember(c))
    return done(c, 'withdrawn', { to: `/portal/persons/${c.req.param('person_id')}` })
  })

const localeOf = (c: Context<Env>, { session }: MyEmail): Locale => memberLocaleFor(c.req, session.workspace)

/** Queues the mails that a change takes, and leads to the page that says what it waits for. */
async function answerChange(
  c: Context<Env>,
  { data, email, outcome, confirmation, notices }: EmailChange,
  { origin, alsoFor }: { origin: string; alsoFor: string[] },
) {
  const locale = localeOf(c, data)
  if (outcome === 'too_many')
    return c.html(<EmailPage {...{ data, locale, typed: email, alsoFor }} isTooMany />, 429)
  const { person } = data.session
  // The stored addresses are told first, so that no address is confirmed of which they never heard.
  for (const notice of notices)
    await c.env.MAILS.send({ kind: 'email_notice', ...notice, language: locale.language, origin })
  if (confirmation)
    await c.env.MAILS.send({
      kind: 'email_confirmation',
      ...confirmation,
      language: locale.language,
      origin,
    })
  return c.redirect(`/portal/persons/${person.id}#email`, 303)
}

type Props = {
  data: MyEmail
  locale: Locale
  typed?: string
  /** The persons that were chosen; before that, those with the same address. */
  alsoFor?: string[]
  issue?: string
  isTooMany?: boolean
}

function EmailPage({ data, locale, typed, alsoFor, issue, isTooMany }: Props) {
  const t = emailTexts(locale)
  const { session, person } = data
  const old = storedEmail(session.person)
  const others = familyOf(session)
  const alike = others.filter((other) => old !== null && storedEmail(other) === old).map(({ id }) => id)
  return (
    <Layout
      title={t.editTitle}
      hasIssues={issue !== undefined}
      keepsInput={isTooMany}
      formPath={`/portal/persons/${person.id}/email`}
      {...{ session, locale }}
    >
      <PageHead title={t.editTitle} lead={t.editLead} />
      {isTooMany && <Notice tone="bad">{t.tooMany}</Notice>}
      {issue && (
        <ErrorSummary
          title={formTexts(locale).checkEntries}
          issues={[{ label: t.field, text: issue, inputId: inputId('email') }]}
        />
      )}
      <Form action={`/portal/persons/${person.id}/email`}>
        <Card>
          <Fields>
            <TextField
              name="email"
              label={t.field}
              value={typed ?? ''}
              hint={old ? t.current(old) : undefined}
              issue={issue}
              type="email"
              autocomplete="email"
            />
            {others.length > 0 && (
              <CheckboxGroup
                name="also_for"
                label={t.alsoFor}
                values={alsoFor ?? alike}
                options={others.map((other) => ({
                  value: other.id,
                  label: displayName(parseFixedFields(other)),
                }))}
              />
            )}
          </Fields>
        </Card>
        <SaveOrCancel label={t.send} cancelHref={`/portal/persons/${person.id}`} locale={locale} />
      </Form>
    </Layout>
  )
}
