import { girocode } from '../domain/fees/girocode'
import type { Dues } from '../domain/portal/dues'
import type { UnpaidFee } from '../domain/portal/my-fees'
import type { PortalSession } from '../domain/portal/sessions'
import { Card } from '../ui/card'
import { DescriptionList } from '../ui/description-list'
import { formatMoney, inFours } from '../ui/i18n/format'
import type { Locale } from '../ui/i18n/locale'
import { LetterColumns } from '../ui/letter'
import { QrCode } from '../ui/qr-code'
import { Quiet, Selectable } from '../ui/text'
import { AskAboutMoney } from './contact'
import { transferTexts } from './texts/transfer'

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
  const hasSeveral = toPay.length > 1
  const hasCodes = person.currency === 'EUR'
  return (
    <Card title={t.title}>
      {hasSeveral && <p>{t.each}</p>}
      {hasCodes && <p>{t.scan}</p>}
      {toPay.map((fee) => (
        <FeeTransfer
          fee={fee}
          payee={payee}
          currency={person.currency}
          isNamed={hasSeveral}
          locale={locale}
        />
      ))}
      <Quiet>{t.keep}</Quiet>
    </Card>
  )
}

type FeeProps = {
  fee: UnpaidFee
  payee: NonNullable<Dues['payee']>
  currency: string
  isNamed: boolean
  locale: Locale
}

function FeeTransfer({ fee, payee, currency, isNamed, locale }: FeeProps) {
  const t = transferTexts(locale)
  const { description, openAmount: amount, reference } = fee
  return (
    <section>
      {isNamed && <h3>{description}</h3>}
      <LetterColumns>
        <DescriptionList
          items={[
            { name: t.payee, value: payee.name },
            { name: t.iban, value: <Selectable>{inFours(payee.iban)}</Selectable> },
            { name: t.amount, value: <b>{formatMoney(amount, currency, locale)}</b> },
            { name: t.reference, value: <Selectable>{inFours(reference)}</Selectable> },
          ]}
        />
        {currency === 'EUR' && (
          <QrCode text={girocode({ ...payee, amount, reference })} label={t.code(description)} />
        )}
      </LetterColumns>
    </section>
  )
}
