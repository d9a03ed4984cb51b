import { Hono } from 'hono'
import { permits } from '../../../domain/access/authorize'
import { type BankAccount, viewBankAccounts } from '../../../domain/bank/statements/overview'
import type { Env } from '../../../env'
import { type Done, takeDone } from '../../../http/done'
import { Badge } from '../../../ui/badge'
import { ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { formatDate, formatMoney } from '../../../ui/i18n/format'
import { DoneNotice } from '../../../ui/notice'
import { PageHead } from '../../../ui/page-head'
import { formatIban } from '../../../ui/person-fields/iban'
import { Row, Stack, Tiles } from '../../../ui/stack'
import { Amount, Digits, Quiet } from '../../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { reconciliationTexts } from '../accounts/reconciliation-texts'
import { GapNotice } from '../inbox/gap-notice'
import { mayAct } from '../inbox/suggestion'
import { bankPath, reconciliationPath } from '../paths'
import { bankTexts } from '../texts'

/** The bank accounts: what is on them, until when statements were imported, and what waits. */
export const overviewPage = new Hono<Env>().get('/:workspace/bank', async (c) => {
  const accounts = await viewBankAccounts(c.var.staff)
  return c.html(<OverviewPage accounts={accounts} viewer={viewerOf(c)} done={takeDone(c)} />)
})

type Props = { accounts: BankAccount[]; viewer: Viewer; done: Done | undefined }

function OverviewPage({ accounts, viewer, done }: Props) {
  const t = bankTexts(viewer.locale)
  const open = accounts.reduce((sum, { open_lines }) => sum + open_lines, 0)
  const importLink = (
    <ButtonLink href={bankPath(viewer, '/import')} shortcut="n">
      {t.import}
    </ButtonLink>
  )
  const addLink = permits(viewer.staff, 'bookkeeping:write') && (
    <ButtonLink kind="second" href={bankPath(viewer, '/accounts/new')}>
      {t.addAccount}
    </ButtonLink>
  )
  return (
    <StaffLayout title={t.title} viewer={viewer} section="bank">
      <DoneNotice done={done} texts={{ added: t.accountPage.added, saved: t.accountPage.saved }} />
      <PageHead
        title={t.title}
        actions={
          accounts.length > 0 && (
            <>
              {addLink}
              <ButtonLink kind="second" href={bankPath(viewer, '/lines')}>
                {open > 0 ? t.open(open) : t.openLines}
              </ButtonLink>
              {mayAct(viewer) && importLink}
            </>
          )
        }
      />
      {accounts.length === 0 && (
        <Empty
          {...t.empty}
          action={
            mayAct(viewer) && (
              <>
                {importLink}
                {addLink}
              </>
            )
          }
        />
      )}
      <Tiles>
        {accounts
          .toSorted((one, other) => Number(one.archived) - Number(other.archived))
          .map((account) => (
            <AccountCard account={account} viewer={viewer} />
          ))}
      </Tiles>
    </StaffLayout>
  )
}

function AccountCard({ account, viewer }: { account: BankAccount; viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = bankTexts(locale)
  const {
    id,
    name,
    iban,
    balance,
    closing,
    imported_until: until,
    open_lines: open,
    archived,
    gaps,
  } = account
  const money = (cents: number) => formatMoney(cents, 'EUR', locale)
  return (
    <Card
      title={name}
      id={id}
      action={
        permits(staff, 'bookkeeping:write') && (
          <ButtonLink kind="plain" href={bankPath(viewer, `/accounts/${id}/edit`)}>
            {t.edit}
          </ButtonLink>
        )
      }
    >
      <Stack gap="small">
        <Quiet>
          {iban ? <Digits>{formatIban(iban)}</Digits> : t.noIban} {archived && <Badge>{t.archived}</Badge>}
        </Quiet>
        <div>
          <Amount>{money(balance)}</Amount>
          <Quiet>{t.balance}</Quiet>
        </div>
        {closing !== null &&
          until &&
          (closing === balance ? (
            <Row>
              <Badge tone="good">{reconciliationTexts(locale).agree(formatDate(until, locale))}</Badge>
            </Row>
          ) : (
            <Quiet>
              {t.byBank(money(closing), formatDate(until, locale))} (
              {t.difference(money(Math.abs(closing - balance)))})
            </Quiet>
          ))}
        <p>{until ? t.until(formatDate(until, locale)) : t.never}</p>
        <GapNotice gaps={gaps} locale={locale} />
        <Row>
          {open > 0 ? (
            <Badge tone="warn">{t.open(open)}</Badge>
          ) : (
            until && <Badge tone="good">{t.noneOpen}</Badge>
          )}
          <a href={bankPath(viewer, `/accounts/${id}`)}>{t.statements}</a>
          <a href={reconciliationPath(viewer, id)}>{t.compare}</a>
        </Row>
      </Stack>
    </Card>
  )
}
