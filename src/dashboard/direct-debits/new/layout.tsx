import type { Context } from 'hono'
import type { PropsWithChildren } from 'hono/jsx'
import type { Debtor } from '../../../domain/collections/debtors'
import { type Preparation, prepareCollection } from '../../../domain/collections/prepare'
import { isOfDeceased } from '../../../domain/persons/namesake'
import type { Env } from '../../../env'
import { formatNumber } from '../../../ui/i18n/format'
import type { Locale } from '../../../ui/i18n/locale'
import { Breadcrumb, PageHead } from '../../../ui/page-head'
import { Measure } from '../../../ui/stack'
import { StepRow } from '../../../ui/steps'
import { StaffLayout, type Viewer, viewerOf } from '../../layout'
import { named } from '../../named'
import { type NewQuery, readNewQuery, writeNewQuery } from '../choice-query'
import { debitsPath } from '../path'
import { listTexts } from '../texts'
import { newTexts } from '../texts-new'

/** What every step to a new collection shows. */
export type StepProps = { viewer: Viewer; asked: NewQuery; prepared: Preparation }

/** Reads what a step asks for, by its address or else by its form. */
export async function prepareStep(
  c: Context<Env>,
  asked: NewQuery = readNewQuery(new URL(c.req.url).searchParams),
): Promise<StepProps> {
  const prepared = await prepareCollection(c.var.staff, asPrepared(asked))
  return { viewer: viewerOf(c), asked, prepared }
}

/** What to prepare; without a date for the earliest one. */
export const asPrepared = ({ choice, date }: NewQuery) => ({ choice, collectionDate: date || undefined })

const STEPS = ['choose', 'check', 'date', 'release'] as const
export type Step = (typeof STEPS)[number]

/** The address of a step with the same choice. */
export const stepPath = (step: Step, { viewer, asked }: Pick<StepProps, 'viewer' | 'asked'>): string =>
  debitsPath(viewer, step === 'choose' ? '/new' : `/new/${step}`, writeNewQuery(asked))

type LayoutProps = PropsWithChildren<StepProps & { step: Step; title: string; hasIssues?: boolean }>

/** The layout of a step: where it is on the way to a new collection, then its content. */
export function StepLayout({ step, title, hasIssues, children, ...props }: LayoutProps) {
  const { viewer } = props
  const { locale } = viewer
  const t = newTexts(locale)
  return (
    <StaffLayout title={`${title} – ${t.title}`} viewer={viewer} section="directDebits" hasIssues={hasIssues}>
      <Measure>
        <PageHead
          title={title}
          breadcrumb={
            <Breadcrumb
              items={[{ label: listTexts(locale).title, href: debitsPath(viewer) }]}
              locale={locale}
            />
          }
        />
        <StepRow
          steps={STEPS.map((name) => ({ label: t.steps[name], href: stepPath(name, props) }))}
          current={STEPS.indexOf(step)}
          locale={locale}
        />
        {children}
      </Measure>
    </StaffLayout>
  )
}

/** How many fees, in words. */
export const feesText = (count: number, locale: Locale): string =>
  listTexts(locale).fees(count, formatNumber(count, locale))

/** How many debits, in words. */
export const debitsText = (count: number, locale: Locale): string =>
  listTexts(locale).debits(count, formatNumber(count, locale))

/** A name on the way to a collection; of one of several with this name, with what tells them apart. */
export const debtorName = (
  name: string,
  debtor: Pick<Debtor, 'id' | 'distinction'> | undefined,
  { viewer, prepared }: Pick<StepProps, 'viewer' | 'prepared'>,
): string =>
  named(
    name,
    debtor && (prepared.namesakes.has(debtor.id) || isOfDeceased(debtor.distinction))
      ? debtor.distinction
      : null,
    viewer.locale,
  )
