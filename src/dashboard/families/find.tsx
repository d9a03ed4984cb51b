import { type Context, Hono } from 'hono'
import {
  type Families,
  type FamilyPerson,
  findFamilies,
  MAX_FAMILIES,
  type ProposedFamily,
} from '../../domain/persons/families/find'
import { savePayers } from '../../domain/persons/families/save'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check, RadioGroup } from '../../ui/choices'
import { Empty } from '../../ui/empty'
import { Form, HiddenFields } from '../../ui/form-layout'
import { formatShortDate } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { BackLink, PageHead } from '../../ui/page-head'
import { Actions, Row } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { membersTexts } from '../members/texts'
import { pathIn } from '../paths'
import { familyTexts } from './texts'

const FAMILIES = '/:workspace/members/families'

/** The field of a form that leads back to the lines of the bank. */
export const FAMILIES_OF_BANK = 'bank'

/** Proposals beyond so many are not paged to: those before are decided first. */
const MAX_FROM = 1000

/** Persons who may pay together, to tick and save. */
export const findFamiliesPage = new Hono<Env>()
  .get(FAMILIES, async (c) => {
    const from = Number.parseInt(c.req.query('from') ?? '', 10)
    return answerPage(c, { from: Math.min(Math.max(0, from || 0), MAX_FROM), told: takeDone(c) })
  })

  .post(FAMILIES, async (c) => {
    const form = await readForm(c)
    const wanted = tickedIn(form)
    try {
      const count = wanted.length === 0 ? 0 : await savePayers(c.var.staff, wanted)
      if (count === 0) return answerPage(c, { from: 0, told: undefined, refused: 'nothing' })
      const { workspace } = c.var.staff.current()
      const told = { numbers: { count: wanted.length } }
      if (form.has(FAMILIES_OF_BANK))
        return done(c, 'payer_set', { to: pathIn(workspace, '/bank/lines'), ...told })
      return done(c, 'saved', { to: pathIn(workspace, '/members/families'), ...told })
    } catch (error) {
      const isRefused = error instanceof DomainError && (error.issues || error.reason === 'not_found')
      if (!isRefused) throw error
      return answerPage(c, { from: 0, told: undefined, refused: 'changed' })
    }
  })

/** Who is to pay for whom, of the families that are ticked. */
const tickedIn = (form: URLSearchParams): { id: string; payerId: string }[] =>
  form
    .getAll('family')
    .slice(0, MAX_FAMILIES)
    .flatMap((index) => {
      const payerId = form.get(`payer.${index}`) ?? ''
      const ids = (form.get(`persons.${index}`) ?? '').split(' ')
      return ids.filter((id) => id !== payerId).map((id) => ({ id, payerId }))
    })

type Told = { from: number; told: Done | undefined; refused?: 'nothing' | 'changed' }

async function answerPage(c: Context<Env>, told: Told) {
  const found = await findFamilies(c.var.staff, { from: told.from })
  return c.html(<FamiliesPage {...{ found, ...told }} viewer={viewerOf(c)} />, told.refused ? 422 : 200)
}

function FamiliesPage({ found, viewer, from, told, refused }: Told & { found: Families; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { families: t } = familyTexts(locale)
  const { families, hasMore } = found
  const path = pathIn(staff.workspace, '/members/families')
  return (
    <StaffLayout title={t.title} viewer={viewer} section="members" hasIssues={refused !== undefined}>
      <PageHead
        title={t.title}
        {...(families.length > 0 && { lead: t.lead })}
        breadcrumb={
          <BackLink href={pathIn(staff.workspace, '/members')}>{membersTexts(locale).members.title}</BackLink>
        }
      />
      {refused && <Notice tone="bad">{t[refused]}</Notice>}
      {told?.word === 'saved' && <Notice tone="good">{t.saved(told.numbers.count ?? 0)}</Notice>}
      {families.length === 0 && !hasMore && <Empty title={t.none} lead={t.noneLead} />}
      {families.length > 0 && (
        <Form action={path}>
          {families.map((family, index) => (
            <FamilyForm {...{ family, index, viewer }} />
          ))}
          <Quiet>{t.accounts}</Quiet>
          <Actions>
            <Button>{t.save}</Button>
          </Actions>
        </Form>
      )}
      {hasMore && from + MAX_FAMILIES <= MAX_FROM && (
        <Actions>
          <ButtonLink kind="second" href={`${path}?from=${from + MAX_FAMILIES}`} noPrefetch>
            {t.more}
          </ButtonLink>
        </Actions>
      )}
    </StaffLayout>
  )
}

type FamilyProps = { family: ProposedFamily; index: number; viewer: Viewer }

function FamilyForm({ family, index, viewer }: FamilyProps) {
  const { families: t } = familyTexts(viewer.locale)
  return (
    <Card title={family.persons.map(({ name }) => name).join(', ')}>
      <Row>
        <Badge>{t.signs[family.sign]}</Badge>
      </Row>
      <FamilyPersons {...{ family, index, viewer }} />
      <Check name="family" id={`family-${index}`} value={String(index)} label={t.take} isChecked={false} />
    </Card>
  )
}

/** The persons of a proposed family, of whom one is chosen as the payer. */
export function FamilyPersons({ family: { persons, adults }, index, viewer }: FamilyProps) {
  const { families: t } = familyTexts(viewer.locale)
  const [payer] = persons
  const others = persons.filter(({ id }) => !adults.includes(id))
  const describe = (one: FamilyPerson) => [one.name, detailsOf(one, viewer)].filter(Boolean).join(' · ')
  return (
    <>
      <HiddenFields values={{ [`persons.${index}`]: persons.map(({ id }) => id).join(' ') }} />
      <RadioGroup
        name={`payer.${index}`}
        label={t.payer}
        value={payer?.id ?? ''}
        options={persons
          .filter(({ id }) => adults.includes(id))
          .map((one) => ({ value: one.id, label: describe(one) }))}
      />
      {others.length > 0 && (
        <p>
          {t.others}: {others.map(describe).join(', ')}
        </p>
      )}
    </>
  )
}

function detailsOf({ birthdate, street, city }: FamilyPerson, { locale }: Viewer): string {
  const { families: t } = familyTexts(locale)
  const address = [street, city].filter(Boolean).join(', ')
  return [birthdate && t.born(formatShortDate(birthdate, locale)), address].filter(Boolean).join(' · ')
}
