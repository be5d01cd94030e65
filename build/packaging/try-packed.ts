import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'

/**
 * `try-packed.ts` starts the program that electron-builder packed into `release`, with a folder of two pictures. It
 * fails if the program does not analyse both within two minutes and end in order. It needs a display and Electron's
 * real runtime.
 */

const MAX_MS = 120_000
const projectDir = resolve(import.meta.dirname, '../..')
const release = join(projectDir, 'release')
const programs: Record<string, string> = {
  linux: 'linux-unpacked/lumafold',
  win32: 'win-unpacked/Lumafold.exe',
  darwin: `${readdirSync(release).find((name) => name.startsWith('mac')) ?? 'mac'}/Lumafold.app/Contents/MacOS/Lumafold`,
}

const base = mkdtempSync(join(tmpdir(), 'lumafold-packed-'))
const photos = join(base, 'photos')
mkdirSync(photos)
for (const name of ['grid.webp', 'photo.webp']) cpSync(join(projectDir, 'docs/images', name), join(photos, name))

const program = join(release, programs[process.platform]!)
const unsandboxed = process.platform === 'linux' ? ['--no-sandbox'] : []
const child = spawn(program, [...unsandboxed, '--add', photos], {
  env: { ...process.env, LUMAFOLD_DATA_DIR: base },
  stdio: 'inherit',
})
const ended = new Promise<number | null>((resolveEnd) => child.once('exit', resolveEnd))
const hasEnded = ended.then(() => true)

const analysed = (): number => {
  const file = join(base, 'library/library.db')
  if (!existsSync(file)) return 0
  try {
    const database = new Database(file, { readonly: true })
    const row = database.prepare('SELECT count(*) AS count FROM photos WHERE thumb_version > 0').get() as {
      count: number
    }
    database.close()
    return row.count
  } catch {
    return 0 // its layout is being created
  }
}

const start = Date.now()
while (analysed() < 2) {
  if (await Promise.race([hasEnded, pause(500, false)])) throw new Error('The packed program ended by itself.')
  if (Date.now() - start > MAX_MS) throw new Error('The packed program did not analyse two pictures in two minutes.')
}
child.kill()
await ended
console.log(`The packed program analysed two pictures in ${Math.round((Date.now() - start) / 1000)} s.`)
