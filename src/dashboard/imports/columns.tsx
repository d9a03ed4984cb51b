import { type Context, Hono } from 'hono'
import { changeImport } from '../../domain/imports/change'
import { type ImportColumns, viewColumns } from '../../domain/imports/view-columns'
import type { Env } from '../../env'
import { type Done, done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check, DateField, RadioGroup } from '../../ui/choices'
import { Form, StickyActions } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { Matches } from '../../ui/matches'
import { DoneNotice, Notice } from '../../ui/notice'
import { Quiet } from '../../ui/text'
import type { Faults } from '../attempt'
import { type Viewer, viewerOf } from '../layout'
import { listOf } from '../members/page-query'
import { ColumnMatch, targetOptions } from './column-match'
import { columnsChange, fileChange } from './columns-form'
import { FileFacts } from './file-facts'
import { DiscardForm, ImportFrame } from './frame'
import { importPath } from './path'
import { RefusedNotice } from './refused'
import { attemptChange, IMPORT, idOf, pageOf, revisionIn, unlessChanged } from './route'
import { importTexts } from './texts'

/** The page on which the columns of a file become fields of the list. */
export const importColumnsPage = new Hono<Env>()
  .get(`${IMPORT}/columns`, (c) => page(c))

  .post(`${IMPORT}/columns`, async (c) => {
    const form = await readForm(c, () => viewColumns(c.var.staff, { id: idOf(c) }))
    const body = columnsChange(form, listOf(c))
    if (!body) return page(c, { form, faults: NO_FAULTS })
    return unlessChanged(c, '/columns', async () => {
      const change = { id: idOf(c), body, revision: revisionIn(form) }
      const outcome = await attemptChange(() => changeImport(c.var.staff, change))
      if ('issues' in outcome) return page(c, { form, faults: outcome })
      const hasQuestions = outcome.result.rows.questions.length > 0
      return c.redirect(pageOf(c, hasQuestions ? '/questions' : '/check'), 303)
    })
  })

  .post(`${IMPORT}/file`, async (c) => {
    const form = await readForm(c)
    return unlessChanged(c, '/columns', async () => {
      const change = { id: idOf(c), body: fileChange(form), revision: revisionIn(form) }
      const outcome = await attemptChange(() => changeImport(c.var.staff, change))
      if ('issues' in outcome) return page(c, { faults: outcome })
      return done(c, 'reread', { to: pageOf(c, '/columns') })
    })
  })

const NO_FAULTS: Faults = { issues: {}, refusals: {} }

/** What was refused, and the form of the columns if it was that: without faults, since a date is missing. */
type Sent = { form?: URLSearchParams; faults: Faults }

async function page(c: Context<Env>, sent?: Sent) {
  const shown = await viewColumns(c.var.staff, { id: idOf(c) })
  if (shown.stored.state !== 'draft') return c.redirect(pageOf(c, '/done'), 303)
  return c.html(
    <ColumnsPage {...shown} sent={sent} viewer={viewerOf(c)} done={takeDone(c)} />,
    sent ? 422 : 200,
  )
}

type Props = ImportColumns & { sent: Sent | undefined; viewer: Viewer; done: Done | undefined }

function ColumnsPage({ stored, context, columns, sent, viewer, done }: Props) {
  const { locale } = viewer
  const { id, listId, head, settings, revision } = stored
  const t = importTexts(locale)
  const page = t.columns
  const options = targetOptions(context, settings, locale)
  const targets = Object.values(settings.mapping)
  const number = (count: number) => formatNumber(count, locale)
  const counted = (isOne: (target: string) => boolean) => number(targets.filter(isOne).length)
  return (
    <ImportFrame
      {...{ viewer, stored, done }}
      step="columns"
      title={page.title}
      lead={page.lead}
      hasIssues={!!sent}
    >
      <DoneNotice done={done} texts={{ reread: page.reread }} />
      {sent && (
        <RefusedNotice
          {...{ viewer, faults: sent.faults }}
          title={page.refused}
          {...(sent.faults === NO_FAULTS && { otherwise: page.leaveDateMissing })}
        />
      )}
      {head.notes.map(({ kind, rows }) => (
        <Notice tone="warn" isQuiet>
          {page.notes[kind]}
          {rows.length > 0 && (
            <Quiet>{page.noteRows(`${rows.slice(0, 10).join(', ')}${rows.length > 10 ? ', …' : ''}`)}</Quiet>
          )}
        </Notice>
      ))}
      <FileFacts {...{ stored, viewer }} />
      <Form action={importPath(viewer, listId, id, '/columns')} hidden={{ revision: String(revision) }}>
        <Quiet>
          {page.summary(
            counted((target) => target !== 'ignore' && !target.startsWith('new:')),
            counted((target) => target.startsWith('new:')),
            counted((target) => target === 'ignore'),
          )}
        </Quiet>
        <Matches label={page.list}>
          {columns.map((column) => (
            <ColumnMatch
              {...{ column, stored, context, options, viewer }}
              faults={sent?.faults}
              form={sent?.form}
            />
          ))}
        </Matches>
        <OptionsCard {...{ stored, viewer, sent }} />
        <StickyActions>
          <Button>{t.next}</Button>
          <ButtonLink kind="second" href={importPath(viewer, listId)}>
            {t.check.otherFile}
          </ButtonLink>
        </StickyActions>
      </Form>
      <DiscardForm {...{ viewer, stored }} />
    </ImportFrame>
  )
}

type OptionsProps = Pick<ImportColumns, 'stored'> & Pick<Props, 'viewer' | 'sent'>

/** What an import does with new and known persons, and those whom the file does not have. */
function OptionsCard({ stored: { listId, settings, head }, viewer: { locale }, sent }: OptionsProps) {
  const t = importTexts(locale).columns
  const { options } = settings
  const form = sent?.form
  const hasField = (name: string, stored: boolean) => form?.has(name) ?? stored
  const date = options.missing === 'leave' ? '' : options.missing.leave_date
  return (
    <Card title={t.options}>
      <Quiet>{t.emptyHint}</Quiet>
      <Check name="new" label={t.new} isChecked={hasField('new', options.new)} />
      <Check name="known" label={t.known} hint={t.knownHint} isChecked={hasField('known', options.known)} />
      {head.totals.length > 0 && (
        <>
          <input type="hidden" name="has_totals" value="1" />
          <Check
            name="skip_totals"
            label={`${t.skipTotals} (${head.totals.join(', ')})`}
            isChecked={hasField('skip_totals', options.skipTotals)}
          />
        </>
      )}
      {listId === 'members' && (
        <>
          <RadioGroup
            name="missing"
            label={t.missing}
            hint={t.missingHint}
            value={form?.get('missing') ?? (date ? 'end' : 'leave')}
            options={[
              { value: 'leave', label: t.leave },
              { value: 'end', label: t.end },
            ]}
          />
          <DateField
            name="leave_date"
            label={t.leaveDate}
            value={form?.get('leave_date') ?? date}
            {...(form?.get('missing') === 'end' && !form.get('leave_date') && { issue: t.leaveDateMissing })}
          />
        </>
      )}
    </Card>
  )
}
