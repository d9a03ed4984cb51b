import type { Context } from 'hono'
import type { Env } from '../../../env'
import { done } from '../../../http/done'
import type { Viewer } from '../../layout'
import { pathIn } from '../../paths'
import type { feeTexts } from './texts'

/** The path of the pages about one fee. */
export const FEE = '/:workspace/fees/:fee_id{fee_\\w+}'

/** The address of a page about a fee. */
export const feePath = ({ staff }: Pick<Viewer, 'staff'>, id: string, page = ''): string =>
  pathIn(staff.workspace, `/fees/${id}${page}`)

/** What the act before the page of a fee did. */
export type FeeDone = keyof ReturnType<typeof feeTexts>['done']

/** Leads to the page of a fee, which says what was done. */
export const doneWithFee = (c: Context<Env>, word: FeeDone, id: string) =>
  done(c, word, { to: feePath({ staff: c.var.staff.current() }, id) })
