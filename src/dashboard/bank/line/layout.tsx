import type { PropsWithChildren } from 'hono/jsx'
import type { BankLine } from '../../../domain/bank/lines/bank-line'
import { Card } from '../../../ui/card'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Columns, Stack } from '../../../ui/stack'
import { StaffLayout, type Viewer } from '../../layout'
import { LineFacts } from '../inbox/line-facts'
import { linesTexts } from '../inbox/texts'
import { bankPath, linePath } from '../paths'
import { lineTexts } from './texts'

type Props = PropsWithChildren<{
  title: string
  line: BankLine
  viewer: Viewer
  account?: string
  hasIssues?: boolean
}>

/** The layout of a page with a form for a line: the line as the bank wrote it, and the form beside it. */
export function LineLayout({ title, line, viewer, account, hasIssues, children }: Props) {
  const { locale } = viewer
  const items = [
    { label: linesTexts(locale).title, href: bankPath(viewer, '/lines') },
    { label: line.party_name ?? linesTexts(locale).unnamed, href: linePath(viewer, line.id) },
  ]
  return (
    <StaffLayout title={title} viewer={viewer} section="bank" hasIssues={hasIssues}>
      <PageHead title={title} breadcrumb={<Breadcrumb items={items} locale={locale} />} />
      <Columns>
        <Card title={lineTexts(locale).asWritten}>
          <Stack gap="small">
            <LineFacts line={line} viewer={viewer} account={account} isPage />
          </Stack>
        </Card>
        <Stack>{children}</Stack>
      </Columns>
    </StaffLayout>
  )
}
