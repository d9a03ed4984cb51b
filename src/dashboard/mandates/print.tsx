import type { Context } from 'hono'
import { permits } from '../../domain/access/authorize'
import type { ListId } from '../../domain/access/lists'
import { MAX_FORMS, type MandateForms, viewMandateForms } from '../../domain/pages/mandate-forms'
import type { Selection } from '../../domain/persons/bulk/selection'
import type { Env } from '../../env'
import { ButtonLink } from '../../ui/button'
import { formatNumber } from '../../ui/i18n/format'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Stack } from '../../ui/stack'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { mandateFormTexts } from './form-texts'
import { MandateSheet } from './sheet'

type Asked = { list: ListId; selection: Selection; backHref: () => string }

/** Answers with the forms for the mandates of selected persons, each on a sheet of its own. */
export async function answerMandateForms(c: Context<Env>, { list, selection, backHref: toList }: Asked) {
  const outcome = await attempt(() => viewMandateForms(c.var.staff, { list, selection }))
  const viewer = viewerOf(c)
  const backHref = toList()
  const t = mandateFormTexts(viewer.locale)
  const texts =
    'result' in outcome
      ? { title: t.none, lead: t.noneLead }
      : { title: t.tooMany(formatNumber(MAX_FORMS, viewer.locale)), lead: t.tooManyLead }
  if ('result' in outcome && outcome.result.forms.length > 0)
    return c.html(<PrintPage {...outcome.result} {...{ viewer, list, backHref }} />)
  return c.html(
    <StaffLayout title={texts.title} viewer={viewer} section={list}>
      <Message {...texts}>
        <ButtonLink href={backHref}>{t.back}</ButtonLink>
      </Message>
    </StaffLayout>,
    422,
  )
}

type PrintProps = MandateForms & { viewer: Viewer; list: ListId; backHref: string }

function PrintPage({ forms, signed, viewer, list, backHref }: PrintProps) {
  const { staff, locale } = viewer
  const t = mandateFormTexts(locale)
  const title = t.titleMany(formatNumber(forms.length, locale))
  return (
    <StaffLayout title={title} viewer={viewer} section={list}>
      <Stack>
        <PageHead
          title={title}
          lead={t.leadMany}
          actions={
            <ButtonLink kind="second" href={backHref}>
              {t.back}
            </ButtonLink>
          }
        />
        <CreditorNotice viewer={viewer} />
        {signed.length > 0 && (
          <Notice tone="info" title={t.left(signed.length)} isQuiet>
            <ul>
              {signed.map(({ id, list, name, reference }) => (
                <li>
                  <a href={personPathIn(staff.workspace, list, id)}>{name}</a>: {reference}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {forms.map((form) => (
          <MandateSheet form={form} viewer={viewer} />
        ))}
      </Stack>
    </StaffLayout>
  )
}

/** Says that the forms name no creditor identifier, and where it is entered. */
export function CreditorNotice({ viewer: { staff, locale } }: { viewer: Viewer }) {
  const t = mandateFormTexts(locale)
  if (staff.workspace.creditorId) return null
  return (
    <Notice
      tone="warn"
      title={t.noCreditor}
      action={
        permits(staff, 'creditor:write') && (
          <ButtonLink kind="second" href={pathIn(staff.workspace, '/settings/direct-debit')}>
            {t.toSettings}
          </ButtonLink>
        )
      }
    >
      {t.noCreditorLead}
    </Notice>
  )
}
