import { type Context, Hono } from 'hono'
import { previewUndo, type UndoPreview, undoImport } from '../../domain/imports/undo'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { Confirm } from '../../ui/confirm'
import { formatNumber } from '../../ui/i18n/format'
import { Message } from '../../ui/message'
import { Notice } from '../../ui/notice'
import { StaffLayout, viewerOf } from '../layout'
import { listOf } from '../members/page-query'
import { IMPORT, idOf, pageOf, unlessChanged } from './route'
import { importTexts } from './texts'

/** The page that undoes an import. */
export const importUndoPage = new Hono<Env>()
  .get(`${IMPORT}/undo`, async (c) => {
    try {
      return page(c, await previewUndo(c.var.staff, { id: idOf(c) }))
    } catch (error) {
      if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
      return tooLate(c)
    }
  })

  .post(`${IMPORT}/undo`, async (c) => {
    const mark = (await readForm(c)).get('mark') ?? ''
    return unlessChanged(c, '/undo', async () => {
      const { deleted, kept, restored, leftAlone } = await undoImport(c.var.staff, { id: idOf(c), mark })
      return done(c, 'undone', { to: pageOf(c, '/done'), numbers: { deleted, kept, restored, leftAlone } })
    })
  })

function page(c: Context<Env>, { deleted, kept, mark }: UndoPreview) {
  const viewer = viewerOf(c)
  const { locale } = viewer
  const t = importTexts(locale).undo
  const number = (count: number) => formatNumber(count, locale)
  return c.html(
    <StaffLayout title={t.title} viewer={viewer} section={listOf(c)}>
      {takeDone(c)?.word === 'changed' && <Notice tone="warn">{t.changed}</Notice>}
      <Confirm
        title={t.title}
        {...(deleted > 0 && { lead: t.lead(number(deleted)) })}
        action={pageOf(c, '/undo')}
        label={t.submit}
        cancelHref={pageOf(c, '/done')}
        hidden={{ mark }}
        isDangerous
        locale={locale}
      >
        {kept > 0 && <p>{t.kept(number(kept))}</p>}
        <p>{t.rest}</p>
      </Confirm>
    </StaffLayout>,
  )
}

function tooLate(c: Context<Env>) {
  const viewer = viewerOf(c)
  const t = importTexts(viewer.locale)
  return c.html(
    <StaffLayout title={t.undo.lateTitle} viewer={viewer} section={listOf(c)}>
      <Message
        title={t.undo.lateTitle}
        lead={t.undo.late}
        back={{ href: pageOf(c, '/done'), label: t.gaps.back }}
      />
    </StaffLayout>,
  )
}
