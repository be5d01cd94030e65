import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fuses in Electron's program: a marker, the version of their list, their number, each one. */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** The fuses of Electron 45, in order. */
export const fuseNames = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const

/** A folder that looks like an unpacked Electron runtime for Linux: Node with settable fuses. */
export function makeStandInRuntime(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  cpSync(process.execPath, join(folder, 'electron'))
  const wire = Buffer.concat([Buffer.from(FUSE_MARK), Buffer.from([1, fuseNames.length]), Buffer.from('0'.repeat(8))])
  appendFileSync(join(folder, 'electron'), wire)
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(folder, name), 'stand-in')
  for (const language of ['en-US', 'de', 'nl']) writeFileSync(join(folder, 'locales', `${language}.pak`), '')
}

/** A program's fuses that are set, by name. */
export function readFuses(program: Buffer): Record<string, boolean> {
  const start = program.lastIndexOf(FUSE_MARK) + FUSE_MARK.length + 2
  return Object.fromEntries(fuseNames.map((name, index) => [name, program[start + index] === '1'.charCodeAt(0)]))
}
