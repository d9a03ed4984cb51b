import { type Context, Hono } from 'hono'
import { grantMandate } from '../../domain/portal/mandate/grant'
import { type MyMandate, viewMyMandate } from '../../domain/portal/mandate/view'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { DescriptionList } from '../../ui/description-list'
import { inputId, TextField } from '../../ui/form'
import { ErrorSummary, Fields, Form } from '../../ui/form-layout'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { mandateTextOf, mandateTextVersion, shownMandateText } from '../../ui/mandate-text'
import { Message } from '../../ui/message'
import { PageHead } from '../../ui/page-head'
import { readIban } from '../../ui/person-fields/iban'
import { Actions } from '../../ui/stack'
import { Digits, Quiet } from '../../ui/text'
import { Layout } from '../layout'
import { signedInPayer } from '../session'
import { mandateTexts } from '../texts/mandate'
import { mandateHome } from './card'
import { queueMandateNotices } from './queue-notices'

const PATH = '/persons/:person_id/mandate'
const VERSION = 'text_version'

/** The page on which members, and contacts who pay for them, give a mandate. */
export const grantMandatePage = new Hono<Env>()
  .get(PATH, async (c) => {
    const mine = await viewMyMandate(signedInPayer(c))
    return c.html(<GrantPage mine={mine} locale={localeOf(c, mine)} />)
  })

  .post(PATH, async (c) => {
    const payer = signedInPayer(c)
    const form = await readForm(c, () => viewMyMandate(payer))
    const version = form.get(VERSION) ?? ''
    const paragraphs = mandateTextOf(version)
    try {
      if (!paragraphs) throw new DomainError('not_found', 'There is no such text of a mandate.')
      const { outcome, session } = await grantMandate(payer, {
        body: {
          holder: form.get('holder') ?? '',
          iban: readIban(form.get('iban') ?? ''),
          agreed: form.get('agreed') ?? '',
        },
        text: { version, paragraphs },
        tell: (notices) => queueMandateNotices(c, notices),
      })
      const word = outcome === 'unchanged' ? 'mandate_unchanged' : outcome
      return done(c, word, { to: mandateHome(session) })
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      const mine = await viewMyMandate(payer)
      return c.html(
        <GrantPage mine={mine} locale={localeOf(c, mine)} refused={{ form, issues: error.issues }} />,
        422,
      )
    }
  })

const localeOf = (c: Context<Env>, { session }: MyMandate): Locale =>
  memberLocaleFor(c.req, session.workspace)

type Props = { mine: MyMandate; locale: Locale; refused?: { form: URLSearchParams; issues: Issues } }

function GrantPage({ mine, locale, refused }: Props) {
  const { session, creditor, living, newReference, obstacle, name } = mine
  const t = mandateTexts(locale)
  const home = mandateHome(session)
  if (obstacle === 'not_offered') throw new DomainError('not_found', 'No mandate is given here.')
  if (obstacle !== null || !creditor)
    return (
      <Layout title={t.title} locale={locale} session={session}>
        <Message title={t.title} lead={t.obstacles[obstacle ?? 'no_creditor']}>
          <ButtonLink href={home}>{t.back}</ButtonLink>
        </Message>
      </Layout>
    )
  const version = mandateTextVersion(locale.language)
  const issues = refused?.issues ?? {}
  const isOver = issues.agreed?.some(({ code }) => code === 'too_many_mandates')
  const issue = (key: 'holder' | 'iban' | 'agreed') =>
    Object.hasOwn(issues, key) ? t.issues[isOver ? 'tooMany' : key] : undefined
  const entered = (key: string, stored: string) => refused?.form.get(key) ?? stored
  const fields = (['holder', 'iban', 'agreed'] as const).filter((key) => Object.hasOwn(issues, key))
  const labels = { holder: t.holder, iban: t.iban, agreed: t.title }
  return (
    <Layout title={t.title} locale={locale} session={session} hasIssues={refused !== undefined}>
      <PageHead title={t.title} lead={t.lead} />
      {refused && (
        <ErrorSummary
          title={formTexts(locale).checkEntries}
          issues={fields.map((key) => ({
            label: labels[key],
            text: issue(key) ?? '',
            inputId: inputId(key),
          }))}
        />
      )}
      <Form
        action={`/portal/persons/${session.person.id}/mandate`}
        hidden={new URLSearchParams({ [VERSION]: version })}
      >
        <Card>
          <DescriptionList
            items={[
              { name: t.creditor, value: creditor.name },
              { name: t.creditorId, value: <Digits>{creditor.creditor_id}</Digits> },
              { name: t.reference, value: <Digits>{living?.reference ?? newReference}</Digits> },
              { name: t.kind, value: t.recurrent },
            ]}
          />
          {living && <Quiet>{t.otherHolder(newReference)}</Quiet>}
          <Fields>
            <TextField
              name="holder"
              label={t.holder}
              hint={t.holderHint}
              value={entered('holder', living?.holder ?? name)}
              issue={issue('holder')}
              autocomplete="name"
            />
            <TextField
              name="iban"
              label={t.iban}
              value={entered('iban', '')}
              issue={issue('iban')}
              autocapitalize="characters"
              spellcheck={false}
            />
          </Fields>
          {shownMandateText(locale.language)(creditor.name).map((paragraph) => (
            <p>{paragraph}</p>
          ))}
          <Check
            name="agreed"
            label={t.agreed}
            isChecked={refused?.form.has('agreed') ?? false}
            issue={issue('agreed')}
          />
          <Quiet>{t.rests}</Quiet>
        </Card>
        <Actions>
          <Button>{t.grant}</Button>
          <ButtonLink kind="second" href={home}>
            {formTexts(locale).cancel}
          </ButtonLink>
        </Actions>
      </Form>
    </Layout>
  )
}
