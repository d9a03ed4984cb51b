import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ROOT } from './wrangler.ts'

const PACKAGE = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The files of swagger-ui-dist that the API reference loads. */
export const REFERENCE_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css']

/** The folder of assets in wrangler.toml. */
export const REFERENCE_FOLDER = join(ROOT, '.wrangler/reference')

/** Copies {@link REFERENCE_FILES} into the folder of assets, deletes all others, and writes no file that is up to date. */
export function copyReference(): void {
  mkdirSync(REFERENCE_FOLDER, { recursive: true })
  for (const file of readdirSync(REFERENCE_FOLDER))
    if (!REFERENCE_FILES.includes(file)) rmSync(join(REFERENCE_FOLDER, file), { recursive: true })
  for (const file of REFERENCE_FILES) {
    const source = join(PACKAGE, file)
    const target = join(REFERENCE_FOLDER, file)
    if (!existsSync(target) || !readFileSync(target).equals(readFileSync(source))) cpSync(source, target)
  }
}
