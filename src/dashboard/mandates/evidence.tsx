import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type Evidence, viewMandateEvidence } from '../../domain/mandates/get'
import type { Mandate } from '../../domain/mandates/mandate'
import { todayIn } from '../../domain/shared/dates'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { addressLines } from '../../ui/i18n/address-lines'
import { formatDate, formatDay, formatInstant, formatMoney } from '../../ui/i18n/format'
import { mandateTextOf } from '../../ui/mandate-text'
import { PageHead } from '../../ui/page-head'
import { formatIban } from '../../ui/person-fields/iban'
import { Stack } from '../../ui/stack'
import { type Column, Table } from '../../ui/table'
import { Digits, OnPaper, OnScreen, Prose, Quiet } from '../../ui/text'
import { collectionTexts } from '../direct-debits/texts-collection'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { mandateTexts } from './texts'

/** What proves a mandate, on paper a page of A4. */
export const mandateEvidencePage = new Hono<Env>().get('/:workspace/mandates', async (c) => {
  const evidence = await viewMandateEvidence(c.var.staff, { reference: c.req.query('reference') ?? '' })
  return c.html(<EvidencePage evidence={evidence} viewer={viewerOf(c)} />)
})

type Props = { evidence: Evidence; viewer: Viewer }

function EvidencePage({ evidence, viewer }: Props) {
  const { locale, staff } = viewer
  const { workspace } = staff
  const { mandate } = evidence
  const t = mandateTexts(locale)
  return (
    <StaffLayout title={t.title(mandate.reference)} viewer={viewer} section="directDebits">
      <Stack>
        <PageHead
          title={t.title(mandate.reference)}
          badge={mandate.ended_at ? <Badge>{t.ended}</Badge> : <Badge tone="good">{t.living}</Badge>}
        />
        <OnScreen>{t.lead}</OnScreen>
        <OnPaper>
          {t.asOf(workspace.name, formatDate(todayIn(workspace.timezone, new Date()), locale))}
        </OnPaper>
        <Card title={t.mandate}>
          <DescriptionList items={[...terms(evidence, viewer), ...proof(mandate, viewer)]} />
          {mandate.granted === 'paper' && <Quiet>{t.paperNote}</Quiet>}
        </Card>
        <AgreedText mandate={mandate} viewer={viewer} />
        <Amendments mandate={mandate} viewer={viewer} />
        <Card title={t.debits}>
          <Table
            caption={t.debits}
            columns={debitColumns(viewer)}
            rows={mandate.debits}
            rowId={({ id }) => id}
            locale={locale}
            empty={<Quiet>{t.noDebits}</Quiet>}
          />
        </Card>
        <OnScreen>{t.kept}</OnScreen>
      </Stack>
    </StaffLayout>
  )
}

/** The text that was agreed to online, by its version. */
function AgreedText({
  mandate: { text_version: version, creditor },
  viewer,
}: {
  mandate: Mandate
  viewer: Viewer
}) {
  const paragraphs = mandateTextOf(version)
  if (!paragraphs) return null
  return (
    <Card title={mandateTexts(viewer.locale).text}>
      {paragraphs(creditor?.name ?? '').map((paragraph) => (
        <p lang={version?.slice(-2)}>{paragraph}</p>
      ))}
    </Card>
  )
}

/** The accounts that the mandate was given for later: debits from then on are from the last one before them. */
function Amendments({
  mandate: { amendments },
  viewer: { locale, staff },
}: {
  mandate: Mandate
  viewer: Viewer
}) {
  if (amendments.length === 0) return null
  const t = mandateTexts(locale)
  return (
    <Card title={t.amendments}>
      {amendments.map(({ amended_at, holder, iban, text_version, confirmed_by }) => (
        <DescriptionList
          items={[
            { name: t.amendedAt, value: formatInstant(amended_at, staff.workspace.timezone, locale) },
            { name: t.holder, value: holder },
            { name: t.iban, value: <Digits>{formatIban(iban)}</Digits> },
            ...(text_version ? [{ name: t.textVersion, value: text_version }] : []),
            ...(confirmed_by ? [{ name: t.confirmedBy, value: confirmed_by }] : []),
          ]}
        />
      ))}
    </Card>
  )
}

/** Who may collect from whom. Addresses are for those who read persons. */
function terms({ mandate, person }: Evidence, { staff, locale }: Viewer) {
  const t = mandateTexts(locale)
  const { creditor, holder, iban } = mandate
  const address = permits(staff, 'members:read') ? addressLines(mandate.address, locale) : []
  return [
    { name: t.creditor, value: creditor ? creditor.name : t.noCreditor },
    ...(creditor ? [{ name: t.creditorId, value: <Digits>{creditor.creditor_id}</Digits> }] : []),
    { name: t.reference, value: <Digits>{mandate.reference}</Digits> },
    { name: t.holder, value: holder },
    ...(address.length > 0 ? [{ name: t.address, value: <Prose>{address.join('\n')}</Prose> }] : []),
    ...(iban ? [{ name: t.iban, value: <Digits>{formatIban(iban)}</Digits> }] : []),
    { name: t.type, value: t.core },
    ...(person
      ? [
          {
            name: t.person,
            value: permits(staff, `${person.list}:read`) ? (
              <a href={personPathIn(staff.workspace, person.list, person.id)}>{person.name}</a>
            ) : (
              person.name
            ),
          },
        ]
      : []),
  ]
}

/** How it was given, and how it ended. */
function proof(mandate: Mandate, { staff, locale }: Viewer) {
  const t = mandateTexts(locale)
  const { timezone } = staff.workspace
  const { signature_date: signedOn, granted_at: grantedAt, ended_at: endedAt, end_reason: reason } = mandate
  return [
    ...(signedOn && mandate.granted === 'paper'
      ? [{ name: t.signedOn, value: formatDate(signedOn, locale) }]
      : []),
    {
      name: t.granted,
      value:
        mandate.granted === 'online' && grantedAt
          ? t.online(formatInstant(grantedAt, timezone, locale))
          : t.paper,
    },
    ...(mandate.text_version ? [{ name: t.textVersion, value: mandate.text_version }] : []),
    ...(mandate.confirmed_by ? [{ name: t.confirmedBy, value: mandate.confirmed_by }] : []),
    { name: t.createdAt, value: formatDay(mandate.created_at, timezone, locale) },
    ...(endedAt && reason
      ? [{ name: t.end, value: t.ending(formatDay(endedAt, timezone, locale), t.endReasons[reason]) }]
      : []),
  ]
}

function debitColumns({ staff, locale }: Viewer): Column<Mandate['debits'][number]>[] {
  const t = mandateTexts(locale)
  const { states } = collectionTexts(locale).items
  const mayOpen = permits(staff, 'bookkeeping:read')
  return [
    {
      key: 'date',
      label: t.date,
      cell: ({ collection_id, collection_date }) => {
        const date = formatDate(collection_date, locale)
        return mayOpen ? (
          <a href={pathIn(staff.workspace, `/direct-debits/${collection_id}`)}>{date}</a>
        ) : (
          date
        )
      },
    },
    {
      key: 'account',
      label: t.account,
      cell: ({ iban }) => <Digits>{formatIban(iban)}</Digits>,
      phone: 'detail',
    },
    {
      key: 'state',
      label: t.state,
      cell: ({ state, returned_on }) =>
        returned_on ? t.returnedOn(states[state], formatDate(returned_on, locale)) : states[state],
      phone: 'detail',
    },
    {
      key: 'amount',
      label: t.amount,
      cell: ({ amount }) => formatMoney(amount, 'EUR', locale),
      isNumeric: true,
      phone: 'aside',
    },
  ]
}
