import type { Context } from 'hono'
import type { WorkspaceRow } from '../../db/schema'
import { listsOf } from '../../domain/access/lists'
import type { JoinRefusal } from '../../domain/portal/join/limits'
import type { Change, OpenedForm } from '../../domain/portal/join/request'
import type { Issues } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { Button, EnterButton } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { JoinFields } from '../../ui/join/join-fields'
import { JoinIssues } from '../../ui/join/join-issues'
import { ownOf } from '../../ui/join/own'
import type { JoinValues } from '../../ui/join/values'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { Prose, Quiet } from '../../ui/text'
import { joinPath } from '../entry/entry'
import { Layout, MessagePage } from '../layout'
import { joinPageTexts } from '../texts/join'
import { Honeypot } from './honeypot'
import { DRAFT, LINK } from './read-form'
import { JoinSteps } from './steps'

type Props = {
  opened: OpenedForm
  locale: Locale
  values: JoinValues
  issues?: Issues
  /** What happened to what was sent before. */
  notice?: JoinRefusal | 'changed' | 'gone'
  /** The application that waits and is changed. */
  change?: Change | undefined
  keptAccount?: string | undefined
  /** The place of the block that was added just now. */
  added?: number | undefined
}

/** The page with the form by which people apply for membership. */
export function JoinPage({ opened, locale, values, issues = {}, notice, change, keptAccount, added }: Props) {
  const { workspace, form, fields, offer } = opened
  const t = joinPageTexts(locale)
  const hasIssues = Object.keys(issues).length > 0
  const keepsInput = notice !== undefined || added !== undefined || change !== undefined
  return (
    <Layout title={t.title} {...{ locale, workspace, hasIssues, keepsInput }} isIndexed>
      <Measure>
        <PageHead title={t.title} lead={t.lead} />
        <JoinSteps current="fill" locale={locale} />
        {notice && (
          <Notice tone={notice === 'changed' || notice === 'gone' ? 'warn' : 'bad'}>
            {notice === 'gone' ? t.changeGone : t[notice]}
          </Notice>
        )}
        <JoinIssues {...{ fields, values, issues, locale }} />
        {form.intro && <Prose>{form.intro}</Prose>}
        <Form action={joinPath(workspace)} hidden={hiddenOf(change)}>
          <EnterButton>{t.send}</EnterButton>
          <JoinFields
            {...{ fields, offer, values, issues, keptAccount, added, locale }}
            statutesUrl={form.statutes_url}
            privacyUrl={workspace.privacyUrl}
            own={ownOf(workspace)}
            hasContacts={listsOf(workspace.subscriptionVariant).includes('contacts')}
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

/** The hidden fields by which a form names the application that it changes. */
export function hiddenOf(change: Change | undefined): Record<string, string> {
  if (!change) return {}
  return 'link' in change ? { [LINK]: change.link } : { [DRAFT]: change.draft }
}

/** The page of a form that is switched off. */
export function answerClosed(c: Context<Env>, workspace: WorkspaceRow, locale: Locale) {
  const t = joinPageTexts(locale)
  const page = (
    <MessagePage title={t.closedTitle} lead={t.closed(workspace.name)} {...{ locale, workspace }} />
  )
  return c.html(page, 404)
}
