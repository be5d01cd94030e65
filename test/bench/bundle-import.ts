import { join } from 'node:path'
import { build } from 'vite'
import { repositoryDir } from '../fixtures/folders.ts'

/** Processes that an import starts, under the names by which a bundled program finds them. */
const programs = {
  'import-child': 'test/bench/import-child.ts',
  compute: 'src-main/compute/worker/entry.ts',
  metadata: 'src-main/core/metadata/worker/entry.ts',
  'metadata-watch': 'src-main/core/metadata/worker/self-watch.ts',
  'database-thread': 'src-main/sqlite/database-thread.ts',
}

/**
 * Bundles the process that imports and all that it starts, as the program is shipped: run from sources they take a
 * quarter of a second and 25 MB more each, for reading TypeScript. Returns the file to start.
 */
export async function bundleImport(): Promise<string> {
  const outDir = join(repositoryDir, 'out/bench')
  await build({
    configFile: false,
    root: repositoryDir,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      rolldownOptions: { input: programs, output: { entryFileNames: '[name].js' } },
    },
  })
  return join(outDir, 'import-child.js')
}
