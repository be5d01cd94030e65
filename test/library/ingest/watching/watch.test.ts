import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { WatchMode } from '../../../../src-main/contract/library/folder.ts'
import { noFolders } from '../../../../src-main/library/ingest/places/excluded-folders.ts'
import {
  describeWatchError,
  isWatchLimit,
  watchFolder,
  watchNatively,
} from '../../../../src-main/library/ingest/watching/watch.ts'
import { tempFolder } from '../../../fixtures/folders.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** Whether a process can be given its own limits here, as in a container. */
const canLimit = tryToLimit()
function tryToLimit(): boolean {
  try {
    const write = 'echo 9 > /proc/sys/user/max_inotify_watches'
    execFileSync('unshare', ['--user', '--map-root-user', 'sh', '-c', write], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** The outcome of watching a folder with ten subfolders if the system has few watches; `late` creates more of them. */
async function watchWithLimit(limit: string, late?: string): Promise<{ problem: string; ended: string }> {
  const folder = tempFolder('few')
  for (let at = 0; at < 10; at++) await mkdir(join(folder, `${at}`))
  const script = resolve(import.meta.dirname, 'watch-few.ts')
  const shell = `echo ${limit.replace('=', ' > /proc/sys/user/')} && exec "$0" "$@"`
  const args = [
    '--user',
    '--map-root-user',
    'sh',
    '-c',
    shell,
    process.execPath,
    script,
    folder,
    ...(late ? [late] : []),
  ]
  const { stdout } = await promisify(execFile)('unshare', args)
  return JSON.parse(stdout) as { problem: string; ended: string }
}

test.runIf(canLimit)('if no watches are left, the folder is polled, and the remedy is named', async () => {
  const { problem } = await watchWithLimit('5=max_inotify_watches')
  expect(problem).toContain('The system has no file watches left.')
  expect(problem).toContain('sudo sysctl fs.inotify.max_user_watches=')
  expect(problem).toContain('looked through at intervals instead')
})

test.runIf(canLimit)('if the system refuses another watch, the remedy is named', async () => {
  const { problem } = await watchWithLimit('0=max_inotify_instances')
  expect(problem).toContain('sudo sysctl fs.inotify.max_user_instances=')
})

test.runIf(canLimit)('watches that run out later are reported', async () => {
  expect(await watchWithLimit('15=max_inotify_watches', 'late')).toEqual({ problem: '', ended: 'ENOSPC' })
})

test('limits of the system are distinguished from other errors', () => {
  expect(isWatchLimit(Object.assign(new Error(), { code: 'EMFILE' }))).toBe(true)
  expect(isWatchLimit(Object.assign(new Error(), { code: 'EACCES' }))).toBe(false)
  expect(inEnglish(describeWatchError('/photos', new Error('odd')))).toContain(
    '/photos is looked through at intervals instead',
  )
})

async function watchIn(mode: WatchMode) {
  const folder = tempFolder('mode')
  const heard: string[] = []
  const watch = await watchFolder({
    folder,
    mode,
    excluded: noFolders,
    findFollowed: async () => async () => true,
    log,
    onEvent: quiet,
    settler: { add: (paths) => void heard.push(...paths) },
    onUnusable: quiet,
    onFolder: quiet,
    onLost: quiet,
    onEnd: quiet,
    scan: async () => 0,
  })
  onTestFinished(() => watch.close())
  return { folder, heard }
}

test('a local folder is watched by events, and only if the person wants it', async () => {
  const auto = await watchIn('auto')
  const off = await watchIn('off')
  await writeFile(join(off.folder, 'a.jpg'), '')
  await writeFile(join(auto.folder, 'a.jpg'), '')
  await expect.poll(() => auto.heard).toContain(join(auto.folder, 'a.jpg'))
  expect(off.heard).toEqual([])
})

test('the watch of macOS and Windows reports changes, except in excluded folders', async () => {
  const folder = tempFolder('native')
  await mkdir(join(folder, 'library'))
  const heard: string[] = []
  const watch = await watchNatively({
    folder,
    excluded: { paths: [join(folder, 'library')], keys: new Set() },
    log,
    settler: { add: (paths) => void heard.push(...paths) },
    onFolder: quiet,
    onLost: quiet,
  })
  onTestFinished(() => watch.close())
  await writeFile(join(folder, 'library', 'b.jpg'), '')
  await writeFile(join(folder, 'a.jpg'), '')
  await expect.poll(() => heard).toContain(join(folder, 'a.jpg'))
  expect(heard.filter((path) => path.includes('library'))).toEqual([])
})
