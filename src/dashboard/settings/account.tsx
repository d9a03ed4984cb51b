import { type Context, Hono } from 'hono'
import { requireFreshProof } from '../../domain/access/fresh-proof'
import {
  type Account,
  endSessions,
  removePasskey,
  updateAccount,
  viewAccount,
} from '../../domain/staff/account'
import type { Env } from '../../env'
import { done, takeDone } from '../../http/done'
import { readForm } from '../../http/forms'
import { originOf } from '../../http/origin'
import { Confirm } from '../../ui/confirm'
import { DoneNotice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { attempt } from '../attempt'
import { StaffLayout, viewerOf } from '../layout'
import { pathIn } from '../paths'
import { refusedIn } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { layoutTexts } from '../texts'
import { AccountForm, type AccountValues, Passkeys, Sessions } from './account-parts'
import { settingsTexts } from './texts'

/** The page of the viewer's own account: name, language, sessions and passkeys. */
export const accountPage = new Hono<Env>()
  .get('/:workspace/account', async (c) => {
    const account = await viewAccount(c.var.staff)
    const { name, locale, hasShortcuts } = c.var.staff.current().staff
    return c.html(<AccountPage c={c} account={account} values={{ name, locale, hasShortcuts }} />)
  })

  .post('/:workspace/account', async (c) => {
    const form = await readForm(c)
    const values = {
      name: form.get('name')?.trim() ?? '',
      locale: form.get('locale') || null,
      hasShortcuts: form.has('has_shortcuts'),
    }
    const body = { name: values.name, locale: values.locale, has_shortcuts: values.hasShortcuts }
    const outcome = await attempt(() => updateAccount(c.var.staff, { body }))
    if ('result' in outcome) return toAccount(c)
    const account = await viewAccount(c.var.staff)
    const refused = refusedIn(outcome, settingsTexts(viewerOf(c).locale).account.fields, viewerOf(c))
    return c.html(<AccountPage c={c} account={account} values={values} refused={refused} />, 422)
  })

  .post('/:workspace/account/sessions', async (c) => {
    const id = (await readForm(c)).get('id') ?? undefined
    await endSessions(c.var.staff, { id })
    return toAccount(c)
  })

  .get('/:workspace/account/passkeys/:passkey_id', async (c) => {
    const { passkeys } = await viewAccount(c.var.staff)
    requireFreshProof(c.var.staff.current(), c.var.staff.now)
    const passkey = passkeys.find(({ id }) => id === c.req.param('passkey_id'))
    if (!passkey) return toAccount(c)
    return c.html(<RemovePasskeyPage c={c} {...passkey} />)
  })

  .post('/:workspace/account/passkeys/:passkey_id', async (c) => {
    const notice = await removePasskey(c.var.staff, { id: c.req.param('passkey_id') })
    if (notice) await c.env.MAILS.send({ kind: 'passkey_notice', ...notice, origin: originOf(c) })
    return toAccount(c)
  })

const toAccount = (c: Context<Env>) =>
  done(c, 'saved', { to: pathIn(c.var.staff.current().workspace, '/account') })

type Props = { c: Context<Env>; account: Account; values: AccountValues; refused?: Refused }

function AccountPage({ c, account, values, refused = {} }: Props) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const t = settingsTexts(locale)
  const title = layoutTexts(locale).account
  return (
    <StaffLayout title={title} viewer={viewer} hasIssues={hasRefused(refused)}>
      <DoneNotice done={takeDone(c)} texts={t.done} />
      <PageHead title={title} lead={staff.staff.email} />
      <Measure>
        <RefusedList refused={refused} fields={t.account.fields} locale={locale} />
        <AccountForm values={values} refused={refused} viewer={viewer} />
        <Passkeys passkeys={account.passkeys} viewer={viewer} />
        <Sessions sessions={account.sessions} viewer={viewer} />
      </Measure>
    </StaffLayout>
  )
}

function RemovePasskeyPage({ c, id, name }: { c: Context<Env>; id: string; name: string }) {
  const viewer = viewerOf(c)
  const { locale, staff } = viewer
  const { account: t } = settingsTexts(locale)
  const title = t.removePasskeyTitle(name)
  return (
    <StaffLayout title={title} viewer={viewer}>
      <Confirm
        title={title}
        lead={t.removePasskeyLead}
        action={pathIn(staff.workspace, `/account/passkeys/${id}`)}
        label={t.removePasskey}
        cancelHref={pathIn(staff.workspace, '/account')}
        isDangerous
        locale={locale}
      />
    </StaffLayout>
  )
}
