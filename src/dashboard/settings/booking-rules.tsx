import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { listRules } from '../../domain/bank/rules/list'
import type { BookingRule } from '../../domain/bank/rules/rule'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { formatDate } from '../../ui/i18n/format'
import { Table } from '../../ui/table'
import { placeSentence } from '../bank/inbox/suggestion'
import { viewerOf } from '../layout'
import { SettingsLayout, settingsPath } from './page'
import { settingsTexts } from './texts'

/** The page of the booking rules, each with how often it was used. */
export const bookingRulesPage = new Hono<Env>().get('/:workspace/settings/booking-rules', async (c) => {
  const rules = await listRules(c.var.staff)
  return c.html(<BookingRulesPage c={c} rules={rules} />)
})

/** How a rule is called: by its party, else by its text. */
export const ruleName = ({ party_name, party_iban, text_contains }: BookingRule): string =>
  party_name ?? party_iban ?? text_contains ?? ''

function BookingRulesPage({ c, rules }: { c: Context<Env>; rules: BookingRule[] }) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const { rules: t, overview } = settingsTexts(locale)
  const mayWrite = permits(staff, 'bank:write')
  const path = settingsPath(viewer, '/booking-rules')
  const add = mayWrite && (
    <ButtonLink href={`${path}/new`} icon="plus" shortcut="n">
      {t.add}
    </ButtonLink>
  )
  const details = ({ party_name, party_iban, text_contains, sign }: BookingRule) => [
    ...(party_name !== null && party_iban !== null ? [party_iban] : []),
    ...(text_contains !== null ? [t.withText(text_contains)] : []),
    t[sign],
  ]
  return (
    <SettingsLayout
      c={c}
      title={overview.bookingRules.title}
      lead={t.lead}
      viewer={viewer}
      actions={rules.length > 0 && add}
    >
      <Table
        caption={overview.bookingRules.title}
        rows={rules}
        rowId={({ id }) => id}
        locale={locale}
        empty={<Empty title={t.none} lead={t.noneLead} action={add} />}
        columns={[
          {
            key: 'who',
            label: t.who,
            cell: (rule) => (
              <>
                {mayWrite ? <a href={`${path}/${rule.id}`}>{ruleName(rule)}</a> : ruleName(rule)}
                {` · ${details(rule).join(' · ')}`}
              </>
            ),
          },
          {
            key: 'place',
            label: t.place,
            cell: (rule) => [placeSentence(rule, locale), rule.text].filter(Boolean).join(': '),
          },
          {
            key: 'used',
            label: t.used,
            cell: ({ times, last_on }) =>
              last_on === null ? t.never : t.times(times, formatDate(last_on, locale)),
          },
          {
            key: 'state',
            label: settingsTexts(locale).costUnits.state,
            cell: ({ suggests }) => !suggests && <Badge>{t.archived}</Badge>,
            phone: 'aside',
          },
        ]}
      />
    </SettingsLayout>
  )
}
