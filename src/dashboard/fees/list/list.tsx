import { Hono } from 'hono'
import { permits } from '../../../domain/access/authorize'
import { readFeeQuery } from '../../../domain/fees/browse-query'
import { MAX_FEES_MATCHED } from '../../../domain/fees/matching'
import { viewFees } from '../../../domain/fees/view-list'
import type { Env } from '../../../env'
import { type Done, takeDone } from '../../../http/done'
import { ButtonLink } from '../../../ui/button'
import { SearchForm } from '../../../ui/filter'
import { formatNumber } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { PageHead } from '../../../ui/page-head'
import { StaffLayout, viewerOf } from '../../layout'
import { BulkNotice } from '../done'
import { feesPath } from '../path'
import type { FeesProps } from '../props'
import { feeTexts } from '../texts'
import { ExportFees } from './export'
import { ActiveFilters, FilterForm, hiddenQuery } from './filter'
import { FeeRows } from './rows'
import { Segments } from './segments'

/** The list of fees. */
export const feeList = new Hono<Env>().get('/:workspace/fees', async (c) => {
  const query = readFeeQuery(c.req.query())
  const page = await viewFees(c.var.staff, { query })
  return c.html(<FeesPage viewer={viewerOf(c)} query={query} page={page} done={takeDone(c)} />)
})

function FeesPage(props: FeesProps & { done: Done | undefined }) {
  const { viewer, query, page, done } = props
  const { staff, locale } = viewer
  const t = feeTexts(locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees">
      <PageHead
        title={t.title}
        actions={
          <>
            <ButtonLink kind="second" href={feesPath(viewer, undefined, '/plans')}>
              {t.plans}
            </ButtonLink>
            <ButtonLink kind="second" href={feesPath(viewer, undefined, '/runs')}>
              {t.runs}
            </ButtonLink>
            {permits(staff, 'fees:write') && (
              <ButtonLink href={feesPath(viewer, undefined, '/claim')} icon="plus" shortcut="n">
                {t.claim}
              </ButtonLink>
            )}
          </>
        }
      />
      <BulkNotice {...{ done, query, viewer }} />
      <Segments {...props} />
      <SearchForm
        action={feesPath(viewer)}
        label={t.search}
        value={query.search}
        hidden={hiddenQuery(query, 'search')}
        locale={locale}
        actions={
          <>
            <FilterForm {...props} />
            <ExportFees viewer={viewer} query={query} />
          </>
        }
      />
      <ActiveFilters {...props} />
      {page.totals.isCapped && (
        <Notice tone="info" title={t.cappedTitle} isQuiet>
          <p>{t.capped(formatNumber(MAX_FEES_MATCHED, locale))}</p>
        </Notice>
      )}
      <FeeRows {...props} />
    </StaffLayout>
  )
}
