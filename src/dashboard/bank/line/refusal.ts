import type { LineRefusal } from '../../../domain/shared/bank-refusals'
import type { Faults } from '../../attempt'
import type { Viewer } from '../../layout'
import { textOfCode } from '../../refusals'
import { lineTexts } from './texts'

const MEANWHILE: string[] = [
  'line_changed',
  'line_changed_since',
  'line_confirmed',
  'line_ignored',
  'line_ignored_before',
  'line_not_confirmed',
  'line_not_ignored',
] satisfies LineRefusal['code'][]

/** Whether an act was refused because someone was faster. */
export const isMeanwhile = (code: string): boolean => MEANWHILE.includes(code)

/** Why a line could not be changed: that someone was faster, where someone was, since all else follows from that. */
export function codeOf({ refusals }: Pick<Faults, 'refusals'>): string {
  const codes = Object.values(refusals).flatMap((found) => found.map(({ code }) => code))
  return codes.find(isMeanwhile) ?? codes[0] ?? 'other'
}

/** What a page of a line says about a code. */
export function textOf(code: string, viewer: Viewer): string {
  const { refused } = lineTexts(viewer.locale)
  const own: Record<string, string> = refused
  return (Object.hasOwn(own, code) ? own[code] : textOfCode(code, viewer)) ?? refused.other
}
