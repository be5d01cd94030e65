import { defineConfig } from 'electron-vite'

/** Programs of the main side; each becomes `out/main/<name>.js`. The window is built apart, into `out/renderer`. */
const programs = {
  electron: 'src-main/shells/electron/main.ts',
  'library-process': 'src-main/shells/electron/library-process.ts',
  compute: 'src-main/compute/worker/entry.ts',
  metadata: 'src-main/library/metadata/worker/entry.ts',
  'metadata-watch': 'src-main/library/metadata/worker/self-watch.ts',
  import: 'src-main/library/transfer/import/worker/entry.ts',
  'training-worker': 'src-main/service/classifiers/training-worker.ts',
  'database-thread': 'src-main/base/sqlite/database-thread.ts',
  cli: 'src-main/shells/cli/main.ts',
}

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      sourcemap: true,
      // A file that the program reads, named `new URL('…', import.meta.url)`, lies beside its bundle.
      rolldownOptions: { input: programs, experimental: { resolveNewUrlToAsset: true } },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      // A sandboxed preload script is CommonJS and stands alone.
      rolldownOptions: {
        input: { preload: 'src-main/shells/electron/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
})
