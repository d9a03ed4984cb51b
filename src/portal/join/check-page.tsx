import { columnKey } from '../../domain/custom-columns/column'
import { maskIban } from '../../domain/persons/mask'
import type { OpenedApplication } from '../../domain/portal/join/confirm'
import { JOIN_FIELD_KEYS } from '../../domain/portal/join/form'
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
import { PageHead } from '../../ui/page-head'
import { labelOf, type PersonField } from '../../ui/person-fields/kind'
import { FieldValue } from '../../ui/person-fields/value'
import { Actions, Measure } from '../../ui/stack'
import { joinPath } from '../entry/entry'
import { Layout } from '../layout'
import { joinPageTexts } from '../texts/join'
import { JoinSteps } from './steps'

type Props = { opened: OpenedApplication; application: Application; locale: Locale }

/** The page that shows an application to anyone who has its address, before it goes to the association. */
export function CheckPage({ opened, application, locale }: Props) {
  const { workspace } = opened
  const t = joinPageTexts(locale)
  const fields = joinTexts(locale)
  return (
    <Layout title={t.checkTitle} {...{ locale, workspace }}>
      <Measure>
        <PageHead title={t.checkTitle} lead={t.check(workspace.name)} />
        <JoinSteps current="confirm" locale={locale} />
        {cardsOf(filledFields(opened, application)).map(({ card, fields: filled }) => (
          <Card title={fields.cards[card]}>
            <DescriptionList
              items={filled.map((field) => ({
                name: labelOf(field, locale),
                value: <FieldValue {...{ field, locale }} value={shown(application.person[field.key])} />,
              }))}
            />
          </Card>
        ))}
        <Card title={fields.consentTitle}>
          <DescriptionList
            items={[
              {
                name: fields.agreedTo,
                value: t.agreed(formatDay(application.requestedAt, workspace.timezone, locale)),
              },
            ]}
          />
        </Card>
        <Form>
          <Actions>
            <Button>{t.confirm}</Button>
          </Actions>
        </Form>
        <p>
          <a href={joinPath(workspace)}>{t.wrong}</a>
        </p>
      </Measure>
    </Layout>
  )
}

function filledFields({ columns }: OpenedApplication, { person }: Application): PersonField[] {
  const fields: PersonField[] = [
    ...fieldKeysBeside(columns.columns.map(columnKey), JOIN_FIELD_KEYS).map((key) => ({ key })),
    ...columns.columns.map((column) => ({ key: columnKey(column), column })),
  ]
  return fields.filter(({ key }) => key in person)
}

/** A value with its IBAN masked: the address may be that of someone else. */
const shown = (value: unknown): unknown =>
  isObject(value) && 'iban' in value ? { ...value, iban: maskIban(String(value.iban)) } : value
