import { Hono } from 'hono'
import { permits } from '../../../domain/access/authorize'
import { girocode } from '../../../domain/fees/girocode'
import { type FeeNotice, viewFeeNotice } from '../../../domain/fees/notice'
import { todayIn } from '../../../domain/shared/dates'
import type { Env } from '../../../env'
import { ButtonLink } from '../../../ui/button'
import { DescriptionList } from '../../../ui/description-list'
import { addressLines } from '../../../ui/i18n/address-lines'
import { formatDate, formatMoney, inFours } from '../../../ui/i18n/format'
import { memberLocaleOf } from '../../../ui/i18n/locale'
import { Letter, LetterColumns } from '../../../ui/letter'
import { Message } from '../../../ui/message'
import { Notice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { QrCode } from '../../../ui/qr-code'
import { Stack } from '../../../ui/stack'
import { DeceasedBadge } from '../../deceased-badge'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { pathIn } from '../../paths'
import { layoutTexts } from '../../texts'
import { feeActTexts } from '../act-texts'
import { letterTexts, noticeTexts } from './notice-texts'
import { FEE, feePath } from './path'

/** The letter that asks for a fee, in the language of the workspace, with a GiroCode. */
export const noticePage = new Hono<Env>().get(`${FEE}/notice`, async (c) => {
  const notice = await viewFeeNotice(c.var.staff, { id: c.req.param('fee_id') })
  const props = { notice, viewer: viewerOf(c) }
  return c.html(isPayable(notice) ? <NoticePage {...props} /> : <NothingOpen {...props} />)
})

type Props = { notice: FeeNotice; viewer: Viewer }

const isPayable = ({ fee }: FeeNotice): boolean => fee.open_amount > 0 && fee.status !== 'collecting'

function NoticePage({ notice, viewer }: Props) {
  const { staff, locale } = viewer
  const { fee, payee } = notice
  const t = noticeTexts(locale)
  const items = [
    { label: layoutTexts(locale).fees, href: pathIn(staff.workspace, '/fees') },
    { label: fee.description, href: feePath(viewer, fee.id) },
  ]
  return (
    <StaffLayout title={`${t.title}: ${fee.person_name}`} viewer={viewer} section="fees">
      <Stack>
        <PageHead
          title={t.title}
          lead={t.lead}
          badge={notice.isOfDeceased && <DeceasedBadge locale={locale} />}
          breadcrumb={<Breadcrumb items={items} locale={locale} />}
        />
        {!payee && <NoIban viewer={viewer} />}
        {notice.addressee && !notice.addressee.address && (
          <Notice tone="info" isQuiet>
            {t.noAddress}
          </Notice>
        )}
        <NoticeLetter notice={notice} viewer={viewer} />
      </Stack>
    </StaffLayout>
  )
}

function NoIban({ viewer }: { viewer: Viewer }) {
  const t = noticeTexts(viewer.locale)
  const { workspace } = viewer.staff
  const maySet = permits(viewer.staff, 'creditor:write')
  return (
    <Notice
      tone="warn"
      title={t.noIban}
      action={
        maySet && (
          <ButtonLink kind="second" href={pathIn(workspace, '/settings/direct-debit')}>
            {t.toSettings}
          </ButtonLink>
        )
      }
    >
      <p>{t.noIbanLead}</p>
      {!maySet && <p>{t.askOwner}</p>}
    </Notice>
  )
}

function NoticeLetter({ notice: { fee, addressee, paidFor, payee }, viewer: { staff } }: Props) {
  const { workspace } = staff
  const locale = memberLocaleOf(workspace)
  const t = letterTexts(locale)
  const money = formatMoney(fee.open_amount, workspace.currency, locale)
  const today = todayIn(workspace.timezone, new Date())
  const due = fee.due_on ? formatDate(fee.due_on, locale) : undefined
  const isOverdue = fee.due_on !== null && fee.due_on < today
  const name = addressee?.name || fee.person_name
  const { open_amount: amount, reference } = fee
  return (
    <Letter
      language={locale.tag}
      sender={workspace.name}
      address={[name, ...addressLines(addressee?.address, locale)]}
      date={formatDate(today, locale)}
      title={t.subject}
    >
      <p>{t.hello(name)}</p>
      <p>{t.opening(isOverdue ? undefined : due)}</p>
      <LetterColumns>
        <DescriptionList
          items={[
            { name: t.for, value: paidFor ? t.forPerson(fee.description, paidFor) : fee.description },
            { name: t.amount, value: <b>{money}</b> },
            ...(due ? [{ name: isOverdue ? t.dueSince : t.due, value: due }] : []),
            ...(payee
              ? [
                  { name: t.payee, value: payee.name },
                  { name: t.iban, value: inFours(payee.iban) },
                ]
              : []),
            { name: t.reference, value: inFours(reference) },
          ]}
        />
        {payee && workspace.currency === 'EUR' && (
          <QrCode text={girocode({ ...payee, amount, reference })} label={t.code} />
        )}
      </LetterColumns>
      {payee && workspace.currency === 'EUR' && <p>{t.code}.</p>}
      <p>{t.keep}</p>
      <p>
        {t.thanks}
        <br />
        {workspace.name}
      </p>
    </Letter>
  )
}

function NothingOpen({ notice: { fee }, viewer }: Props) {
  const t = noticeTexts(viewer.locale)
  return (
    <StaffLayout title={t.nothingOpen} viewer={viewer} section="fees">
      <Message title={t.nothingOpen} lead={t.nothingOpenLead}>
        <ButtonLink href={feePath(viewer, fee.id)}>{feeActTexts(viewer.locale).toFee}</ButtonLink>
      </Message>
    </StaffLayout>
  )
}
