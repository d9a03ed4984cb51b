import { type Context, Hono } from 'hono'
import type { PortalCard } from '../../domain/person-fields/fields'
import { cardsOf } from '../../domain/portal/cards'
import { mayGrantMandate } from '../../domain/portal/mandate/view'
import { type MyData, viewMyData } from '../../domain/portal/my-data'
import type { PortalSession } from '../../domain/portal/sessions'
import { functionsOf, idOrSlugOf } from '../../domain/portal/settings'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatInstant } from '../../ui/i18n/format'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { DoneNotice, Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import { Actions } from '../../ui/stack'
import { Lead, Quiet } from '../../ui/text'
import { EmailCard } from '../email/card'
import { OpenFeesCard } from '../household'
import { MandateCard } from '../mandate/card'
import { MemberLayout } from '../member-layout'
import { ImpossibleDebit, OldAccount } from '../my-fees/debit-notices'
import { ResignCard } from '../resign/card'
import { signedInPayer } from '../session'
import { emailTexts } from '../texts/email'
import { mandateTexts } from '../texts/mandate'
import { myDataTexts } from '../texts/my-data'
import { myGuardianTexts } from '../texts/my-guardian'
import { newsTexts } from '../texts/news'
import { DataCard } from './data-card'
import { LastChange } from './last-change'
import { NewsCard } from './news-card'

/** The page of a member's data, in cards by subject. */
export const viewData = new Hono<Env>().get('/', answerData).get('/persons/:person_id', answerData)

async function answerData(c: Context<Env>) {
  const data = await viewMyData(signedInPayer(c))
  const { session, person, fields } = data
  const isEmpty = fields.length === 0 && (session.isPayer || !mayGrantMandate(session))
  if (isEmpty && functionsOf(session.workspace).includes('view_fees'))
    return c.redirect(`/portal/persons/${person.id}/fees`, 303)
  const locale = memberLocaleFor(c.req, session.workspace)
  return c.html(<DataPage {...{ data, locale }} done={takeDone(c)} />)
}

type Props = { data: MyData; locale: Locale; done: Done | undefined }

function DataPage({ data, locale, done }: Props) {
  const { session, person, fields, newsRefusedAt, household } = data
  const t = myDataTexts(locale)
  return (
    <MemberLayout title={t.title} session={session} section="data" locale={locale}>
      <CardNotice done={done} locale={locale} />
      <DoneNotice
        done={done}
        texts={{
          ...newsTexts(locale).done,
          ...mandateTexts(locale).done,
          withdrawn: emailTexts(locale).withdrawn,
        }}
      />
      <ImpossibleDebit data={data} locale={locale} />
      <OldAccount data={data} locale={locale} />
      <RestrictedLink data={data} locale={locale} />
      <RestingAccount data={data} locale={locale} />
      <PageHead title={displayName(person)} />
      <MyGuardian {...{ session, locale }} />
      <OpenFeesCard household={household} locale={locale} />
      {fields.length === 0 && <Lead>{t.nothingOffered}</Lead>}
      {cardsOf(fields).map((card) => (
        <>
          <DataCard card={card} data={data} locale={locale} />
          {card.name === 'contact' && <EmailCard data={data} locale={locale} />}
        </>
      ))}
      <MandateCard session={session} locale={locale} />
      {Boolean(person.email) && !session.isPayer && (
        <NewsCard session={session} refusedAt={newsRefusedAt} locale={locale} />
      )}
      {fields.length > 0 && <RecordCard personId={person.id} locale={locale} />}
      <ResignCard session={session} locale={locale} />
      <LastChange data={data} locale={locale} />
    </MemberLayout>
  )
}

/** Says what the form of a card did, as in `saved.address`. */
function CardNotice({ done, locale }: Pick<Props, 'done' | 'locale'>) {
  const { done: sentences, cards } = myDataTexts(locale)
  const [outcome = '', card = ''] = done?.word.split('.') ?? []
  if (!Object.hasOwn(sentences, outcome) || !Object.hasOwn(cards, card)) return null
  const sentence = sentences[outcome as keyof typeof sentences](cards[card as PortalCard])
  return <Notice tone={outcome === 'unchanged' ? 'info' : 'good'}>{sentence}</Notice>
}

/** What a link of a bulk mail does not open, and how to get one that does. */
function RestrictedLink({ data: { session, fields }, locale }: { data: MyData; locale: Locale }) {
  if (session.kind !== 'bulk_mail' || !fields.some(({ isBarred }) => isBarred)) return null
  const t = myDataTexts(locale).restricted
  const ask = (
    <ButtonLink kind="second" href={`/portal/${idOrSlugOf(session.workspace)}`}>
      {t.ask}
    </ButtonLink>
  )
  return (
    <Notice tone="info" title={t.title} isQuiet action={ask}>
      {t.lead}
    </Notice>
  )
}

/** Until when the account is closed, since the address is new. */
function RestingAccount({ data: { session, fields }, locale }: { data: MyData; locale: Locale }) {
  const { accountRestsUntil, timezone } = session.person
  const isShown = fields.some(({ key }) => key === 'bank_account')
  if (!accountRestsUntil || !isShown) return null
  const t = myDataTexts(locale).resting
  return (
    <Notice tone="info" title={t.title} isQuiet>
      {t.lead(formatInstant(accountRestsUntil, timezone, locale))}
    </Notice>
  )
}

/** Who acts for a minor, or that the guardian acts for it here. */
function MyGuardian({ session: { person }, locale }: { session: PortalSession; locale: Locale }) {
  const t = myGuardianTexts(locale)
  const name = person.guardian?.name
  if (!name) return null
  return <Quiet>{person.isWard ? t.acts(name) : t.is(name)}</Quiet>
}

const RecordCard = ({ personId, locale }: { personId: string; locale: Locale }) => {
  const { record: t } = myDataTexts(locale)
  return (
    <Card title={t.title}>
      <p>{t.lead}</p>
      <form method="post" action={`/portal/persons/${personId}/record`}>
        <Actions>
          <Button kind="second">{t.download}</Button>
          <ButtonLink kind="second" href={`/portal/persons/${personId}/record`}>
            {t.print}
          </ButtonLink>
        </Actions>
      </form>
    </Card>
  )
}
