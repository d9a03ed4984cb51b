import { sha256 } from '../domain/shared/hash'
import { base, navigation } from './styles/base'
import { button } from './styles/button'
import { card } from './styles/card'
import { chart } from './styles/chart'
import { form } from './styles/form'
import { idCard } from './styles/id-card'
import { layout } from './styles/layout'
import { letter, letterOnPaper } from './styles/letter'
import { print } from './styles/print'
import { shell } from './styles/shell'
import { table } from './styles/table'
import { tokens } from './styles/tokens'

const LAYERS = {
  tokens: [tokens],
  base: [base],
  layout: [layout],
  components: [button, form, card, shell, table, chart, letter, idCard],
  print: [print, letterOnPaper],
}

/** The stylesheet of all pages of the portal and of the dashboard. A later layer wins over an earlier one. */
export const STYLESHEET = [
  `@layer ${Object.keys(LAYERS).join(', ')};`,
  ...Object.entries(LAYERS).map(([name, styles]) => `@layer ${name} {${styles.join('')}}`),
  navigation,
].join('\n')

/** A hash of the stylesheet. Its address has it, so browsers may cache the stylesheet forever. */
export const STYLESHEET_VERSION = sha256(STYLESHEET).slice(0, 12)
