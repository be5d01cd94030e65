import { mkdirSync, writeFileSync } from 'node:fs'
import { appendFile, chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findExcluded } from '../../../../src-main/library/ingest/places/excluded-folders.ts'
import { followWithin } from '../../../../src-main/library/ingest/places/followed-links.ts'
import { EventFlood } from '../../../../src-main/library/ingest/watching/event-flood.ts'
import { FolderWatches } from '../../../../src-main/library/ingest/watching/watch.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { actAsOrdinaryUser } from '../../../fixtures/ordinary-user.ts'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** A watched folder and its reported changes, relative to it. */
async function openWatches(folder: string, excluded: readonly string[] = [], allowed: readonly string[] = []) {
  const heard: string[] = []
  const flood = new EventFlood(() => heard.push('lost'))
  const watches = await FolderWatches.open({
    folder,
    excluded: await findExcluded(excluded),
    findFollowed: () => followWithin([folder, ...allowed]),
    log,
    onEvent: () => flood.count(),
    settler: { add: (paths) => void heard.push(...[...paths].map((path) => path.slice(folder.length + 1))) },
    onUnusable: (place) => void heard.push(place),
    onFolder: () => void heard.push('the folder itself'),
    onLost: () => void heard.push('lost'),
    onEnd: (error) => void heard.push(String(error)),
  })
  onTestFinished(() => watches.close())
  return heard
}

async function makeFolder(...below: string[]): Promise<string> {
  const folder = join(tempFolder('watches'), 'photos')
  await mkdir(folder)
  for (const name of below) await mkdir(join(folder, name), { recursive: true })
  return folder
}

const onLinux = test.runIf(process.platform === 'linux')

onLinux('photos and sidecars that come, change and go are told; other files are not', async () => {
  const folder = await makeFolder('a/b')
  const heard = await openWatches(folder)
  await writeFile(join(folder, 'a', 'notes.txt'), '')
  await rm(join(folder, 'a', 'notes.txt'))
  await writeFile(join(folder, '.hidden.jpg'), '')
  await writeFile(join(folder, 'a', 'b', 'one.xmp'), '')
  await writeFile(join(folder, 'a', 'b', 'one.jpg'), '')
  await expect.poll(() => new Set(heard)).toEqual(new Set(['a/b/one.xmp', 'a/b/one.jpg']))
  heard.length = 0
  await appendFile(join(folder, 'a', 'b', 'one.jpg'), 'more')
  await expect.poll(() => heard).toContain('a/b/one.jpg')
  heard.length = 0
  await rm(join(folder, 'a', 'b', 'one.jpg'))
  await expect.poll(() => heard).toContain('a/b/one.jpg')
})

onLinux('folders that are made within each other are watched, to the last one', async () => {
  const folder = await makeFolder()
  const heard = await openWatches(folder)
  await mkdir(join(folder, 'a', 'b', 'c'), { recursive: true })
  await expect.poll(() => heard).toContain('a')
  // `a` may be reported before its subfolders exist; a file already in one is known only by its folder.
  const writeAndReadChanges = async () => {
    await appendFile(join(folder, 'a', 'b', 'c', 'one.jpg'), 'more')
    return heard
  }
  await expect.poll(writeAndReadChanges).toContain('a/b/c/one.jpg')
})

onLinux('a folder that was moved is heard of under its new path, with all below it', async () => {
  const folder = await makeFolder('old/deep/deeper')
  const heard = await openWatches(folder)
  await rename(join(folder, 'old'), join(folder, 'new'))
  await expect.poll(() => new Set(heard)).toEqual(new Set(['old', 'new']))
  heard.length = 0
  await writeFile(join(folder, 'new', 'deep', 'deeper', 'one.jpg'), '')
  await expect.poll(() => new Set(heard)).toEqual(new Set(['new/deep/deeper/one.jpg']))
})

onLinux('a folder that was moved in is watched, one that was moved out is not', async () => {
  const folder = await makeFolder('out/deep')
  const elsewhere = tempFolder('elsewhere')
  await mkdir(join(elsewhere, 'in', 'deep'), { recursive: true })
  const heard = await openWatches(folder)
  await rename(join(folder, 'out'), join(elsewhere, 'out'))
  await rename(join(elsewhere, 'in'), join(folder, 'in'))
  await expect.poll(() => new Set(heard)).toEqual(new Set(['out', 'in']))
  heard.length = 0
  await writeFile(join(elsewhere, 'out', 'deep', 'one.jpg'), '')
  await writeFile(join(folder, 'in', 'deep', 'two.jpg'), '')
  await expect.poll(() => new Set(heard)).toEqual(new Set(['in/deep/two.jpg']))
})

onLinux('links into allowed folders are followed, once, and links in a circle end', async () => {
  const folder = await makeFolder('a')
  const elsewhere = tempFolder('elsewhere')
  await symlink(folder, join(folder, 'a', 'up'))
  await symlink(elsewhere, join(folder, 'linked'))
  await symlink(elsewhere, join(folder, 'linked-again'))
  await symlink('self', join(folder, 'self'))
  const outside = tempFolder('outside')
  await symlink(outside, join(folder, 'outside'))
  const heard = await openWatches(folder, [], [elsewhere])
  await writeFile(join(outside, 'secret.jpg'), '')
  await writeFile(join(elsewhere, 'one.jpg'), '')
  await expect.poll(() => new Set(heard)).toEqual(new Set(['linked/one.jpg']))
})

onLinux('excluded folders are not heard of, whatever path leads to them', async () => {
  const folder = await makeFolder('library', 'a')
  await symlink(join(folder, 'library'), join(folder, 'a', 'link'))
  const heard = await openWatches(folder, [join(folder, 'library')])
  await writeFile(join(folder, 'library', 'preview.jpg'), '')
  await writeFile(join(folder, 'a', 'one.jpg'), '')
  await expect.poll(() => new Set(heard)).toEqual(new Set(['a/one.jpg']))
})

onLinux('the folder itself is told of when it goes', async () => {
  const folder = await makeFolder()
  const heard = await openWatches(folder)
  await rename(folder, `${folder}-away`)
  await expect.poll(() => heard).toContain('the folder itself')
})

onLinux('a folder that becomes readable is told and watched from then on', async () => {
  const folder = await makeFolder('closed')
  await chmod(join(folder, 'closed'), 0)
  actAsOrdinaryUser(dirname(folder))
  const heard = await openWatches(folder)
  await chmod(join(folder, 'closed'), 0o755)
  await expect.poll(() => heard).toContain('closed')
  await writeFile(join(folder, 'closed', 'one.jpg'), '')
  await expect.poll(() => heard).toContain('closed/one.jpg')
})

onLinux('when the queue of the kernel runs over, that is told', async () => {
  const folder = await makeFolder('many')
  const heard = await openWatches(folder)
  // All in one turn: the queue is not read meanwhile.
  for (let at = 0; at < 9_000; at++) writeFileSync(join(folder, 'many', `${at}.jpg`), '')
  mkdirSync(join(folder, 'late'))
  await expect.poll(() => heard).toContain('lost')
})
