import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type OpenedPlan, openDuesPlan } from '../../domain/dues/open'
import { periodAfter, periodsUntil } from '../../domain/dues/period'
import { type Quote, quoteDues } from '../../domain/dues/quote'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { DuesLines, duesLinesTexts } from '../../ui/dues-lines'
import { Empty } from '../../ui/empty'
import { FilterBar } from '../../ui/filter'
import { SelectField, TextField } from '../../ui/form'
import { formatDate, formatMoney, formatNumber } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { PLAN, planPath } from './path'
import { periodText } from './period-texts'
import { PlanWay } from './plan-way'
import { runsPath, whatOf } from './run-path'
import { tryTexts } from './texts-try'

/** The page that tries a plan with a person: what they owe, line by line. It claims nothing. */
export const tryPage = new Hono<Env>().get(`${PLAN}/try`, async (c) => {
  const { period, search = '', person } = c.req.query()
  const request = { id: c.req.param('plan_id'), period, search, permission: 'fees:read' } as const
  const opened = await openDuesPlan(c.var.staff, request)
  const chosen = person ?? (opened.found.length === 1 ? opened.found[0]?.id : undefined)
  const body = { period: opened.period.name, person_id: chosen }
  const quote = chosen && (await quoteOf(() => quoteDues(c.var.staff, { id: opened.plan.id, body })))
  return c.html(<TryPage {...{ opened, search }} quote={quote || undefined} viewer={viewerOf(c)} />)
})

/** How many periods can be chosen, the latest ones. */
const MAX_PERIODS = 24

/** What a person owes; nothing for one who is gone. */
async function quoteOf(ask: () => Promise<Quote>): Promise<Quote | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DomainError && error.issues) return undefined
    throw error
  }
}

type Props = { opened: OpenedPlan; search: string; quote: Quote | undefined; viewer: Viewer }

function TryPage({ opened, search, quote, viewer }: Props) {
  const { locale } = viewer
  const { plan, period, found } = opened
  const t = tryTexts(locale)
  const periods = periodsOf(opened)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees">
      <Measure>
        <PageHead title={t.title} lead={t.lead} breadcrumb={<PlanWay opened={opened} viewer={viewer} />} />
        <FilterBar action={planPath(viewer, plan.id, '/try')} locale={locale}>
          <TextField name="search" label={t.search} value={search} type="search" autocomplete="off" />
          <SelectField
            name="period"
            label={t.period}
            value={period.name}
            options={periods.map((value) => ({ value, label: periodText(plan.interval, value, locale) }))}
          />
        </FilterBar>
        {found.length > 1 && !quote && <Found {...{ opened, search, viewer }} />}
        {search !== '' && found.length === 0 && <Empty title={t.none} lead={t.noneLead} />}
        {quote && <QuoteCard {...{ opened, quote, viewer }} />}
      </Measure>
    </StaffLayout>
  )
}

/** The last of the periods from the first of the plan to the one after the next, and the one that is shown. */
function periodsOf({ plan, period, next }: OpenedPlan): string[] {
  const all = periodsUntil(plan.interval, plan.versions[0] ?? '', periodAfter(plan.interval, next))
  const names = new Set([period.name, ...all.map(({ name }) => name)])
  return [...names].sort().slice(-MAX_PERIODS)
}

function Found({ opened: { plan, period, found }, search, viewer }: Omit<Props, 'quote'>) {
  const t = tryTexts(viewer.locale)
  const hrefOf = (person: string) =>
    `${planPath(viewer, plan.id, '/try')}?${new URLSearchParams({ search, period: period.name, person })}`
  const items = found.map(({ id, name, membershipNumber }) => ({
    main: <a href={hrefOf(id)}>{name}</a>,
    details: [membershipNumber ?? ''].filter(Boolean),
  }))
  return (
    <Card title={t.found}>
      <Lines items={items} />
    </Card>
  )
}

/** Why a person owes nothing by the plan: what exempts it, took the last of it off, or has no price; nothing for others. */
function freedByOf({ outcome, why, amount, lines }: Quote): string | undefined {
  if (outcome === 'exempt') return why ?? ''
  if (outcome !== 'owes' || amount > 0) return undefined
  const taken = lines.flatMap(({ steps }) => steps.filter((one) => one.amount < 0 && one.name !== null))
  return taken.at(-1)?.name ?? lines[0]?.name ?? ''
}

type QuoteProps = { opened: OpenedPlan; quote: Quote; viewer: Viewer }

function QuoteCard({ opened, quote, viewer }: QuoteProps) {
  const { locale, staff } = viewer
  const { currency } = staff.workspace
  const t = tryTexts(locale)
  const money = (cents: number) => formatMoney(cents, currency, locale)
  const { person_name: name, outcome, why } = quote
  const href = quote.person_id && personPathIn(staff.workspace, opened.plan.list, quote.person_id)
  const reason = why ? `${t.reasons[outcome]}: ${why}` : t.reasons[outcome]
  const freedBy = freedByOf(quote)
  const title =
    freedBy !== undefined
      ? t.free(name, freedBy)
      : outcome === 'owes'
        ? t.owes(name, money(quote.amount))
        : t.owesNothing(name)
  return (
    <Card title={title} action={href && <a href={href}>{t.open}</a>}>
      {quote.age !== null && <Quiet>{t.age(formatNumber(quote.age, locale))}</Quiet>}
      {outcome !== 'owes' && outcome !== 'exempt' && <p>{reason}</p>}
      {quote.lines.length > 0 && (
        <>
          <h3>{duesLinesTexts(locale).title}</h3>
          <DuesLines lines={quote.lines} currency={currency} locale={locale} />
        </>
      )}
      {quote.instalments.map(({ due_on, amount }) => (
        <Quiet>{t.due(formatDate(due_on, locale), money(amount))}</Quiet>
      ))}
      {quote.claimed > 0 && <Quiet>{t.claimed(money(quote.claimed))}</Quiet>}
      {quote.amount > quote.claimed && quote.person_id && permits(staff, 'fees:write') && (
        <Actions>
          <ButtonLink
            href={runsPath(viewer, '/check', {
              what: whatOf(opened.plan.id, quote.period),
              person: quote.person_id,
            })}
          >
            {t.claim}
          </ButtonLink>
        </Actions>
      )}
    </Card>
  )
}
