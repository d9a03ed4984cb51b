import type { Context } from 'hono'
import type { WorkspaceRow } from '../../db/schema'
import type { JoinRefusal } from '../../domain/portal/join/limits'
import type { OpenedForm } from '../../domain/portal/join/request'
import type { Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { Button } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { JoinFields } from '../../ui/join/join-fields'
import { JoinIssues } from '../../ui/join/join-issues'
import { ownOf } from '../../ui/join/own'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { Prose, Quiet } from '../../ui/text'
import { joinPath } from '../entry/entry'
import { Layout, MessagePage } from '../layout'
import { joinPageTexts } from '../texts/join'
import { Honeypot } from './honeypot'
import { JoinSteps } from './steps'

type Props = {
  opened: OpenedForm
  locale: Locale
  values: Record<string, unknown>
  agrees?: boolean
  issues?: Issues
  /** What happened to what was sent before. */
  notice?: JoinRefusal | 'changed'
}

/** The page with the form by which people apply for membership. */
export function JoinPage({ opened, locale, values, agrees, issues = {}, notice }: Props) {
  const { workspace, form, fields } = opened
  const t = joinPageTexts(locale)
  const hasIssues = Object.keys(issues).length > 0
  return (
    <Layout title={t.title} {...{ locale, workspace, hasIssues }} keepsInput={notice !== undefined} isIndexed>
      <Measure>
        <PageHead title={t.title} lead={t.lead} />
        <JoinSteps current="fill" locale={locale} />
        {notice && <Notice tone={notice === 'changed' ? 'warn' : 'bad'}>{t[notice]}</Notice>}
        <JoinIssues {...{ fields, issues, locale }} />
        {form.intro && <Prose>{form.intro}</Prose>}
        <Form action={joinPath(workspace)}>
          <JoinFields
            {...{ fields, values, issues, locale }}
            {...(agrees && { agrees })}
            statutesUrl={form.statutes_url}
            privacyUrl={workspace.privacyUrl}
            own={ownOf(workspace)}
          />
          <Honeypot />
          <Quiet>{t.next(workspace.name)}</Quiet>
          <Actions>
            <Button>{t.send}</Button>
          </Actions>
        </Form>
      </Measure>
    </Layout>
  )
}

/** The page of a form that is switched off. */
export function answerClosed(c: Context<Env>, workspace: WorkspaceRow, locale: Locale) {
  const t = joinPageTexts(locale)
  const page = (
    <MessagePage title={t.closedTitle} lead={t.closed(workspace.name)} {...{ locale, workspace }} />
  )
  return c.html(page, 404)
}
