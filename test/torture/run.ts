import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { Torture } from './torture.ts'

/**
 * `npm run torture`: random changes by other programs, a person, crashes and a full disk, checked against a model after
 * each round. Options: --files N, --minutes N, --changes N (in each round), --seed N, --writing (the person's work is
 * written into files in some of the rounds), --sidecars (beside them), --keep (the library is kept after a loss).
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '20' },
    changes: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    writing: { type: 'boolean', default: false },
    sidecars: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})

const folder = makeTempFolder('lumafold-torture')
const mounted: string[] = []

/** A separate file system if this machine may create one, otherwise a plain folder. */
function mountOrMake(name: string, bytes: number): { folder: string; isMounted: boolean } {
  const place = path.join(folder, name)
  mkdirSync(place, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', place], { stdio: 'pipe' })
    mounted.push(place)
    return { folder: place, isMounted: true }
  } catch {
    return { folder: place, isMounted: false }
  }
}

function cleanUp(): void {
  for (const place of mounted) execFileSync('umount', ['--lazy', place])
  removeFolder(folder)
}

const files = Number(values.files)
const library = mountOrMake('library', 200_000_000 + files * 60_000)
const other = mountOrMake('drive', 100_000_000 + files * 100_000)
const torture = new Torture({
  seed: Number(values.seed),
  files,
  rounds: Infinity,
  changes: Number(values.changes),
  milliseconds: Number(values.minutes) * 60_000,
  folders: [path.join(folder, 'photos'), path.join(other.folder, 'photos')],
  libraryDir: library.folder,
  modelsDir: path.join(tmpdir(), 'no-models'),
  isSmallDisk: library.isMounted,
  writing: [...(values.writing ? (['files'] as const) : []), ...(values.sidecars ? (['sidecars'] as const) : [])],
  onSettled: (pictures) => console.log(`${pictures} pictures are in the library`),
  onRound: (round, losses) => console.log(`round ${round}: ${losses.length === 0 ? 'nothing lost' : losses[0]}`),
})
try {
  const { rounds, operations, pictures, losses } = await torture.run()
  for (const [name, count] of Object.entries(operations).sort()) console.log(`  ${name}: ${count}`)
  for (const loss of losses.slice(0, 50)) console.log(`  LOST: ${loss}`)
  if (losses.length > 0) console.log(torture.log)
  console.log(`Torture: seed ${values.seed}, ${rounds} rounds, ${pictures} pictures, ${losses.length} losses`)
  process.exitCode = losses.length === 0 ? 0 : 1
  if (values.keep && losses.length > 0) cpSync(library.folder, `${folder}.kept`, { recursive: true })
} finally {
  cleanUp()
}
