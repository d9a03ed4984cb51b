import { MANDATE, mandateReferenceOf } from '../../domain/person-fields/fields'
import { mayGrantMandate, mayWithdrawMandate } from '../../domain/portal/mandate/view'
import type { MyData } from '../../domain/portal/my-data'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { Digits } from '../../ui/text'
import { mandateTexts } from '../texts/mandate'

type Props = { data: MyData; locale: Locale }

/** The mandate of a member, where the portal offers to give one. */
export function MandateCard({ data: { session, person }, locale }: Props) {
  const reference = mandateReferenceOf(person)
  const mayWithdraw = reference !== '' && mayWithdrawMandate(session)
  const mayGrant = mayGrantMandate(session)
  if (!mayGrant && !mayWithdraw) return null
  const t = mandateTexts(locale)
  const signed = Object(person[MANDATE]).signature_date
  const path = `/portal/persons/${session.person.id}/mandate`
  return (
    <Card title={t.title} id="mandate">
      <p>
        {reference ? (
          <>
            {t.reference} <Digits>{reference}</Digits>
            {signed && `, ${formatDate(signed, locale)}`}
          </>
        ) : (
          t.none
        )}
      </p>
      <Actions>
        {mayGrant && (
          <ButtonLink kind="second" href={path}>
            {reference ? t.change : t.open}
          </ButtonLink>
        )}
        {mayWithdraw && (
          <ButtonLink kind="plain" href={`${path}/withdrawal`}>
            {t.withdraw}
          </ButtonLink>
        )}
      </Actions>
    </Card>
  )
}
