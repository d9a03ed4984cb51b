import { fileURLToPath } from 'node:url'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'
import { copyReference } from '../src/dev/reference.ts'

copyReference()

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: {
        bindings: {
          MIGRATIONS: await readD1Migrations(fileURLToPath(new URL('../drizzle', import.meta.url))),
          OPERATOR_TOKEN: 'operator-token-of-the-tests',
        },
      },
    })),
  ],
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    isolate: false,
  },
})
