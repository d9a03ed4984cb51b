import type { CustomColumn } from '../../domain/custom-columns/column'
import { columnKey } from '../../domain/custom-columns/column'
import { fullName } from '../../domain/persons/full-name'
import { maskIban } from '../../domain/persons/mask'
import type { OpenedApplication } from '../../domain/portal/join/confirm'
import type { FamilyMember } from '../../domain/portal/join/family'
import { JOIN_FIELD_KEYS } from '../../domain/portal/join/form'
import { promisesToPay } from '../../domain/portal/join/issues'
import type { JoinPrice } from '../../domain/portal/join/price'
import type { Application } from '../../domain/portal/join/principal'
import { fieldKeysBeside } from '../../domain/portal/settings'
import { isObject } from '../../domain/shared/validation'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { Form } from '../../ui/form-layout'
import { formatDay } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { cardsOf } from '../../ui/join/cards'
import { joinTexts } from '../../ui/join/texts'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { labelOf, type PersonField } from '../../ui/person-fields/kind'
import { FieldValue } from '../../ui/person-fields/value'
import { Actions, Measure } from '../../ui/stack'
import { Prose } from '../../ui/text'
import { joinPath } from '../entry/entry'
import { Layout } from '../layout'
import { joinPageTexts } from '../texts/join'
import { hiddenOf } from './form-page'
import { MandateCard } from './mandate-card'
import { PriceCard } from './price-card'
import { CHANGE, MANDATE_MARK } from './read-form'
import { JoinSteps } from './steps'

type Props = {
  opened: OpenedApplication
  application: Application
  prices: JoinPrice[]
  link: string
  locale: Locale
  /** Whether the mandate has changed since the page was shown before. */
  isChanged?: boolean
}

/** The page that shows an application to anyone who has its address, before it goes to the association. */
export function CheckPage({ opened, application, prices, link, locale, isChanged = false }: Props) {
  const { workspace, members, mandate } = opened
  const t = joinPageTexts(locale)
  const fields = joinTexts(locale)
  const agreed = t.agreed(formatDay(application.requestedAt, workspace.timezone, locale))
  return (
    <Layout title={t.checkTitle} {...{ locale, workspace }}>
      <Measure>
        <PageHead title={t.checkTitle} lead={t.check(workspace.name)} />
        <JoinSteps current="confirm" locale={locale} />
        {(isChanged || mandate?.isOtherCreditor) && <Notice tone="warn">{t.otherMandate}</Notice>}
        {opened.hasNewer && (
          <Notice tone="warn" isQuiet>
            {t.hasNewer}
          </Notice>
        )}
        {members.length === 1 ? (
          <PersonCards {...{ opened, members, locale }} />
        ) : (
          members.map((member) => <FamilyMemberCard {...{ member, members, opened, locale }} />)
        )}
        {prices.map((price) => (
          <PriceCard {...{ price, locale }} currency={workspace.currency} />
        ))}
        {mandate && <MandateCard {...{ mandate, workspace, locale }} />}
        <Card title={fields.consentTitle}>
          <DescriptionList items={[{ name: fields.agreedTo, value: agreed }]} />
          {members.some(({ isMinor }) => isMinor) && <Prose>{fields.custody}</Prose>}
          {promisesToPay(members) && <Prose>{fields.pays}</Prose>}
        </Card>
        <Form>
          <Actions>
            <Button>{t.confirm}</Button>
            <Button kind="second" action={joinPath(workspace)} name={CHANGE} value="1">
              {t.change}
            </Button>
          </Actions>
          {Object.entries({ ...hiddenOf({ link }), ...(mandate && { [MANDATE_MARK]: mandate.mark }) }).map(
            ([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ),
          )}
        </Form>
      </Measure>
    </Layout>
  )
}

type Members = { opened: OpenedApplication; members: FamilyMember[]; locale: Locale }

/** What a person who applies alone typed, in cards by subject. */
function PersonCards({ opened, members: [member], locale }: Members) {
  if (!member) return null
  return cardsOf(filledFields(opened.columns.columns, member)).map(({ card, fields }) => (
    <Card title={joinTexts(locale).cards[card]}>
      <DescriptionList items={fields.map((field) => itemOf(field, member, locale))} />
    </Card>
  ))
}

function FamilyMemberCard({ member, members, opened, locale }: Members & { member: FamilyMember }) {
  const t = joinPageTexts(locale)
  const nameAt = (place: number) => fullName(members[place]?.input.name)
  const role = (name: string, place: number | null) =>
    place === null ? [] : [{ name, value: nameAt(place) }]
  return (
    <Card title={fullName(member.input.name)}>
      <DescriptionList
        items={[
          { name: t.becomes, value: member.list === 'members' ? t.member : t.noMember },
          ...filledFields(opened.columns.columns, member).map((field) => itemOf(field, member, locale)),
          ...role(t.guardian, member.guardian),
          ...role(t.payer, member.payer),
        ]}
      />
    </Card>
  )
}

const itemOf = (field: PersonField, { input }: FamilyMember, locale: Locale) => ({
  name: labelOf(field, locale),
  value: <FieldValue {...{ field, locale }} value={shown(input[field.key])} />,
})

function filledFields(columns: CustomColumn[], { input }: FamilyMember): PersonField[] {
  const fields: PersonField[] = [
    ...fieldKeysBeside(columns.map(columnKey), JOIN_FIELD_KEYS).map((key) => ({ key })),
    ...columns.map((column) => ({ key: columnKey(column), column })),
  ]
  return fields.filter(({ key }) => key in input)
}

/** A value with its IBAN masked: the address may be that of someone else. */
const shown = (value: unknown): unknown =>
  isObject(value) && 'iban' in value ? { ...value, iban: maskIban(String(value.iban)) } : value
