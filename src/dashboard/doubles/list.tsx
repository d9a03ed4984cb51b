import { Hono } from 'hono'
import { keepApart } from '../../domain/doubles/keep-apart'
import { type DoublePerson, type Doubles, listDoubles, MAX_PAIRS } from '../../domain/doubles/list'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { HiddenFields } from '../../ui/form-layout'
import { formatNumber, formatShortDate } from '../../ui/i18n/format'
import { DoneNotice } from '../../ui/notice'
import { BackLink, PageHead } from '../../ui/page-head'
import { Pair } from '../../ui/pair'
import { Actions, Row, Stack } from '../../ui/stack'
import { HiddenLabel, Quiet } from '../../ui/text'
import { DeceasedBadge } from '../deceased-badge'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { listOf } from '../members/page-query'
import { membersTexts } from '../members/texts'
import { pathIn, personPathIn } from '../paths'
import { mergePath } from './path'
import { doublesTexts } from './texts'

const DOUBLES = '/:workspace/:list{(?:members|contacts)}/doubles'

/** Persons of a list who may be there twice. */
export const doublesPage = new Hono<Env>()
  .get(DOUBLES, async (c) => {
    const doubles = await listDoubles(c.var.staff, { list: listOf(c) })
    return c.html(<DoublesPage doubles={doubles} viewer={viewerOf(c)} done={takeDone(c)} />)
  })

  .post(DOUBLES, async (c) => {
    const list = listOf(c)
    const [one = '', other = ''] = (await readForm(c)).getAll('id')
    await keepApart(c.var.staff, { list, ids: [one, other] })
    return done(c, 'apart', { to: pathIn(viewerOf(c).staff.workspace, `/${list}/doubles`) })
  })

type Props = { doubles: Doubles; viewer: Viewer; done: Done | undefined }

function DoublesPage({ doubles: { pairs, hasMore, context }, viewer, done: told }: Props) {
  const { locale, staff } = viewer
  const { list } = context
  const t = doublesTexts(locale)
  return (
    <StaffLayout title={t.title} viewer={viewer} section={list}>
      <PageHead
        title={t.title}
        {...(pairs.length > 0 && { lead: t.lead })}
        breadcrumb={
          <BackLink href={pathIn(staff.workspace, `/${list}`)}>{membersTexts(locale)[list].title}</BackLink>
        }
      />
      <DoneNotice done={told} texts={{ apart: t.apart }} />
      {pairs.length === 0 && <Empty title={t.none} lead={t.noneLead} />}
      <Stack>
        {pairs.map((pair) => (
          <PairCard {...{ pair, list, viewer }} />
        ))}
      </Stack>
      {hasMore && <Quiet>{t.more(formatNumber(MAX_PAIRS, locale))}</Quiet>}
    </StaffLayout>
  )
}

type PairProps = { pair: Doubles['pairs'][number]; list: string; viewer: Viewer }

function PairCard({ pair: { one, other, reasons }, list, viewer }: PairProps) {
  const { locale, staff } = viewer
  const t = doublesTexts(locale)
  const names = [one.name, other.name] as const
  return (
    <Card>
      <Row>
        {reasons.map((reason) => (
          <Badge>{t.reasons[reason]}</Badge>
        ))}
      </Row>
      <Pair
        values={[
          <Person person={one} {...{ list, viewer }} />,
          <Person person={other} {...{ list, viewer }} />,
        ]}
      />
      <Actions>
        <ButtonLink kind="second" href={mergePath(staff.workspace, list, one.id, other.id)}>
          {t.compare}
          <HiddenLabel>: {t.compareLabel(...names)}</HiddenLabel>
        </ButtonLink>
        <form method="post" action={pathIn(staff.workspace, `/${list}/doubles`)}>
          <HiddenFields
            values={
              new URLSearchParams([
                ['id', one.id],
                ['id', other.id],
              ])
            }
          />
          <Button kind="plain">
            {t.distinct}
            <HiddenLabel>: {t.distinctLabel(...names)}</HiddenLabel>
          </Button>
        </form>
      </Actions>
    </Card>
  )
}

function Person({
  person,
  list,
  viewer: { staff, locale },
}: {
  person: DoublePerson
  list: string
  viewer: Viewer
}) {
  const t = doublesTexts(locale)
  const date = (day: string | null, text: (day: string) => string) =>
    day && text(formatShortDate(day, locale))
  const lines = [
    person.membershipNumber && t.number(person.membershipNumber),
    date(person.birthdate, t.born),
    [person.street, person.city].filter(Boolean).join(', '),
    person.email,
    date(person.joinDate, t.since),
    date(person.leaveDate, t.left),
  ]
  return (
    <>
      <p>
        <a href={personPathIn(staff.workspace, list, person.id)}>{person.name}</a>{' '}
        {person.isDeceased === 1 && <DeceasedBadge locale={locale} />}
      </p>
      {lines.map((line) => line && <Quiet>{line}</Quiet>)}
    </>
  )
}
