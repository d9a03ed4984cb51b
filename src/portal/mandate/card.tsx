import { MANDATE, mandateReferenceOf } from '../../domain/person-fields/fields'
import { parseFixedFields } from '../../domain/persons/person'
import { mayGrantMandate, mayWithdrawMandate } from '../../domain/portal/mandate/view'
import type { PortalSession } from '../../domain/portal/sessions'
import { functionsOf } from '../../domain/portal/settings'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Actions } from '../../ui/stack'
import { Digits } from '../../ui/text'
import { mandateTexts } from '../texts/mandate'

type Props = { session: PortalSession; locale: Locale }

/** The page that has the card of a person's mandate: the fees of a contact who pays, who has no page of data. */
export const mandateHome = ({ workspace, person, isPayer }: PortalSession): string =>
  `/portal/persons/${person.id}${isPayer && functionsOf(workspace).includes('view_fees') ? '/fees' : ''}`

/** The mandate of a person, where the portal offers to give one. */
export function MandateCard({ session, locale }: Props) {
  const person = parseFixedFields(session.person)
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
