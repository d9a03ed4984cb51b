import type { Child } from 'hono/jsx'
import type { DataCard as Subject } from '../../domain/portal/cards'
import { isInForm } from '../../domain/portal/cards'
import type { MyData } from '../../domain/portal/my-data'
import { cardNumber } from '../../domain/portal/my-membership'
import type { PortalField } from '../../domain/portal/settings'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { isSepaIban, maskedInFours } from '../../ui/person-fields/iban'
import { labelOf } from '../../ui/person-fields/kind'
import { FieldValue } from '../../ui/person-fields/value'
import { HiddenLabel } from '../../ui/text'
import { hasOwnCard } from '../email/card'
import { membershipTexts } from '../texts/membership'
import { myDataTexts } from '../texts/my-data'
import { ConsentValue } from './consents'
import { Maintained } from './maintained'

type Props = { card: Subject; data: MyData; locale: Locale }
type Item = { name: string; value: Child }

/** What a portal shows of a subject, with a link to its form. What is empty and cannot be edited is left out. */
export function DataCard({ card: { name, fields }, data, locale }: Props) {
  const t = myDataTexts(locale)
  const { person, session } = data
  const shown = fields.filter(
    (field) => !hasOwnCard(field) && (field.isEditable || !isEmpty(person[field.key])),
  )
  if (shown.length === 0) return null
  const edit = (
    <ButtonLink kind="plain" href={`/portal/persons/${person.id}/edit/${name}`}>
      {t.edit}
      <HiddenLabel>: {t.cards[name]}</HiddenLabel>
    </ButtonLink>
  )
  const [only] = shown
  return (
    <Card title={t.cards[name]} id={name} action={fields.some(isInForm) && edit}>
      {name === 'address' && only ? (
        <FieldValue field={only} value={person[only.key]} locale={locale} />
      ) : (
        <DescriptionList items={shown.flatMap((field) => itemsOf(field, data, locale))} />
      )}
      {name === 'membership' && cardNumber(session, data.fields) && (
        <p>
          <a href={`/portal/persons/${person.id}/card`}>{membershipTexts(locale).open}</a>
        </p>
      )}
      <Maintained fields={shown} workspace={session.workspace} locale={locale} />
    </Card>
  )
}

function itemsOf(field: PortalField, data: MyData, locale: Locale): Item[] {
  const value = data.person[field.key]
  if (field.key === 'bank_account' && value) return accountItems(Object(value), locale)
  return [{ name: labelOf(field, locale), value: <Value field={field} data={data} locale={locale} /> }]
}

function Value(props: { field: PortalField; data: MyData; locale: Locale }) {
  const { field, data, locale } = props
  if (field.column?.type === 'boolean' && field.isEditable) return <ConsentValue {...props} />
  return <FieldValue field={field} value={data.person[field.key]} locale={locale} />
}

type Account = { iban: string; bic: string | null; signatory: string | null }

function accountItems({ iban, bic, signatory }: Account, locale: Locale): Item[] {
  const { fields } = formTexts(locale)
  const t = myDataTexts(locale)
  return [
    { name: fields.iban ?? '', value: maskedInFours(iban) },
    ...(bic && !isSepaIban(iban) ? [{ name: 'BIC', value: bic }] : []),
    ...(signatory ? [{ name: t.accountHolder, value: signatory }] : []),
  ]
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
