import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../../src/dev/wrangler.ts'
import type { Mutation } from './mutation.ts'

const LEFT_OUT = /(^|\/)(node_modules|\.git|\.wrangler)$/

/** Copies the project to a folder, where its sources may change. */
export function copyProject(folder: string): void {
  copy(folder, '.')
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

function copy(folder: string, path: string): void {
  const filter = (source: string) => !LEFT_OUT.test(relative(ROOT, source))
  cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter })
}

/** The mutations that compile: no test needs to notice the others. */
export function compiling(folder: string, mutations: Mutation[]): Mutation[] {
  const lines = rewrite(folder, mutations, (mutation) => mutation)
  const tsc = join(folder, 'node_modules/.bin/tsc')
  const { stdout } = spawnSync(tsc, ['--noEmit', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
  copy(folder, 'src')
  const refused = new Set<Mutation | undefined>()
  for (const [, file, line] of stdout.matchAll(/^src\/(.+?)\((\d+),\d+\): error/gm)) {
    const own = [...lines.keys()].filter((mutation) => mutation.file === file)
    // An error follows from what is above it.
    refused.add(own.findLast((mutation) => Number(lines.get(mutation)) <= Number(line)) ?? own[0])
  }
  return mutations.filter((mutation) => !refused.has(mutation))
}

/** Writes every mutation into the copy, each with a switch that is off until a test turns it on. */
export function writeSwitches(folder: string, mutations: Mutation[]): void {
  rewrite(folder, mutations, ({ id, start, end, by, node }, code) => {
    const original = code.slice(node.start, node.end)
    const mutated = code.slice(node.start, start) + by + code.slice(end, node.end)
    const isOn = `globalThis.isMutated?.(${id})`
    return {
      start: node.start,
      end: node.end,
      by: node.isStatement ? `{ if (!${isOn}) { ${original} } }` : `(${isOn} ? (${mutated}) : (${original}))`,
    }
  })
}

/** Writes one edit for each mutation, and returns in which line each starts then. */
function rewrite(
  folder: string,
  mutations: Mutation[],
  editOf: (mutation: Mutation, code: string) => { start: number; end: number; by: string },
): Map<Mutation, number> {
  const lines = new Map<Mutation, number>()
  for (const [file, own] of Map.groupBy(mutations, (mutation) => mutation.file)) {
    const original = readFileSync(join(ROOT, 'src', file), 'utf8')
    let code = ''
    let at = 0
    for (const mutation of own.sort((a, b) => a.start - b.start)) {
      const { start, end, by } = editOf(mutation, original)
      code += original.slice(at, start)
      lines.set(mutation, code.split('\n').length)
      code += by
      at = end
    }
    writeFileSync(join(folder, 'src', file), code + original.slice(at))
  }
  return lines
}
