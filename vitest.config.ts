import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/**
 * Tests wait for what happens, not for a time: these limits only end a test that waits in vain. They are long enough
 * for a machine that is busy with other things, and a wait ends before its test so that its message is seen.
 */
const timeouts = { testTimeout: 180_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

/**
 * Files that need modules of their own: they put stand-ins in the place of some, which others would get, too, or move the
 * system's trash, whose place a package reads once.
 */
const ownModules = [
  'test/shells/electron/open-desktop-secrets.test.ts',
  'test/shells/electron/run-desktop.test.ts',
  'test/shells/electron/share-files.test.ts',
  'test/shells/electron/shown-presence.test.ts',
  'test/service/http/create-servers/several-addresses.test.ts',
  'test/shells/trash/open-trash.test.ts',
  'test/shells/cli/commands/duplicates.test.ts',
  'test/library/duplicates/trash-duplicates.test.ts',
  'test/library/classifiers/trashed-photos.test.ts',
]
for (const file of ownModules)
  if (!existsSync(new URL(file, import.meta.url)))
    throw new Error(`ownModules of vitest.config.ts names ${file}, which is gone.`)

keepInMemory()

export default defineConfig({
  test: {
    // Tests wait for other processes at times, but each worker loads and compiles the whole program.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Programs that tests start run from source: compiled once, they start in half the time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    // What takes long is left for the night: kills, clusters and random cases by the thousand.
    tags: [
      {
        name: 'night',
        description: 'Runs by night alone (`npm run test:night`)',
        skip: process.env['LUMAFOLD_TEST_NIGHT'] !== '1',
      },
    ],
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/fixtures/catalog-template.ts'],
          setupFiles: [
            'test/fixtures/restore-process.ts',
            'test/fixtures/pooled-processes.ts',
            'test/fixtures/fixed-seed.ts',
          ],
          exclude: ['test/renderer/**', 'test/e2e/**', ...ownModules, '**/node_modules/**'],
          environment: 'node',
          pool: 'forks',
          // The program keeps no state in its modules, so that they are loaded once a worker and not once a file.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'node-isolated',
          include: ownModules,
          globalSetup: ['test/fixtures/catalog-template.ts'],
          environment: 'node',
          pool: 'forks',
          ...timeouts,
        },
      },
      {
        plugins: [vue()],
        test: {
          name: 'renderer',
          include: ['test/renderer/**/*.test.ts'],
          setupFiles: [
            'test/renderer/fresh-page.ts',
            'test/fixtures/restore-process.ts',
            'test/fixtures/fixed-seed.ts',
          ],
          environment: 'happy-dom',
          isolate: false,
          ...timeouts,
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
          ...timeouts,
          testTimeout: 300_000,
          expect: { poll: { timeout: 150_000 } },
        },
      },
    ],
  },
})

/** Temporary folders of tests lie in memory where Linux has room for them: a library waits for its disk at each step. */
function keepInMemory(): void {
  const memory = '/dev/shm'
  const wantedBytes = 4 * 1024 ** 3
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < wantedBytes) return
  } catch {
    return // there is none
  }
  const folder = mkdtempSync(join(memory, 'lumafold-tests-'))
  chmodSync(folder, 0o755) // PostgreSQL runs as a user of its own
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
