import { expect, it } from 'vitest'
import page from '../../.github/OPERATING.md?raw'
import { COMMANDS, commandsUnder, NOT_TYPED } from '../e2e/support/operators-commands.ts'

const typed = Object.values(COMMANDS)
const headings = [...new Set(typed.map(([heading]) => heading))]

it('has each command that the rehearsal types, under its heading', () => {
  const missing = typed.filter(([heading, command]) => !commandsUnder(page, heading).includes(command))
  expect(missing).toEqual([])
})

it('has no other command under these headings but those that have a reason', () => {
  const known = [...typed.map(([, command]) => command), ...Object.values(NOT_TYPED).flat()]
  const found = headings.flatMap((heading) => commandsUnder(page, heading))
  expect(found.filter((command) => !known.includes(command))).toEqual([])
  expect(
    Object.values(NOT_TYPED)
      .flat()
      .filter((command) => !found.includes(command)),
  ).toEqual([])
})
