import { join } from 'node:path'
import { createVitest, type TestModule } from 'vitest/node'

/** Runs test files of the copied service: all, or those whose paths contain one of the words. */
export async function run(
  folder: string,
  words: string[],
  { retry, onEnd }: { retry: number; onEnd: (module: TestModule) => void },
): Promise<void> {
  process.chdir(folder)
  const vitest = await createVitest(
    'test',
    {
      config: join(folder, 'test/mutants/vitest.config.ts'),
      watch: false,
      retry,
      reporters: [{ onTestModuleEnd: onEnd }],
    },
    { cacheDir: join(folder, '.vite') },
  )
  await vitest.start(words)
  await vitest.close()
}
