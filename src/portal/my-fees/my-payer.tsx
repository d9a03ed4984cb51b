import { Hono } from 'hono'
import { hasRight } from '../../domain/access/session-rights'
import type { MyFees } from '../../domain/portal/my-fees'
import { hideMyFees } from '../../domain/portal/my-payer'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { formatDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Quiet } from '../../ui/text'
import { signedInMember } from '../session'
import { myPayerTexts } from '../texts/my-payer'

/** Hides the fees of a member from who pays them, or shows them again, as the page of the fees offers. */
export const myPayer = new Hono<Env>().post('/persons/:person_id/payer', async (c) => {
  const isHidden = (await readForm(c)).get('fees') === 'hidden'
  const isChanged = await hideMyFees(signedInMember(c), { isHidden })
  const word = !isChanged ? 'payer_unchanged' : isHidden ? 'fees_hidden' : 'fees_shown'
  return done(c, word, { to: `/portal/persons/${c.req.param('person_id')}/fees` })
})

type Props = { fees: MyFees; locale: Locale }

/** Who pays for a member and what that person sees, with a button that changes it for adults. */
export function PayerCard({ fees: { payer, session }, locale }: Props) {
  if (!payer) return null
  const t = myPayerTexts(locale)
  const isHidden = payer.hidesFees && payer.isAdult
  const change = (
    <form method="post" action={`/portal/persons/${session.person.id}/payer`}>
      <Button kind="plain" name="fees" value={isHidden ? 'shown' : 'hidden'}>
        {isHidden ? t.show : t.hide}
      </Button>
    </form>
  )
  return (
    <Card
      title={t.title}
      id="payer"
      action={payer.isAdult && hasRight(session.kind, 'decide_consents') && change}
    >
      <p>
        {payer.name === null ? t.somebody : t.pays(payer.name)}{' '}
        {payer.agreedOn && t.agreed(formatDate(payer.agreedOn, locale))}
      </p>
      <p>{isHidden ? t.hidden : t.sees}</p>
      {payer.sharesSession && payer.isAdult && <Quiet>{t.shared}</Quiet>}
    </Card>
  )
}

/** Whose fees a payer does not see. */
export const HidingPersons = ({ fees: { hiding }, locale }: Props) =>
  hiding.map((name) => <Quiet>{myPayerTexts(locale).hiding(name)}</Quiet>)
