import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Each rehearsal is a file that fails, by an error, if what it rehearses does not hold. */
const FOLDER = join(import.meta.dirname, 'rehearsals')
const rehearsals = readdirSync(FOLDER).map((file) => file.replace(/\.ts$/, ''))

const names = process.argv.slice(2).filter((word) => !word.startsWith('-'))
if (names.length === 0 || !names.every((name) => rehearsals.includes(name))) {
  console.error(`Usage: npm run rehearse -- ${rehearsals.join(' | ')}`)
  process.exit(1)
}
for (const name of names) {
  console.log(`\nRehearsing ${name}`)
  await import(join(FOLDER, `${name}.ts`))
}
