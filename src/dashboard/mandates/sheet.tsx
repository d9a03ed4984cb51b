import type { MandateForm } from '../../domain/pages/mandate-forms'
import { DescriptionList } from '../../ui/description-list'
import { inFours } from '../../ui/i18n/format'
import { memberLocaleOf } from '../../ui/i18n/locale'
import { Blank, Letter } from '../../ui/letter'
import { mandateFormLabels, shownMandateText } from '../../ui/mandate-text'
import type { Viewer } from '../layout'

/** The form for a mandate on a page of A4, filled in as far as it is known, in the language of the workspace. */
export function MandateSheet({ form, viewer: { staff } }: { form: MandateForm; viewer: Viewer }) {
  const { workspace } = staff
  const locale = memberLocaleOf(workspace)
  const t = mandateFormLabels(locale)
  const { name, address, holder, iban, reference, paysFor } = form
  const creditor = workspace.creditorName ?? workspace.name
  const city = [address?.postcode, address?.city].filter(Boolean).join(' ')
  return (
    <Letter language={locale.tag} sender={workspace.name} title={t.title}>
      <DescriptionList
        items={[
          { name: t.creditor, value: creditor },
          { name: t.creditorId, value: workspace.creditorId ?? <Blank /> },
          { name: t.reference, value: reference },
          { name: t.type, value: t.recurrent },
          { name: t.paysFor, value: [name, ...paysFor].join(', ') },
        ]}
      />
      {shownMandateText(locale.language)(creditor).map((paragraph) => (
        <p>{paragraph}</p>
      ))}
      <DescriptionList
        items={[
          { name: t.holder, value: holder || <Blank /> },
          { name: t.street, value: address?.street || <Blank /> },
          { name: t.city, value: city || <Blank /> },
          { name: t.iban, value: iban ? inFours(iban) : <Blank /> },
          { name: t.signedAt, value: <Blank /> },
          { name: t.signature, value: <Blank /> },
        ]}
      />
    </Letter>
  )
}
