import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/**
 * `release.ts prepare VERSION [DATE]` moves the version in package.json and its lock file, and dates the version's part
 * of CHANGELOG.md. `release.ts notes TAG` prints that part; it fails if the tag is not the version or there is none.
 * `release.ts gather FROM TO` puts what several machines packed into one folder, with one description of the update for
 * each system. `--project DIR` is for another copy of the project.
 */

const at = process.argv.indexOf('--project')
const projectDir = at < 0 ? resolve(import.meta.dirname, '../..') : resolve(process.argv[at + 1] ?? '')
const changelog = join(projectDir, 'CHANGELOG.md')
const [command, first = '', second = ''] = process.argv.slice(2)
if (command === 'prepare') prepare(first, /^\d{4}-/.test(second) ? second : new Date().toISOString().slice(0, 10))
else if (command === 'notes') console.log(notesOf(first))
else if (command === 'gather') await gather(resolve(first), resolve(second))
else throw new Error('release.ts prepare VERSION, notes TAG, or gather FROM TO')

function prepare(version: string, date: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`A version is such as 0.2.0, and not "${version}".`)
  const text = readFileSync(changelog, 'utf8')
  const heading = `## ${version} (unreleased)`
  if (!text.includes(`${heading}\n`)) throw new Error(`CHANGELOG.md has no "${heading}".`)
  writeFileSync(changelog, text.replace(heading, `## ${version} (${date})`))
  for (const name of ['package.json', 'package-lock.json']) {
    const file = join(projectDir, name)
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
      version: string
      packages?: { '': { version: string } }
    }
    manifest.version = version
    if (manifest.packages) manifest.packages[''].version = version
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  }
}

function notesOf(tag: string): string {
  const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string }
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} is not v${version}, the version of package.json.`)
  const parts = readFileSync(changelog, 'utf8').split(/^(?=## )/m)
  const part = parts.find((one) => one.startsWith(`## ${version} `))
  if (part === undefined) throw new Error(`CHANGELOG.md has no part about ${version}.`)
  if (part.startsWith(`## ${version} (unreleased)`)) throw new Error(`CHANGELOG.md calls ${version} unreleased.`)
  return part.slice(part.indexOf('\n') + 1).trim()
}

/** The description of an update as electron-builder writes it. */
type Feed = { version: string; files: { url: string }[] }

async function gather(from: string, to: string): Promise<void> {
  const { parse, stringify } = await import('yaml')
  mkdirSync(to, { recursive: true })
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[\\/]/.test(name) && statSync(join(from, name)).isFile())
    .sort((one, other) => Number(one.includes('arm64')) - Number(other.includes('arm64')))
  for (const name of files.filter((one) => basename(one) !== 'notes.md')) {
    const target = join(to, basename(name))
    if (!/^latest.*\.yml$/.test(basename(name)) || !existsSync(target)) {
      // Texts about licences differ by system in what is packed; the first system's is used for all.
      if (existsSync(target) && !/^(NOTICE\.txt|sbom\.cdx\.json)$/.test(basename(name)))
        throw new Error(`Two machines packed ${basename(name)}.`)
      if (!existsSync(target)) copyFileSync(join(from, name), target)
      continue
    }
    // Both processors of Windows have one description, from which the updater takes the file by its name.
    const [old, next] = [target, join(from, name)].map((file) => parse(readFileSync(file, 'utf8')) as Feed)
    if (old!.version !== next!.version) throw new Error(`${basename(name)} is of ${old!.version} and ${next!.version}.`)
    writeFileSync(target, stringify({ ...old!, files: [...old!.files, ...next!.files] }))
  }
}
