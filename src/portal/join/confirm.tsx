import { type Context, Hono } from 'hono'
import { confirmApplication, type OpenedApplication, viewApplication } from '../../domain/portal/join/confirm'
import { viewPrices } from '../../domain/portal/join/price'
import { type ApplicantPrincipal, applicantPrincipal } from '../../domain/portal/join/principal'
import { DomainError, type Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { noIndex } from '../../http/no-index'
import { databaseOfToken } from '../../http/open-database'
import { type Locale, memberLocaleFor } from '../../ui/i18n/locale'
import { MessagePage } from '../layout'
import { queueMandateNotices } from '../mandate/queue-notices'
import { joinPageTexts } from '../texts/join'
import { CheckPage } from './check-page'
import { answerClosed, JoinPage } from './form-page'
import { shownTextOf } from './mandate-card'
import { MANDATE_MARK, valuesOf } from './read-form'

const PATH = '/confirm/:token'

/** The page of the link that confirms an application. Mail scanners open links, so only its button confirms. */
export const confirm = new Hono<Env>()
  .use('/confirm/*', noIndex)

  .get(PATH, async (c) => {
    const applicant = applicantOf(c)
    return answerApplication(c, applicant, await viewApplication(applicant))
  })

  .post(PATH, async (c) => {
    const applicant = applicantOf(c)
    const mark = (await readForm(c)).get(MANDATE_MARK)
    try {
      const { workspace, outcome } = await confirmApplication(applicant, {
        mark,
        textOf: (version, creditor) => shownTextOf(version, creditor).join('\n'),
        tell: (notices) => queueMandateNotices(c, notices),
      })
      const locale = memberLocaleFor(c.req, workspace)
      if (outcome === 'closed') return answerClosed(c, workspace, locale)
      if (outcome === 'other_mandate')
        return answerApplication(c, applicant, await viewApplication(applicant), { isChanged: true })
      if (outcome === 'full') return c.html(<FullPage {...{ workspace, locale }} />, 429)
      return c.html(<DonePage {...{ workspace, locale }} />)
    } catch (error) {
      if (!(error instanceof DomainError && error.issues)) throw error
      return answerChanged(c, await viewApplication(applicant), {
        link: c.req.param('token'),
        issues: error.issues,
      })
    }
  })

confirm.onError((error, c) => {
  if (!(error instanceof DomainError && error.reason === 'not_found')) throw error
  const locale = memberLocaleFor(c.req)
  const t = joinPageTexts(locale)
  return c.html(<MessagePage title={t.goneTitle} lead={t.gone} locale={locale} />, 404)
})

const applicantOf = (c: Context<Env, typeof PATH>) =>
  applicantPrincipal(databaseOfToken(c.env, c.req.param('token')), {
    requestId: c.var.requestId,
    now: new Date(),
    token: c.req.param('token'),
  })

async function answerApplication(
  c: Context<Env, typeof PATH>,
  applicant: ApplicantPrincipal,
  opened: OpenedApplication,
  { isChanged = false } = {},
) {
  const { workspace, application } = opened
  const locale = memberLocaleFor(c.req, workspace)
  if (!application) return c.html(<DonePage {...{ workspace, locale }} />)
  if (!opened.isOpen) return answerClosed(c, workspace, locale)
  const prices = await viewPrices(applicant, opened)
  const page = { opened, application, prices, locale, isChanged, link: c.req.param('token') }
  return c.html(<CheckPage {...page} />, isChanged ? 409 : 200)
}

/** The form again, if a field no longer takes what was typed; without the account, which only its owner should see. */
function answerChanged(
  c: Context<Env>,
  opened: OpenedApplication,
  { link, issues }: { link: string; issues: Issues },
) {
  const { workspace, application } = opened
  const locale = memberLocaleFor(c.req, workspace)
  if (!application) return c.html(<DonePage {...{ workspace, locale }} />)
  const change = { link }
  const values = valuesOf(application.family, opened, change)
  return c.html(<JoinPage {...{ opened, locale, values, issues, change }} notice="changed" />, 422)
}

/** The page of a link whose association has got as many applications as it takes in an hour. */
function FullPage({ workspace, locale }: DoneProps) {
  const t = joinPageTexts(locale)
  return <MessagePage title={t.fullTitle} lead={t.full(workspace.name)} {...{ locale, workspace }} />
}

type DoneProps = Pick<OpenedApplication, 'workspace'> & { locale: Locale }

function DonePage({ workspace, locale }: DoneProps) {
  const t = joinPageTexts(locale)
  return <MessagePage title={t.doneTitle} lead={t.done(workspace.name)} {...{ locale, workspace }} />
}
