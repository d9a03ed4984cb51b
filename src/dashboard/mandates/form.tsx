import { type Context, Hono } from 'hono'
import { type MandateForm, type OpenedForm, viewMandateForm } from '../../domain/pages/mandate-forms'
import { MANDATE, PAYMENT_METHOD } from '../../domain/person-fields/fields'
import { editPerson, mayEdit } from '../../domain/persons/edit'
import { DomainError, type Issues, invalid } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { TextField } from '../../ui/form'
import { Form } from '../../ui/form-layout'
import { formTexts } from '../../ui/i18n/texts'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { displayName } from '../../ui/person-fields/display-name'
import { FieldInput } from '../../ui/person-fields/input'
import { IssueList, issueText } from '../../ui/person-fields/issues'
import { parseChanges } from '../../ui/person-fields/parse'
import { Actions, Columns, Stack } from '../../ui/stack'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { doneWithPerson, PERSON } from '../members/person'
import { uniqueValues } from '../members/person-form'
import { PersonLink, sectionOf } from '../members/person-head'
import { personPathIn } from '../paths'
import { mandateFormTexts } from './form-texts'
import { mandateFormPath } from './path'
import { CreditorNotice } from './print'
import { MandateSheet } from './sheet'

const VERSION = 'form.version'
const SIGNED = { key: MANDATE }
const ACCOUNT = { key: 'bank_account' }
const REFERENCE = `${MANDATE}.reference`
const SIGNED_ON = `${MANDATE}.signature_date`

/** The mandate form of one person, to print; once it is signed and returned, staff save the mandate here. */
export const mandateFormPage = new Hono<Env>()
  .get(`${PERSON}/mandate`, async (c) => c.html(<FormPage opened={await openForm(c)} viewer={viewerOf(c)} />))

  .post(`${PERSON}/mandate`, async (c) => {
    const { list, person_id: id } = c.req.param()
    const form = await readForm(c)
    const issues = missingIn(form)
    try {
      if (Object.keys(issues).length > 0) throw invalid(issues)
      await editPerson(c.var.staff, {
        list,
        id,
        version: form.get(VERSION) ?? '',
        ...uniqueValues(form),
        toBody: (person) => ({
          ...parseChanges(
            form,
            { fields: [SIGNED, ACCOUNT], person: { ...person, [MANDATE]: null } },
            viewerOf(c).locale,
          ),
          [PAYMENT_METHOD]: 'direct_debit',
        }),
      })
      return doneWithPerson(c, 'saved', { list, id, batch: c.var.staff.actor.batchId })
    } catch (error) {
      if (!(error instanceof DomainError && (error.issues || error.reason === 'changed_meanwhile')))
        throw error
      const opened = await openForm(c)
      const shown = { opened, form, issues: error.issues }
      return c.html(<FormPage {...shown} viewer={viewerOf(c)} />, 422)
    }
  })

/** The inputs that a signed mandate needs. */
const REQUIRED = [SIGNED_ON, REFERENCE, 'bank_account.iban']

const missingIn = (form: URLSearchParams): Issues =>
  Object.fromEntries(
    REQUIRED.filter((name) => !form.get(name)?.trim()).map((name) => [name, [{ code: 'missing' }]]),
  )

const openForm = (c: Context<Env>) => {
  const { list = '', person_id: id = '' } = c.req.param()
  return viewMandateForm(c.var.staff, { list, id })
}

type Props = {
  opened: OpenedForm
  viewer: Viewer
  /** What was typed, where it could not be saved. */
  form?: URLSearchParams
  issues?: Issues | undefined
}

function FormPage(props: Props) {
  const { opened, viewer, form } = props
  const { person, forms, signed } = opened
  const title = mandateFormTexts(viewer.locale).title(displayName(person))
  const [sheet] = forms
  return (
    <StaffLayout title={title} viewer={viewer} section={sectionOf(opened)} hasIssues={form !== undefined}>
      {sheet ? (
        <SheetToSign {...props} {...{ sheet, title }} />
      ) : (
        signed.map((mandate) => <AlreadySigned {...{ mandate, viewer }} />)
      )}
    </StaffLayout>
  )
}

type SheetProps = Props & { sheet: MandateForm }

/** The sheet beside the inputs that save it; a sheet that is made out to the payer leads to the payer's page instead. */
function SheetToSign({ title, ...props }: SheetProps & { title: string }) {
  const { opened, viewer, form, sheet } = props
  const t = mandateFormTexts(viewer.locale)
  const isOfPayer = sheet.id !== opened.person.id
  const isChanged = form !== undefined && form.get(VERSION) !== opened.version
  return (
    <Stack>
      <PageHead
        title={title}
        lead={t.lead}
        breadcrumb={<PersonLink subject={opened} viewer={viewer} place={new URLSearchParams()} />}
      />
      {isChanged && <Notice tone="warn">{t.changed}</Notice>}
      <CreditorNotice viewer={viewer} />
      {isOfPayer && <PayerNotice sheet={sheet} viewer={viewer} />}
      <Columns hasSide>
        <MandateSheet form={sheet} viewer={viewer} />
        {!isOfPayer && mayEdit(viewer.staff, opened.context.list, MANDATE) && <RecordCard {...props} />}
      </Columns>
    </Stack>
  )
}

type SignedProps = { mandate: OpenedForm['signed'][number]; viewer: Viewer }

/** Says that the debtor has a mandate already. */
function AlreadySigned({ mandate: { id, list, name, reference }, viewer }: SignedProps) {
  const t = mandateFormTexts(viewer.locale)
  return (
    <Message title={t.signedTitle(name)} lead={t.signedLead(reference)}>
      <ButtonLink href={personPathIn(viewer.staff.workspace, list, id)}>{t.back}</ButtonLink>
    </Message>
  )
}

function PayerNotice({ sheet, viewer }: { sheet: MandateForm; viewer: Viewer }) {
  const t = mandateFormTexts(viewer.locale)
  return (
    <Notice
      tone="info"
      title={t.payer(sheet.name)}
      action={
        <ButtonLink kind="second" href={mandateFormPath(viewer, sheet)}>
          {t.toPayer(sheet.name)}
        </ButtonLink>
      }
    >
      {t.payerLead}
    </Notice>
  )
}

/** Saves the mandate from the returned paper. */
function RecordCard({ opened, viewer: { locale }, form, issues = {}, sheet }: SheetProps) {
  const t = mandateFormTexts(locale)
  const { fields } = formTexts(locale)
  const { person, version } = opened
  const account = form ? parseChanges(form, { fields: [ACCOUNT], person: {} }, locale) : person
  const texts = Object.fromEntries(
    Object.entries(issues).flatMap(([path, [issue]]) =>
      issue?.code === 'missing' ? [[path, t.missing]] : [],
    ),
  )
  const issueAt = (path: string) =>
    path in issues && { issue: texts[path] ?? issueText('mandate', path, locale, issues[path]) }
  return (
    <Card title={t.record}>
      <Form hidden={{ [VERSION]: version }}>
        <p>{t.recordLead}</p>
        <IssueList {...{ issues, texts, locale }} fields={[SIGNED, ACCOUNT]} />
        <DateField
          name={SIGNED_ON}
          label={fields.signature_date ?? ''}
          value={form?.get(SIGNED_ON) ?? ''}
          {...issueAt(SIGNED_ON)}
        />
        <TextField
          name={REFERENCE}
          label={fields.reference ?? ''}
          value={form?.get(REFERENCE) ?? sheet.reference}
          {...issueAt(REFERENCE)}
        />
        <FieldInput field={ACCOUNT} value={account.bank_account} {...{ issues, texts, locale }} />
        <Actions>
          <Button>{t.submit}</Button>
        </Actions>
      </Form>
    </Card>
  )
}
