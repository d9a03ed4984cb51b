import { type Context, Hono } from 'hono'
import { isReleasable, releaseChosen } from '../../../domain/collections/release-chosen'
import { DomainError } from '../../../domain/shared/errors'
import type { Restore } from '../../../domain/shared/restores'
import type { Env } from '../../../env'
import { done } from '../../../http/done'
import { readForm } from '../../../http/forms'
import { Button, ButtonLink } from '../../../ui/button'
import { Form } from '../../../ui/form-layout'
import { formatInstant, formatMoney } from '../../../ui/i18n/format'
import { Notice } from '../../../ui/notice'
import { Actions } from '../../../ui/stack'
import { Quiet } from '../../../ui/text'
import { viewerOf } from '../../layout'
import { actorName } from '../../log/sentence'
import { sentenceTexts } from '../../log/sentence-texts'
import { newFormToken, once, TOKEN } from '../../once'
import { restoreText } from '../../restored'
import { readNewQuery, writeNewQuery } from '../choice-query'
import { debitsPath, doneWithCollection, RUNNING } from '../path'
import { newTexts } from '../texts-new'
import { restoredTexts } from '../texts-restored'
import { DatePage, dateIssue } from './date'
import { asPrepared, debitsText, prepareStep, StepLayout, type StepProps, stepPath } from './layout'
import { Examples, Summary } from './summary'

const RELEASE = '/:workspace/direct-debits/new/release'
const MARK = 'mark'

/** The last step to a new collection: what it takes together, and the button that releases it, once. */
export const releasePage = new Hono<Env>()
  .get(RELEASE, async (c) => {
    const step = await prepareStep(c)
    return answerDate(c, step) ?? c.html(<ReleasePage {...step} token={newFormToken()} />)
  })

  .post(RELEASE, async (c) => {
    const form = await readForm(c)
    const asked = readNewQuery(form)
    // Without a date the earliest one is prepared, which no one has confirmed.
    if (!asked.date) {
      const step = await prepareStep(c, asked)
      return c.html(<DatePage {...step} issue={dateIssue(step)} />, 422)
    }
    try {
      const mark = form.get(MARK) ?? ''
      const outcome = await releaseChosen(once(c, form, 'collections:write'), {
        ...asPrepared(asked),
        mark,
      })
      if ('id' in outcome) return doneWithCollection(c, 'released', outcome.id)
      const step = { viewer: viewerOf(c), asked, prepared: outcome.refused }
      return answerDate(c, step) ?? c.html(<ReleasePage {...step} token={newFormToken()} isChanged />, 409)
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'still_running') return toRunning(c)
      throw error
    }
  })

/** Asks for another date where a step has none on which banks collect. */
function answerDate(c: Context<Env>, step: StepProps) {
  const issue = dateIssue(step)
  return issue === undefined ? undefined : c.html(<DatePage {...step} issue={issue} />, 422)
}

const toRunning = (c: Context<Env>) => done(c, RUNNING, { to: debitsPath({ staff: c.var.staff.current() }) })

type Props = StepProps & { token: string; isChanged?: boolean }

function ReleasePage({ token, isChanged, ...props }: Props) {
  const { viewer, asked, prepared } = props
  const { locale } = viewer
  const t = newTexts(locale).release
  const isPossible = isReleasable(prepared)
  const hidden = new URLSearchParams([...writeNewQuery(asked), [MARK, prepared.mark], [TOKEN, token]])
  return (
    <StepLayout {...props} step="release" title={t.title} hasIssues={isChanged}>
      {isChanged && !prepared.unchecked && <ChangedNotice {...props} />}
      {prepared.unchecked ? (
        <UncheckedNotice {...props} restore={prepared.unchecked} />
      ) : isPossible ? (
        <>
          <Summary {...props} />
          <Form action={debitsPath(viewer, '/new/release')} hidden={hidden}>
            <Actions>
              <Button>
                {t.submit(debitsText(prepared.groups.length, locale))} ·{' '}
                {formatMoney(prepared.amount, 'EUR', locale)}
              </Button>
              <ButtonLink kind="second" href={stepPath('date', props)}>
                {newTexts(locale).back}
              </ButtonLink>
            </Actions>
            <Quiet>{t.hint}</Quiet>
          </Form>
          <Examples {...props} />
        </>
      ) : (
        <>
          <p>{t.emptyNow}</p>
          <Actions>
            <ButtonLink kind="second" href={stepPath('check', props)}>
              {t.leftOutLink}
            </ButtonLink>
          </Actions>
        </>
      )}
    </StepLayout>
  )
}

/** Says that nothing can be released until somebody has said which files went to the bank before a restore. */
function UncheckedNotice({ viewer, restore }: StepProps & { restore: Restore }) {
  const t = restoredTexts(viewer.locale)
  return (
    <>
      <Notice tone="warn" title={t.blocked}>
        <p>
          {restoreText(restore, viewer)}. {t.blockedLead}
        </p>
      </Notice>
      <Actions>
        <ButtonLink href={debitsPath(viewer, '/restored')}>{t.toCheck}</ButtonLink>
      </Actions>
    </>
  )
}

/** Says that something else would be released than was confirmed, and who released the last collection. */
function ChangedNotice({ viewer, prepared: { lastRelease } }: StepProps) {
  const { staff, locale } = viewer
  const t = newTexts(locale).release
  const when = lastRelease && formatInstant(lastRelease.at, staff.workspace.timezone, locale)
  const isOwn = lastRelease?.actor.id === staff.staff.id
  return (
    <Notice tone="warn" title={t.changed}>
      <p>{t.changedLead}</p>
      {lastRelease && when && (
        <p>
          {isOwn ? t.releasedBySelf(when) : t.releasedBy(actorName(lastRelease, sentenceTexts(locale)), when)}{' '}
          <a href={debitsPath(viewer, `/${lastRelease.subject.id}`)}>{t.toLast}</a>
        </p>
      )}
    </Notice>
  )
}
