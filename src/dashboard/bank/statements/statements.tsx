import { Hono } from 'hono'
import { permits } from '../../../domain/access/authorize'
import { downloadStatement } from '../../../domain/bank/statements/file'
import { type AccountStatements, viewAccountStatements } from '../../../domain/bank/statements/of-account'
import type { BankStatement } from '../../../domain/bank/statements/statement'
import type { Env } from '../../../env'
import { type Done, takeDone } from '../../../http/done'
import { Button, ButtonLink } from '../../../ui/button'
import { Empty } from '../../../ui/empty'
import { formatDay, formatMoney, formatShortDate } from '../../../ui/i18n/format'
import type { Locale } from '../../../ui/i18n/locale'
import { DoneNotice } from '../../../ui/notice'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Pager } from '../../../ui/pager'
import { Table } from '../../../ui/table'
import { fileOrProof } from '../../file-or-proof'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { mayAct } from '../inbox/suggestion'
import { bankPath, reconciliationPath } from '../paths'
import { bankTexts } from '../texts'

/** The imported statements of an account, and their files. */
export const statementPages = new Hono<Env>()
  .get('/:workspace/bank/accounts/:account_id', async (c) => {
    const page = await viewAccountStatements(c.var.staff, {
      accountId: c.req.param('account_id'),
      before: c.req.query('before'),
    })
    return c.html(<StatementsPage page={page} viewer={viewerOf(c)} done={takeDone(c)} />)
  })

  // A POST like all exports of the dashboard, since it records an event.
  .post('/:workspace/bank/statements/:statement_id/file', async (c) => {
    const id = c.req.param('statement_id')
    const file = async () => {
      const { bytes, isZip } = await downloadStatement(c.var.staff, { id })
      return c.body(bytes, 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': `attachment; filename="${id}.${isZip ? 'zip' : 'xml'}"`,
        'Cache-Control': 'no-store',
      })
    }
    return fileOrProof(c, { page: () => bankPath(viewerOf(c)), file })
  })

type Props = { page: AccountStatements; viewer: Viewer; done: Done | undefined }

/** The statements of a file, which were imported together. */
type Import = { id: string; statements: BankStatement[] }

function StatementsPage({ page: { account, statements, next }, viewer, done }: Props) {
  const { locale, staff } = viewer
  const t = bankTexts(locale)
  const words = t.statementPage
  const path = bankPath(viewer, `/accounts/${account.id}`)
  const files = Map.groupBy(statements, ({ sha256 }) => sha256)
  const imports: Import[] = [...files.values()].flatMap((own) =>
    own[0] ? [{ id: own[0].id, statements: own }] : [],
  )
  const sum = (own: BankStatement[], key: 'new_lines' | 'known_lines') =>
    own.reduce((total, statement) => total + statement[key], 0)
  return (
    <StaffLayout title={words.title(account.name)} viewer={viewer} section="bank">
      <DoneNotice done={done} texts={{ undone: t.undoPage.done(done?.numbers.lines ?? 0) }} />
      <PageHead
        title={words.title(account.name)}
        breadcrumb={<Breadcrumb items={[{ label: t.title, href: bankPath(viewer) }]} locale={locale} />}
        actions={
          <ButtonLink kind="second" href={reconciliationPath(viewer, account.id)}>
            {t.compare}
          </ButtonLink>
        }
      />
      <Table
        caption={words.title(account.name)}
        locale={locale}
        rows={imports}
        rowId={({ id }) => id}
        empty={<Empty {...words.empty} />}
        columns={[
          { key: 'period', label: words.period, cell: (one) => periodOf(one, locale) },
          {
            key: 'lines',
            label: words.lines,
            phone: 'aside',
            cell: ({ statements: own }) => words.counts(sum(own, 'new_lines'), sum(own, 'known_lines')),
          },
          {
            key: 'imported',
            label: words.imported,
            phone: 'labelled',
            cell: ({ statements: [first] }) =>
              first && formatDay(first.created_at, staff.workspace.timezone, locale),
          },
          {
            key: 'closing',
            label: words.closing,
            isNumeric: true,
            phone: 'labelled',
            cell: (one) => closingOf(one, locale),
          },
          ...(permits(staff, 'bank_accounts:read')
            ? [
                {
                  key: 'file',
                  label: words.file,
                  cell: ({ id }: Import) => (
                    <form method="post" action={bankPath(viewer, `/statements/${id}/file`)}>
                      <Button kind="plain">{words.file}</Button>
                    </form>
                  ),
                },
              ]
            : []),
          ...(mayAct(viewer)
            ? [
                {
                  key: 'undo',
                  label: words.undo,
                  cell: ({ id }: Import) => (
                    <ButtonLink kind="plain" href={bankPath(viewer, `/statements/${id}/undo`)} noPrefetch>
                      {words.undo}
                    </ButtonLink>
                  ),
                },
              ]
            : []),
        ]}
      />
      {next && (
        <Pager
          from={undefined}
          rows={statements.length}
          nextHref={`${path}?before=${next}`}
          locale={locale}
        />
      )}
    </StaffLayout>
  )
}

function periodOf({ statements }: Import, locale: Locale): string {
  const days = statements.flatMap(({ from_on, to_on }) => [from_on, to_on]).filter((day) => day !== null)
  const [from] = days.sort()
  if (from === undefined) return bankTexts(locale).statementPage.noPeriod
  return `${formatShortDate(from, locale)} – ${formatShortDate(days.at(-1) ?? from, locale)}`
}

function closingOf({ statements }: Import, locale: Locale): string {
  const [last] = statements.toSorted((one, other) => ((one.to_on ?? '') < (other.to_on ?? '') ? 1 : -1))
  return last?.closing == null ? '' : formatMoney(last.closing, 'EUR', locale)
}
