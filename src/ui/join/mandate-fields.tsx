import type { MandateOffer } from '../../domain/portal/join/form'
import { Part } from '../card'
import { Check } from '../choices'
import { DescriptionList } from '../description-list'
import type { Locale } from '../i18n/locale'
import { shownMandateText } from '../mandate-text'
import { Digits, Quiet } from '../text'
import { FAMILY } from './names'
import { joinTexts } from './texts'

type Props = {
  offer: MandateOffer
  isChecked: boolean
  issue: string | undefined
  hasFocus: true | undefined
  locale: Locale
}

/** The mandate for the account above, with its tick. */
export function MandateFields({
  offer: { creditor, isRequired },
  isChecked,
  issue,
  hasFocus,
  locale,
}: Props) {
  const t = joinTexts(locale)
  return (
    <Part title={t.mandateTitle}>
      <Quiet>{isRequired ? t.mandateRequired : t.mandateOffered}</Quiet>
      <DescriptionList
        items={[
          { name: t.creditor, value: creditor.name },
          { name: t.creditorId, value: <Digits>{creditor.creditor_id}</Digits> },
          { name: t.paymentType, value: t.recurrent },
        ]}
      />
      {shownMandateText(locale.language)(creditor.name).map((paragraph) => (
        <p>{paragraph}</p>
      ))}
      <Check
        name={FAMILY.mandate}
        label={t.givesMandate}
        hint={t.mandateHolder}
        {...{ isChecked, issue, hasFocus }}
      />
    </Part>
  )
}
