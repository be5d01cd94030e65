import { join } from 'node:path'
import { build } from 'vite'
import { repositoryDir } from '../fixtures/folders.ts'

/** Processes that a library starts, by their file names in a bundled program. */
const programs = {
  compute: 'src-main/compute/worker/entry.ts',
  metadata: 'src-main/library/metadata/worker/entry.ts',
  'metadata-watch': 'src-main/library/metadata/worker/self-watch.ts',
  'database-thread': 'src-main/base/sqlite/database-thread.ts',
}

/**
 * Bundles a process that opens a library, and all processes it starts, as the program is shipped: run from sources each
 * takes a quarter of a second and 25 to 60 MB more, for reading TypeScript. Returns the file to start.
 */
export async function bundleProgram(name: string, source: string): Promise<string> {
  const outDir = join(repositoryDir, 'out/bench', name)
  await build({
    configFile: false,
    root: repositoryDir,
    logLevel: 'error',
    build: {
      ssr: true,
      ssrEmitAssets: true,
      outDir,
      target: 'node24',
      rolldownOptions: {
        input: { ...programs, [name]: source },
        output: { entryFileNames: '[name].js' },
        // As in electron.vite.config.ts: `schema.sql` is beside the bundle that reads it.
        experimental: { resolveNewUrlToAsset: true },
      },
    },
  })
  return join(outDir, `${name}.js`)
}
