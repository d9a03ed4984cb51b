import { type Context, Hono } from 'hono'
import { PAYER } from '../../domain/person-fields/fields'
import {
  type ChoiceOf,
  type ChosenPayer,
  type FamilyChoice,
  viewFamilyChoice,
} from '../../domain/persons/families/choose'
import { savePayers } from '../../domain/persons/families/save'
import type { FoundPerson } from '../../domain/persons/search'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check, DateField, RadioGroup } from '../../ui/choices'
import { Confirm } from '../../ui/confirm'
import { SearchForm } from '../../ui/filter'
import { HiddenFields } from '../../ui/form-layout'
import { Lines } from '../../ui/lines'
import { Notice } from '../../ui/notice'
import { BackLink, PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import { Actions, Measure } from '../../ui/stack'
import { HiddenLabel, Quiet } from '../../ui/text'
import { attempt, type Faults } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { listOf } from '../members/page-query'
import { doneWithPerson, PERSON } from '../members/person'
import { pathIn, personPathIn } from '../paths'
import { refusalText, refusalTexts } from '../refusals'
import { LIST_FIELD, TO_WITHOUT } from './paths'
import { familyTexts } from './texts'

/** Who pays for a person, chosen on one page and confirmed on the next; and for whom else a person pays. */
export const payerPages = new Hono<Env>()
  .get(`${PERSON}/payer`, async (c) => {
    const payerId = c.req.query('payer')
    const choice = await openChoice(c, payerId)
    const viewer = viewerOf(c)
    if (choice.chosen) return c.html(<ConfirmPage {...{ choice, viewer }} chosen={choice.chosen} />)
    return c.html(<ChoosePage {...{ choice, viewer }} search={searchOf(c)} of="payer" />)
  })

  .post(`${PERSON}/payer`, async (c) => {
    const { person_id: id } = c.req.param()
    const list = listOf(c)
    const form = await readForm(c)
    const payerId = form.get('payer') || null
    const account = form.get('account') === 'give_up' ? 'give_up' : 'keep'
    const agreedOn = payerId === null ? undefined : form.has('agreed') ? (form.get('agreed_on') ?? '') : null
    const revision = form.has('revision') ? Number(form.get('revision')) : undefined
    const outcome = await attempt(() => save(c, { id, payerId, account, agreedOn, revision }))
    if ('result' in outcome && outcome.result !== 'changed') {
      const word = outcome.result === 0 ? 'unchanged' : payerId === null ? 'payer_removed' : 'payer_set'
      if (form.has(LIST_FIELD))
        return done(c, word, { to: pathIn(c.var.staff.current().workspace, TO_WITHOUT[PAYER]) })
      return doneWithPerson(c, word, { list, id, batch: c.var.staff.actor.batchId })
    }
    const choice = await openChoice(c, payerId ?? undefined)
    const props = {
      choice,
      viewer: viewerOf(c),
      ...('issues' in outcome ? { faults: outcome } : { isChanged: true }),
    }
    if (choice.chosen)
      return c.html(
        <ConfirmPage {...props} chosen={{ ...choice.chosen, ...(agreedOn !== undefined && { agreedOn }) }} />,
        422,
      )
    return c.html(<ChoosePage {...props} search="" of="payer" />, 422)
  })

  .get(`${PERSON}/dependants`, async (c) => {
    const choice = await openChoice(c, undefined, 'dependant')
    return c.html(<ChoosePage {...{ choice, viewer: viewerOf(c) }} search={searchOf(c)} of="dependant" />)
  })

export const searchOf = (c: Context<Env>): string => c.req.query('search')?.trim() ?? ''

export const openChoice = (
  c: Context<Env>,
  payerId: string | undefined,
  of: ChoiceOf = 'payer',
): Promise<FamilyChoice> => {
  const { list = '', person_id: id = '' } = c.req.param()
  return viewFamilyChoice(c.var.staff, { list, id, search: searchOf(c), payerId, of })
}

type Saved = Parameters<typeof savePayers>[1][number]

/** How many persons changed, or that the person has changed since it was shown. */
async function save(c: Context<Env>, wanted: Saved): Promise<number | 'changed'> {
  try {
    return await savePayers(c.var.staff, [wanted])
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'changed_meanwhile') return 'changed'
    throw error
  }
}

type Props = { choice: FamilyChoice; viewer: Viewer; faults?: Faults; isChanged?: boolean }

export function ChoosePage({
  choice,
  viewer,
  search,
  of,
  ...told
}: Props & { search: string; of: ChoiceOf }) {
  const { locale, staff } = viewer
  const { person, context, found } = choice
  const t = familyTexts(locale)
  const texts = { payer: t.choosePayer, dependant: t.chooseDependant, guardian: t.chooseGuardian }[of]
  const title = texts.title(displayName(person))
  const own = personPathIn(staff.workspace, context.list, person.id)
  const hrefOf = (one: FoundPerson): string =>
    of === 'payer'
      ? `${own}/payer?payer=${one.id}`
      : personPathIn(staff.workspace, one.list, one.id, '/payer', new URLSearchParams({ payer: person.id }))
  return (
    <StaffLayout title={title} viewer={viewer} section={context.list} hasIssues={told.faults !== undefined}>
      <Measure>
        <PageHead
          title={title}
          lead={texts.lead}
          breadcrumb={<BackLink href={own}>{displayName(person)}</BackLink>}
        />
        <Told {...told} viewer={viewer} />
        <SearchForm
          action={`${own}/${of === 'dependant' ? 'dependants' : of}`}
          label={t.search}
          value={search}
          locale={locale}
        />
        <Card title={search === '' ? t.likely : t.found}>
          {found.length === 0 ? (
            <Quiet>{t.nobody}</Quiet>
          ) : (
            <Lines
              items={found.map((one) => ({
                main: one.name,
                details: [detailsOf(one, viewer)],
                badge:
                  of === 'guardian' ? (
                    <form method="post" action={`${own}/guardian`}>
                      <HiddenFields values={{ guardian: one.id, revision: String(choice.revision) }} />
                      <Button kind="plain">
                        {t.choose}
                        <HiddenLabel>: {one.name}</HiddenLabel>
                      </Button>
                    </form>
                  ) : (
                    <a href={hrefOf(one)}>
                      {t.choose}
                      <HiddenLabel>: {one.name}</HiddenLabel>
                    </a>
                  ),
              }))}
            />
          )}
        </Card>
      </Measure>
    </StaffLayout>
  )
}

function detailsOf({ list, area, membershipNumber, email }: FoundPerson, { locale }: Viewer): string {
  const t = familyTexts(locale)
  return [
    list === 'contacts' && t.contact,
    area === 'applications' && t.applicant,
    membershipNumber && t.number(membershipNumber),
    email,
  ]
    .filter(Boolean)
    .join(' · ')
}

function Told({ faults, isChanged, viewer }: Omit<Props, 'choice'>) {
  const t = familyTexts(viewer.locale)
  if (isChanged) return <Notice tone="bad">{t.changed}</Notice>
  if (!faults) return null
  return (
    <Notice tone="bad" title={t.refused}>
      {refusalTexts(faults, viewer).map((text) => (
        <p>{text}</p>
      ))}
    </Notice>
  )
}

function ConfirmPage({ choice, chosen, viewer, ...told }: Props & { chosen: ChosenPayer }) {
  const { locale, staff } = viewer
  const { person, context, revision } = choice
  const { confirm: t } = familyTexts(locale)
  const title = t.title(chosen.name, displayName(person))
  const path = (page: string) => personPathIn(staff.workspace, context.list, person.id, page)
  const isNoted = person[PAYER] === chosen.id
  const needsMandate = !chosen.hasMandate && !chosen.passesMandate
  return (
    <StaffLayout title={title} viewer={viewer} section={context.list} hasIssues={told.faults !== undefined}>
      <Told {...told} viewer={viewer} />
      <Confirm
        title={title}
        lead={t.lead(chosen.name)}
        action={path('/payer')}
        label={isNoted ? t.note : t.submit}
        cancelHref={path('')}
        hidden={{ payer: chosen.id, revision: String(revision) }}
        locale={locale}
      >
        {chosen.account !== 'none' && <AccountQuestion {...{ chosen, viewer }} name={displayName(person)} />}
        <Agreement {...{ chosen, viewer, told, isNoted }} today={context.today} />
        {needsMandate && (
          <Notice tone="info" title={t.noMandate(chosen.name)}>
            <p>{t.newMandate}</p>
            {chosen.mayDecide && (
              <Actions>
                <ButtonLink
                  kind="second"
                  href={personPathIn(
                    staff.workspace,
                    chosen.list,
                    chosen.id,
                    '/edit',
                    new URLSearchParams({ to: `${path('/payer')}?payer=${chosen.id}` }),
                  )}
                >
                  {t.editPayment}
                </ButtonLink>
              </Actions>
            )}
          </Notice>
        )}
        <p>
          <a href={path('/payer')}>{t.other}</a>
        </p>
      </Confirm>
    </StaffLayout>
  )
}

type AgreementProps = {
  chosen: ChosenPayer
  /** Whether that person pays already, so that the agreement alone is noted. */
  isNoted: boolean
  today: string
  viewer: Viewer
  told: Pick<Props, 'faults'>
}

/** That the payer agreed to pay, and since when: a tick that may be left out. */
function Agreement({ chosen, isNoted, today, viewer, told: { faults } }: AgreementProps) {
  const { confirm: t } = familyTexts(viewer.locale)
  const [refusal] = faults?.refusals.agreed_on ?? []
  return (
    <Card>
      <Check
        name="agreed"
        label={t.agreed(chosen.name)}
        hint={t.agreedHint}
        isChecked={isNoted || chosen.agreedOn !== null}
      />
      <DateField
        name="agreed_on"
        label={t.agreedOn}
        value={chosen.agreedOn ?? today}
        max={today}
        issue={refusal && refusalText(refusal, viewer)}
      />
    </Card>
  )
}

function AccountQuestion({ chosen, viewer, name }: { chosen: ChosenPayer; viewer: Viewer; name: string }) {
  const { confirm: t } = familyTexts(viewer.locale)
  const { account, passesMandate, mandateReference, mayDecide } = chosen
  if (!mayDecide) return <p>{t.undecided}</p>
  const hint = passesMandate ? t.passes(mandateReference, chosen.name) : account === 'same' && t.same
  return (
    <Card>
      <RadioGroup
        name="account"
        label={t.account(name)}
        value={account === 'same' ? 'give_up' : 'keep'}
        options={[
          { value: 'give_up', label: t.give_up, ...(hint && { hint }) },
          { value: 'keep', label: t.keep, hint: t.keepHint },
        ]}
      />
    </Card>
  )
}
