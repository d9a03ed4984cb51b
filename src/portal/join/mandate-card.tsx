import type { WorkspaceRow } from '../../db/schema'
import { maskIban } from '../../domain/persons/mask'
import type { ShownMandate } from '../../domain/portal/join/mandate'
import { todayIn } from '../../domain/shared/dates'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { formatDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { joinTexts } from '../../ui/join/texts'
import { mandateTextOf } from '../../ui/mandate-text'
import { Digits, Quiet } from '../../ui/text'
import { mandateTexts } from '../texts/mandate'

type Props = { mandate: ShownMandate; workspace: WorkspaceRow; locale: Locale }

/** The mandate that an application gives, as it is stored once the application is confirmed. The IBAN is masked. */
export function MandateCard({ mandate, workspace, locale }: Props) {
  const t = joinTexts(locale)
  const { creditor, reference, holder, iban, textVersion } = mandate
  return (
    <Card title={t.mandateTitle}>
      <DescriptionList
        items={[
          { name: t.creditor, value: creditor.name },
          { name: t.creditorId, value: <Digits>{creditor.creditor_id}</Digits> },
          { name: t.reference, value: <Digits>{reference}</Digits> },
          { name: t.paymentType, value: t.recurrent },
          { name: t.holder, value: holder },
          { name: 'IBAN', value: <Digits>{maskIban(iban)}</Digits> },
          { name: t.date, value: formatDate(todayIn(workspace.timezone, new Date()), locale) },
        ]}
      />
      {shownTextOf(textVersion, creditor.name).map((paragraph) => (
        <p>{paragraph}</p>
      ))}
      <p>{t.givesMandate}</p>
      <Quiet>{mandateTexts(locale).rests}</Quiet>
    </Card>
  )
}

/** The paragraphs of a version of the text. */
export const shownTextOf = (version: string, creditor: string): string[] =>
  mandateTextOf(version)?.(creditor) ?? []
