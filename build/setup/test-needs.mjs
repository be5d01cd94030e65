import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid, platform } from 'node:process'

/**
 * Tests with further requirements than the photos and models beside the project, and whether these are met. All others
 * must have run.
 */
export function listNeeds({ expectsElectron }) {
  return [
    { tests: /^test\/e2e\/electron/, isHere: expectsElectron },
    { tests: /a real film/, isHere: runs('ffmpeg', '-version') },
    // Programs that share no code with Lumafold inspect exported files.
    {
      tests:
        /cut-files\.test|the tag agrees with it|ExifTool reads its header|the place is not written|keeps the metadata of its file/,
      isHere: runs('exiftool', '-ver'),
    },
    { tests: /needs heif-enc/, isHere: runs('heif-enc', '-h') },
    { tests: /another build of libvips/, isHere: runs('vipsheader', '--version') },
    // Other systems have no file permissions of this kind.
    {
      tests: /ingest\.unreadable|unreadable folder|unwritable folder/,
      isHere: platform !== 'win32',
    },
    ...needsOfDisks(),
    { tests: /cluster\.test/, isHere: hasPostgres() && runs('haproxy', '-v') },
    { tests: /proxy: nginx|still unread when/, isHere: runs('nginx', '-v') },
    { tests: /proxy: haproxy/, isHere: runs('haproxy', '-v') },
    { tests: /proxy: caddy/, isHere: runs('caddy', 'version') },
    { tests: /over HTTPS|http\/tls\/|a given certificate/, isHere: runs('openssl', 'version') },
    { tests: /samples in curl/, isHere: runs('bash', '-c', 'curl --version') },
    { tests: /samples in Python/, isHere: runs('python3', '--version') },
    { tests: /samples in PHP/, isHere: runs('php', '--version') },
    { tests: /completion .*in fish/, isHere: runs('fish', '--version') },
    { tests: /completion .*in zsh/, isHere: runs('zsh', '--version') },
    { tests: /samples in Go/, isHere: runs('go', 'version') },
    {
      tests:
        /PostgreSQL|store\/postgres\/|service\/(jobs|transfer|trained-states)\/|service-migrate|service\/database|backup-guide/,
      isHere: hasPostgres(),
    },
    { tests: /failing-disk/, isHere: runs('prlimit', '--version') },
  ]
}

/** Separate file systems for tests: small ones, ones that come and go, ones with their own rules for names. */
function needsOfDisks() {
  const mayMount = canMount()
  return [
    {
      tests: /full[ -]disk|small disk|ingest\.retry|without space|ingest\.volumes|50,000 files|read-only/,
      isHere: mayMount,
    },
    { tests: /name-rules|network drive|ingest\.share|hanging share/, isHere: mayMount && existsSync('/dev/fuse') },
    { tests: /case-insensitive disk/, isHere: mayMount && knowsFat() },
  ]
}

/** Whether a PostgreSQL server can be started for tests. */
export const hasPostgres = () => existsSync('/usr/lib/postgresql') || runs('postgres', '--version')

const knowsFat = () => existsSync('/proc/filesystems') && readFileSync('/proc/filesystems', 'utf8').includes('vfat')

function canMount() {
  if (platform !== 'linux' || getuid() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'mount-'))
  try {
    return runs('mount', '-t', 'tmpfs', 'tmpfs', folder) && runs('umount', folder)
  } finally {
    rmdirSync(folder)
  }
}

/** Whether each command ran, by its words: needs are listed several times. */
const known = new Map()

function runs(program, ...args) {
  const command = [program, ...args].join(' ')
  if (!known.has(command)) known.set(command, hasRun(program, args))
  return known.get(command)
}

function hasRun(program, args) {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
