import type { Child } from 'hono/jsx'
import { girocode } from '../../domain/fees/girocode'
import type { Dues } from '../../domain/portal/dues'
import type { UnpaidFee } from '../../domain/portal/my-fees'
import type { PortalSession } from '../../domain/portal/sessions'
import { Card, Part } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { formatMoney, inFours } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { LetterColumns } from '../../ui/letter'
import { QrCode } from '../../ui/qr-code'
import { Quiet, Selectable } from '../../ui/text'
import { transferTexts } from '../texts/transfer'
import { AskAboutMoney } from './contact'
import { titleOf } from './title-of'

type Props = { dues: Dues; toPay: UnpaidFee[]; session: PortalSession; locale: Locale }

/** How fees are transferred: each has a reference and a GiroCode of its own. */
export function Transfer({ dues, toPay, session, locale }: Props) {
  const t = transferTexts(locale)
  const { payee, person } = dues
  if (!payee)
    return (
      <Card title={t.title}>
        <p>{t.noPayee}</p>
        <AskAboutMoney dues={dues} session={session} locale={locale} />
      </Card>
    )
  const [first, ...others] = toPay
  if (!first) return null
  const { currency } = person
  const payeeFacts = [
    { name: t.payee, value: payee.name },
    { name: t.iban, value: <Selectable>{inFours(payee.iban)}</Selectable> },
  ]
  return (
    <Card title={t.title}>
      {others.length > 0 && <p>{t.each}</p>}
      {others.length === 0 ? (
        <FeeTransfer fee={first} facts={payeeFacts} {...{ payee, currency, locale }} />
      ) : (
        <>
          <DescriptionList items={payeeFacts} />
          {toPay.map((fee) => (
            <Part title={titleOf(fee)}>
              <FeeTransfer fee={fee} facts={[]} {...{ payee, currency, locale }} />
            </Part>
          ))}
        </>
      )}
      {currency === 'EUR' && <Quiet>{t.scan}</Quiet>}
      <Quiet>{t.keep}</Quiet>
    </Card>
  )
}

type FeeProps = {
  fee: UnpaidFee
  payee: NonNullable<Dues['payee']>
  /** What is said before amount and reference. */
  facts: { name: string; value: Child }[]
  currency: string
  locale: Locale
}

function FeeTransfer({ fee, payee, facts, currency, locale }: FeeProps) {
  const t = transferTexts(locale)
  const { openAmount: amount, reference } = fee
  return (
    <LetterColumns>
      <DescriptionList
        items={[
          ...facts,
          { name: t.amount, value: <b>{formatMoney(amount, currency, locale)}</b> },
          { name: t.reference, value: <Selectable>{inFours(reference)}</Selectable> },
        ]}
      />
      {currency === 'EUR' && (
        <QrCode text={girocode({ ...payee, amount, reference })} label={t.code(titleOf(fee))} />
      )}
    </LetterColumns>
  )
}
