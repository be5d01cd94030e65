import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** Every benchmark, each a separate program so that one does not warm up or fill memory for the next. */
const benches = {
  decode: { file: 'decode-bench.ts', title: 'Decoding and thumbnails of 96 photos of 12 to 24 megapixels' },
  import: { file: 'import-bench.ts', title: 'Import of 600 photos of 12 to 24 megapixels' },
  first: { file: 'first-pictures-bench.ts', title: 'A picture of each of 5,000 JPEG and 1,000 RAW files' },
  catalog: { file: 'catalog-bench.ts', title: 'Catalogue of 100,000 photos' },
  stacks: { file: 'stacks-bench.ts', title: 'Finding and folding the stacks of 100,000 photos' },
  people: { file: 'people-bench.ts', title: 'Grouping 100,000 faces' },
  keywords: { file: 'keywords-bench.ts', title: 'Keywords of 100,000 photos: tagged, renamed, merged, undone' },
  learned: { file: 'learned-bench.ts', title: 'Suggestions of a learned tag for 100,000 photos, accepted and undone' },
  albums: { file: 'albums-bench.ts', title: 'An album of 100,000 photos: filled, listed, ordered, emptied, undone' },
  million: {
    file: 'million-bench.ts',
    title: 'Opening, pages, counts, searches and marks, at 1,000,000 photos',
    isLarge: true,
  },
  changes: {
    file: 'million/changes-bench.ts',
    title: 'What a person does to many photos, at 1,000,000',
    isLarge: true,
  },
  folders: {
    file: 'million/folders-bench.ts',
    title: 'A new file, a renamed folder and a drive that leaves, at 1,000,000 photos',
    isLarge: true,
  },
  relink: { file: 'million/relink-bench.ts', title: 'Files moved while closed, at 1,000,000 photos', isLarge: true },
  backup: {
    file: 'million/backup-bench.ts',
    title: 'The daily backup, of 500 MB and at 1,000,000 photos',
    isLarge: true,
  },
  captions: {
    file: 'million/import-bench.ts',
    title: 'Captions from another program, at 1,000,000 photos',
    isLarge: true,
  },
  upkeep: { file: 'million/upkeep-bench.ts', title: 'Deleting and giving back, at 1,000,000 photos', isLarge: true },
  similar: {
    file: 'similar-bench.ts',
    title: 'Similar search over 100,000 photos: making, opening, p50, p99, full vectors read, recall',
  },
  analysis: { file: 'analysis-bench.ts', title: 'Whole analysis of a photo after its decode' },
  culling: {
    file: 'culling-bench.ts',
    title: 'Culling 1,000 photos by keyboard, photo by photo and by bursts, in a real browser',
  },
  judging: {
    file: 'judging-bench.ts',
    title: 'Frames whose sharpness is measured in a second, while nobody works and while a person culls',
  },
  operations: {
    file: 'operations-bench.ts',
    title: 'Operations through the host of the service, compared with the bare engine in as many processes',
  },
  sentences: { file: 'sentences-bench.ts', title: 'Reading sentences: the first of a language, and others' },
  indexes: { file: 'indexes-bench.ts', title: 'Named indexes of 10,000 entries' },
} as const

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    /** Folder of the library of a million photos; it is created if absent, and stays. */
    library: { type: 'string' },
    photos: { type: 'string', default: '1000000' },
    /** Leaves out the parts of `million` that take minutes. */
    quick: { type: 'boolean' },
  },
})
const list = Object.entries(benches).map(([name, { title }]) => `  ${name.padEnd(12)}${title}`)
if (values.help === true) {
  process.stdout.write(`npm run bench -- [NAME ...] [--library DIR] [--photos N]\n\n${list.join('\n')}\n
The benchmarks of 1,000,000 photos share a library of files without content, which takes some minutes and 2.5 GB, with
embeddings and all other findings, as million wants it, 9 GB;
--library keeps it for the next time. Figures with a limit end with PASS or FAIL.\n`)
  process.exit(0)
}
const unknown = names.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  process.stderr.write(`No such benchmark: ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.\n`)
  process.exit(2)
}
process.stdout.write(
  `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
)
const shared = values.library ?? mkdtempSync(join(tmpdir(), 'large-library-'))
try {
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue
    process.stdout.write(`\n${bench.title}\n`)
    const more =
      'isLarge' in bench ? ['--library', shared, '--photos', values.photos, ...(values.quick ? ['--quick'] : [])] : []
    const program = ['--expose-gc', join(import.meta.dirname, bench.file), ...more]
    const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
} finally {
  if (values.library === undefined) rmSync(shared, { recursive: true, force: true })
}
