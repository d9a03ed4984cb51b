import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { accountsWaitingIn, type StoredImport } from '../../domain/imports/import'
import { viewImport } from '../../domain/imports/view'
import { undoableSince } from '../../domain/persons/undo-offer'
import { instantOfId } from '../../domain/shared/ids'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Copyable } from '../../ui/copyable'
import { formatInstant, formatNumber } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { Actions } from '../../ui/stack'
import { Stat, Stats } from '../../ui/stat'
import { Quiet } from '../../ui/text'
import { type Viewer, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { ImportFrame } from './frame'
import { importPath } from './path'
import { IMPORT, idOf, pageOf } from './route'
import { importTexts } from './texts'

/** The page that says what an import did, and what comes next. */
export const importDonePage = new Hono<Env>().get(`${IMPORT}/done`, async (c) => {
  const stored = await viewImport(c.var.staff, { id: idOf(c) })
  if (stored.state === 'draft') return c.redirect(pageOf(c, '/check'), 303)
  const isUndoable =
    stored.state === 'imported' &&
    stored.batchId !== null &&
    new Date(instantOfId(stored.batchId)) > undoableSince(c.var.staff)
  const url = new URL(pageOf(c, '/check'), c.req.url).href
  return c.html(<DonePage {...{ stored, isUndoable, url }} viewer={viewerOf(c)} done={takeDone(c)} />)
})

type Props = {
  stored: StoredImport
  isUndoable: boolean
  url: string
  viewer: Viewer
  done: Done | undefined
}

function DonePage({ stored, isUndoable, url, viewer, done }: Props) {
  const { locale, staff } = viewer
  const { listId, id, state, counts, fileName, updatedAt } = stored
  const t = importTexts(locale)
  const page = t.done
  const mayWrite = permits(staff, `${listId}:write`)
  const isUndone = state === 'undone'
  const number = (count: number) => formatNumber(count, locale)
  const hrefOf = (name: string) => importPath(viewer, listId, id, name)
  const when = page.when(fileName || '–', formatInstant(updatedAt, staff.workspace.timezone, locale))
  return (
    <ImportFrame
      {...{ viewer, stored, done }}
      step="done"
      title={isUndone ? page.undoneTitle : page.title}
      lead={isUndone ? `${when}. ${page.undoneLead}` : when}
    >
      <DoneTexts {...{ done, viewer }} />
      {counts && !isUndone && (
        <Stats>
          <Stat
            label={t.check.created}
            value={number(counts.created)}
            href={pathIn(staff.workspace, `/${listId}`)}
          />
          <Stat label={t.check.updated} value={number(counts.updated)} />
          <Stat label={t.check.unchanged} value={number(counts.unchanged)} />
          {counts.ended > 0 && <Stat label={t.check.ended} value={number(counts.ended)} />}
          {counts.leftOut > 0 && <Stat label={t.check.leftOut} value={number(counts.leftOut)} />}
        </Stats>
      )}
      {!isUndone && (counts?.accountsWaiting ?? 0) > 0 && <Waiting {...{ viewer, stored, url }} />}
      {counts && !isUndone && counts.gaps > 0 && (
        <Card title={t.gaps.title}>
          <p>{page.gapsLead(number(counts.gaps))}</p>
          <Actions>
            <ButtonLink kind="second" href={hrefOf('/missing')}>
              {page.seeGaps}
            </ButtonLink>
          </Actions>
        </Card>
      )}
      <NextSteps {...{ viewer, stored }} />
      {isUndoable && mayWrite && (
        <Card title={page.undoTitle}>
          <Quiet>{page.undoLead}</Quiet>
          <Actions>
            <ButtonLink kind="second" href={hrefOf('/undo')} noPrefetch>
              {page.undo}
            </ButtonLink>
          </Actions>
        </Card>
      )}
    </ImportFrame>
  )
}

/** What the form before the page did. */
function DoneTexts({ done, viewer: { locale } }: Pick<Props, 'done' | 'viewer'>) {
  const t = importTexts(locale).done
  const number = (name: string) => formatNumber(done?.numbers[name] ?? 0, locale)
  const has = (name: string) => (done?.numbers[name] ?? 0) > 0
  if (done?.word === 'imported')
    return <Notice tone="good">{t.imported(number('created'), number('updated'))}</Notice>
  if (done?.word === 'accounts') return <Notice tone="good">{t.accounts}</Notice>
  if (done?.word === 'already') return <Notice tone="info">{t.already}</Notice>
  if (done?.word !== 'undone') return null
  const undone = [
    has('deleted') && t.undone(number('deleted')),
    has('kept') && t.kept(number('kept')),
    has('restored') && t.restored(number('restored')),
    has('leftAlone') && t.leftAlone(number('leftAlone')),
  ].filter((text) => text !== false)
  if (undone.length === 0) return null
  return (
    <Notice tone="good">
      {undone.map((text) => (
        <p>{text}</p>
      ))}
    </Notice>
  )
}

type WaitingProps = Pick<Props, 'viewer' | 'stored' | 'url'>

/** Accounts that wait for somebody who may write them. */
function Waiting({ viewer, stored, url }: WaitingProps) {
  const { listId, id, counts } = stored
  const { locale, staff } = viewer
  const t = importTexts(locale).done
  const isExpired = accountsWaitingIn(stored) === 0
  const isYours = permits(staff, 'bank_accounts:write')
  return (
    <Card title={t.waiting(formatNumber(counts?.accountsWaiting ?? 0, locale))}>
      <p>{isExpired ? t.waitingExpired : isYours ? t.waitingYours : t.waitingLead}</p>
      {isExpired ? null : isYours ? (
        <Actions>
          <ButtonLink href={importPath(viewer, listId, id, '/check')}>{t.seeAccounts}</ButtonLink>
        </Actions>
      ) : (
        <Copyable value={url} locale={locale} />
      )}
    </Card>
  )
}

/** What there is to do once a list is filled. */
function NextSteps({ viewer, stored: { listId } }: Pick<Props, 'viewer' | 'stored'>) {
  const { locale, staff } = viewer
  const t = importTexts(locale).done
  const path = (page: string) => pathIn(staff.workspace, page)
  const steps = [
    { label: t.seeList, page: `/${listId}`, isOffered: true },
    { label: t.nextDoubles, page: `/${listId}/doubles`, isOffered: permits(staff, `${listId}:write`) },
    {
      label: t.nextDues,
      page: '/fees/claim',
      isOffered: listId === 'members' && permits(staff, 'fees:write'),
    },
    { label: t.nextMail, page: '/mails', isOffered: permits(staff, 'mails:send') },
    { label: t.another, page: `/${listId}/import`, isOffered: permits(staff, `${listId}:write`) },
  ]
  return (
    <Card title={t.next}>
      <ul>
        {steps
          .filter(({ isOffered }) => isOffered)
          .map(({ label, page }) => (
            <li>
              <a href={path(page)}>{label}</a>
            </li>
          ))}
      </ul>
    </Card>
  )
}
