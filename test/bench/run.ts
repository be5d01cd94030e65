import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

/** Every benchmark, each a program of its own so that one does not warm or fill memory for the next. */
const benches = {
  decode: { file: 'decode-bench.ts', title: 'Decoding and thumbnails of 96 photos of 12 to 24 megapixels' },
  import: { file: 'import-bench.ts', title: 'Import of 600 photos of 12 to 24 megapixels' },
  catalog: { file: 'catalog-bench.ts', title: 'Catalogue of 100,000 photos' },
  changes: { file: 'changes-bench.ts', title: 'What a person does to many photos, at 1,000,000' },
  similar: { file: 'similar-bench.ts', title: 'Similar search over 100,000 photos' },
  analysis: { file: 'analysis-bench.ts', title: 'Whole analysis of a photo after its decode' },
  operations: {
    file: 'operations-bench.ts',
    title: 'Operations through the host of the service, beside the bare engine in as many processes',
  },
  indexes: { file: 'indexes-bench.ts', title: 'Named indexes of 10,000 entries' },
} as const

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  process.stderr.write(`No such benchmark: ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.\n`)
  process.exit(2)
}
process.stdout.write(
  `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)
for (const [name, { file, title }] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue
  process.stdout.write(`\n${title}\n`)
  const { status } = spawnSync(process.execPath, ['--expose-gc', join(import.meta.dirname, file)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
