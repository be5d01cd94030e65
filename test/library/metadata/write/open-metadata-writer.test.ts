import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MetadataWritingState } from '../../../../src-main/contract/library/metadata-writing.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary, until } from '../../library/open-test-library.ts'

async function open() {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 2)
  const { library, log } = await openTestLibrary(libraryDir)
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const { tiles } = await library.calls.photos.list({})
  const [first] = tiles
  const sidecar = join(photosDir, `${first!.name}.xmp`)
  return { library, libraryDir, photosDir, log, id: first!.id, sidecar }
}

test(
  'an open library writes by itself, follows another program, and leaves decisions to the person',
  { tags: 'night' },
  async () => {
    const { library: opened, log, id, sidecar } = await open()
    const { calls } = opened
    const rating = async () => (await calls.photos.get({ id })).rating
    await calls.photos.rate({ ids: [id], rating: 4 })
    expect(await calls.metadata.status()).toMatchObject({ mode: 'off', isOffered: true })
    expect(existsSync(sidecar)).toBe(false)

    await calls.metadata.setMode({ mode: 'sidecars' })
    expect((await calls.settings.get()).metadataWriting).toBe('sidecars')
    const read = () => (existsSync(sidecar) ? readFileSync(sidecar, 'utf8') : '')
    await until(read, (text) => text.includes('<xmp:Rating>4<'))
    await until(
      () => calls.metadata.status(),
      ({ pending }) => pending === 0,
    )

    writeFileSync(sidecar, read().replace('>4<', '>2<'))
    await until(rating, (stars) => stars === 2)

    await calls.photos.rate({ ids: [id], rating: 5 })
    await until(read, (text) => text.includes('<xmp:Rating>5<'))
    await calls.history.undo({})
    await until(read, (text) => text.includes('<xmp:Rating>2<'))

    await calls.photos.setText({ ids: [id], field: 'title', text: 'Here' })
    await until(read, (text) => text.includes('Here'))
    await calls.photos.setText({ ids: [id], field: 'title', text: 'Mine' })
    writeFileSync(sidecar, read().replace('Here', 'Theirs'))
    const [conflict] = await until(
      () => calls.metadata.conflicts({}),
      (all) => all.length === 1,
    )
    expect(conflict).toMatchObject({ photoId: id, field: 'title', ours: 'Mine', theirs: 'Theirs', target: 'sidecar' })
    await calls.metadata.resolve({ photoId: id, field: 'title', keep: 'theirs' })
    await until(
      () => calls.metadata.status(),
      ({ conflicts, pending }) => conflicts === 0 && pending === 0,
    )
    expect((await calls.photos.get({ id })).metadata.title).toBe('Theirs')
    expect(read()).toContain('Theirs')
    await expect(calls.metadata.resolve({ photoId: id, field: 'title', keep: 'ours' })).rejects.toMatchObject({
      code: 'bad-params',
    })
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
  },
)

test('windows learn with the first rating that writing is offered, and after the choice that it is not', async () => {
  const { library: opened, id } = await open()
  const { calls } = opened
  const stop = new AbortController()
  const heard: MetadataWritingState[] = []
  const listening = (async () => {
    for await (const event of await calls.library.events(undefined, { signal: stop.signal }))
      if (event.type === 'metadata.changed') heard.push(event.state)
  })()
  const isOffered = () => heard.map((state) => state.isOffered)
  await calls.photos.rate({ ids: [id], rating: 4 })
  await until(isOffered, (all) => all.at(-1) === true)
  await calls.photos.rate({ ids: [id], rating: 5 })
  await calls.metadata.setMode({ mode: 'off' })
  await until(isOffered, (all) => all.at(-1) === false)
  expect(isOffered().filter(Boolean)).toHaveLength(1)
  stop.abort()
  await listening.catch(() => undefined)
})

test('pending writes of a closed library are done when it opens again', { tags: 'night' }, async () => {
  const { library, libraryDir, id, sidecar } = await open()
  await library.calls.metadata.setMode({ mode: 'sidecars' })
  await library.calls.photos.rate({ ids: [id], rating: 3 })
  await library.close()
  expect(existsSync(sidecar)).toBe(false)
  await openTestLibrary(libraryDir)
  await until(() => existsSync(sidecar), Boolean)
  expect(readFileSync(sidecar, 'utf8')).toContain('<xmp:Rating>3<')
})
