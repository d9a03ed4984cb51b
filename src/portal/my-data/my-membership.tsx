import { Hono } from 'hono'
import { type Membership, viewMyMembership } from '../../domain/portal/my-membership'
import type { Env } from '../../env'
import { formatDate } from '../../ui/i18n/format'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { IdCard } from '../../ui/id-card'
import { BackLink, PageHead } from '../../ui/page-head'
import { QrCode } from '../../ui/qr-code'
import { Digits } from '../../ui/text'
import { MemberLayout, nameOf } from '../member-layout'
import { signedInMember } from '../session'
import { membershipTexts } from '../texts/membership'

/**
 * The membership card, to show or to print. It is valid until the year ends or the member leaves. Its code holds the
 * number alone: who scans it looks the member up.
 */
export const myMembership = new Hono<Env>().get('/persons/:person_id/card', async (c) => {
  const membership = await viewMyMembership(signedInMember(c))
  return c.html(
    <CardPage membership={membership} locale={memberLocaleFor(c.req, membership.session.workspace)} />,
  )
})

type Props = { membership: Membership; locale: Locale }

function CardPage({ membership: { session, number, validUntil }, locale }: Props) {
  const { person } = session
  const t = membershipTexts(locale)
  return (
    <MemberLayout title={t.title} session={session} section="data" locale={locale}>
      <PageHead
        title={t.title}
        lead={t.lead}
        breadcrumb={<BackLink href={`/portal/persons/${person.id}`}>{t.back}</BackLink>}
      />
      <IdCard
        issuer={person.workspaceName}
        title={t.title}
        name={nameOf(person)}
        items={[
          { name: t.number, value: <Digits>{number}</Digits> },
          { name: t.validUntil, value: formatDate(validUntil, locale) },
        ]}
        code={<QrCode text={number} label={t.code(number)} />}
      />
    </MemberLayout>
  )
}
