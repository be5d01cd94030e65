import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/**
 * Tests wait for what happens, not for a time: these limits only end a test that waits in vain. They are long enough
 * for a machine that is busy with other things, and a wait ends before its test so that its message is seen.
 */
const patience = { testTimeout: 180_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    // Most of a test's time goes into waiting for other processes: one more than there are cores.
    maxWorkers: availableParallelism() + 1,
    // Programs that tests start run from source: compiled once, they start in half the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/renderer/**', 'test/e2e/**', '**/node_modules/**'],
          environment: 'node',
          pool: 'forks',
          ...patience,
        },
      },
      {
        plugins: [vue()],
        test: {
          name: 'renderer',
          include: ['test/renderer/**/*.test.ts'],
          environment: 'happy-dom',
          ...patience,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          globalSetup: 'test/e2e/open-browser.ts',
          // Files share a browser, in which each has a context of its own, and no state of modules.
          isolate: false,
          // Each file has an app of its own, and waits for it half of the time.
          maxWorkers: 2,
          ...patience,
          testTimeout: 300_000,
          expect: { poll: { timeout: 150_000 } },
        },
      },
    ],
  },
})
