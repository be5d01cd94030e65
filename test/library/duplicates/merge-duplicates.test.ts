import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MergeDependencies, MergeDuplicates } from '../../../src-main/library/duplicates/merge-duplicates.ts'
import type { ChangePart } from '../../../src-main/library/catalog/catalog.ts'
import { proposeMerge, type MergedPhoto } from '../../../src-main/library/duplicates/propose-merge.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

const given = <T>(value: T) => ({ value, isGiven: true })
const photo = (part: Partial<MergedPhoto>): MergedPhoto => ({
  id: 1,
  rating: given(0),
  pick: given(0),
  label: given(''),
  title: given(''),
  caption: given(''),
  creator: given(''),
  copyright: given(''),
  tags: [],
  removedTags: [],
  takenAt: null,
  isPrivate: false,
  judgement: null,
  orientation: null,
  imageHash: 'same',
  ...part,
})
const tag = (name: string, source: 'person' | 'file' | 'engine' = 'person') => ({ name, source, confidence: 100 })

test('the highest rating is proposed, and each other one can be chosen', () => {
  const { fields } = proposeMerge(photo({ rating: given(2) }), [
    photo({ id: 2, rating: given(4) }),
    photo({ id: 3, rating: given(4) }),
    photo({ id: 4 }),
  ])
  expect(fields).toEqual([
    {
      field: 'rating',
      present: 2,
      values: [
        { value: 2, photoId: 1 },
        { value: 4, photoId: 2 },
      ],
      proposed: 4,
    },
  ])
})

test('the kept photo keeps its texts and gets missing ones; it becomes sensitive if one of them is', () => {
  const kept = photo({ title: given('Rome'), judgement: 'fine' })
  const { fields, becomesPrivate } = proposeMerge(kept, [
    photo({ id: 2, title: given('Roma'), caption: given('At dusk'), judgement: 'sensitive', isPrivate: true }),
  ])
  expect(fields.map(({ field, proposed }) => [field, proposed])).toEqual([
    ['sensitivity', 'sensitive'],
    ['title', 'Rome'],
    ['caption', 'At dusk'],
  ])
  expect(becomesPrivate).toBe(true)
})

test('a turn is copied only from the same picture, and only to a photo that was not turned', () => {
  const turned = photo({ id: 2, orientation: 6 })
  const proposed = (kept: MergedPhoto, ...others: MergedPhoto[]) =>
    proposeMerge(kept, others).fields.map((each) => [each.field, each.present, each.proposed])
  expect(proposed(photo({}), turned)).toEqual([['orientation', null, 6]])
  expect(proposed(photo({ orientation: 8 }), turned)).toEqual([])
  expect(proposed(photo({ imageHash: 'resized' }), turned)).toEqual([])
  expect(proposed(photo({ imageHash: '' }), photo({ id: 2, orientation: 6, imageHash: '' }))).toEqual([])
})

test('tags of people and files are copied, tags of the analysis are not, and removed tags stay removed', () => {
  const kept = photo({ tags: [tag('sea'), tag('dog', 'engine')], removedTags: ['beach'] })
  const merged = proposeMerge(kept, [
    photo({
      id: 2,
      tags: [tag('rome', 'file'), tag('hill', 'engine'), tag('beach'), tag('sea')],
      removedTags: ['dog'],
    }),
  ])
  expect(merged).toMatchObject({ tags: ['rome'], removedTags: ['dog'] })
})

const anyPhoto = fc.record({
  rating: fc.integer({ min: 0, max: 5 }),
  label: fc.constantFrom('', 'Red', 'Blue'),
  tags: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
})

test('the proposal includes every rating, label and tag', () => {
  fc.assert(
    fc.property(fc.array(anyPhoto, { minLength: 2, maxLength: 5 }), (all) => {
      const [kept, ...others] = all.map((each, index) =>
        photo({
          id: index + 1,
          rating: given(each.rating),
          label: given(each.label),
          tags: [...new Set(each.tags)].map((name) => tag(name)),
        }),
      )
      const merged = proposeMerge(kept!, others)
      const field = (name: string) => merged.fields.find((each) => each.field === name)
      const highest = Math.max(...all.map(({ rating }) => rating))
      expect(field('rating')?.proposed ?? kept!.rating.value).toBe(highest)
      for (const { label } of all.filter((each) => each.label !== '' && each.label !== kept!.label.value))
        expect(field('label')?.values.map(({ value }) => value)).toContain(label)
      const tags = new Set([...kept!.tags.map(({ name }) => name), ...merged.tags])
      for (const each of all.flatMap((one) => one.tags)) expect(tags).toContain(each)
    }),
  )
})

test('a crop is copied only from the same picture, and only to a photo that was not cropped', async () => {
  const work = (id: number, crop: string | null, imageHash = 'same') => ({
    ...photo({ id, imageHash }),
    crop,
    texts: {},
    position: { value: '', isGiven: false },
    faces: [],
  })
  /** The crop that a photo gets from others; undefined if none. */
  const given = async (...photos: ReturnType<typeof work>[]) => {
    const applied: ChangePart[] = []
    const merging = new MergeDuplicates({
      catalog: {
        albums: { places: () => [] },
        keywords: { answersFor: () => [] },
        photos: { tiles: () => [] },
        work: { of: () => photos },
      },
      changes: { applyBatch: (_batch: unknown, parts: ChangePart[]) => void applied.push(...parts) },
      groups: { groupOf: () => ({}) },
    } as unknown as MergeDependencies)
    const [kept, ...others] = photos
    await merging.merge([{ keepId: kept!.id, ids: others.map(({ id }) => id) }], [])
    return applied.find(({ change }) => change.kind === 'crop')
  }
  const crop = '0.1,0.2,0.9,0.8,-2.5'
  const whole = ''
  expect(await given(work(1, null), work(2, null), work(3, crop))).toEqual({
    change: { kind: 'crop', crop },
    ids: [1],
  })
  expect(await given(work(1, null), work(2, whole), work(3, crop))).toMatchObject({ change: { crop: whole } })
  expect(await given(work(1, whole), work(2, crop))).toBeUndefined()
  expect(await given(work(1, null, 'resized'), work(2, crop))).toBeUndefined()
  expect(await given(work(1, null, ''), work(2, crop, ''))).toBeUndefined()
})

test(
  'a merge is one change with the proposed or chosen values, and one undo reverts it',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const a = await drawPhoto(join(photosDir, 'a.jpg'), { seed: 2 })
    cpSync(a, join(photosDir, 'b.jpg'))
    const { library } = await openTestLibrary(libraryDir)
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const { tiles } = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })
    const [keepId, other] = tiles.map(({ id }) => id) as [number, number]
    await library.calls.photos.rate({ ids: [keepId], rating: 2 })
    await library.calls.photos.rate({ ids: [other], rating: 5 })
    await library.calls.photos.setLabel({ ids: [other], label: 'Red' })
    await library.calls.photos.addTag({ ids: [other], name: 'rome' })
    await library.calls.photos.setPrivate({ ids: [other], isPrivate: true })
    await library.calls.photos.rotate({ ids: [other], turn: 'right' })
    await library.calls.duplicates.search()
    const choices = [{ keepId, ids: [other] }]
    const proposal = await library.calls.duplicates.proposeMerge(choices[0]!)
    expect(proposal).toMatchObject({ tags: ['rome'], becomesPrivate: true })

    const wrong = library.calls.duplicates.merge({ choices, chosen: [{ keepId, field: 'rating', value: 3 }] })
    await expect(wrong).rejects.toThrow('None of the photos has the rating 3')
    const { sentence, changeId } = await library.calls.duplicates.merge({
      choices,
      chosen: [{ keepId, field: 'rating', value: 2 }],
    })
    expect(inEnglish(sentence)).toBe('Merged tags and ratings of 1 photo into the duplicates that are kept')
    const kept = async () => {
      const { rating, label, tags, isPrivate, width, height } = await library.calls.photos.get({ id: keepId })
      const isTurned = width < height
      return {
        rating,
        label,
        isPrivate,
        isTurned,
        tags: tags.filter(({ source }) => source === 'person').map(({ name }) => name),
      }
    }
    expect(await kept()).toEqual({ rating: 2, label: 'Red', isPrivate: true, isTurned: true, tags: ['rome'] })
    await library.calls.history.undo({ id: changeId! })
    expect(await kept()).toEqual({ rating: 2, label: '', isPrivate: false, isTurned: false, tags: [] })
    expect((await library.calls.photos.get({ id: other })).rating).toBe(5)
  },
)

test(
  'the kept photo gets the place, time zone, IPTC texts and albums of the removed one',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    const a = await drawPhoto(join(photosDir, 'a.jpg'), { seed: 2 })
    for (const name of ['b.jpg', 'c.jpg']) cpSync(a, join(photosDir, name))
    const { library } = await openTestLibrary(libraryDir)
    const { photos, editing, albums, history, duplicates } = library.calls
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const { tiles } = await photos.list({ sort: { by: 'name', order: 'asc' } })
    const [keepId, second, third] = tiles.map(({ id }) => id) as [number, number, number]
    await editing.setTexts({ ids: [keepId], texts: { city: 'Wien', headline: '' } })
    await editing.setTexts({ ids: [second], texts: { city: 'Vienna', headline: 'Night', credit: 'Agency' } })
    await editing.setTexts({ ids: [third], texts: { usageTerms: 'Ask me' } })
    await editing.setPosition({ ids: [third], position: { latitude: 48.2, longitude: 16.3, altitude: 171 } })
    const change = { how: 'set' as const, takenAt: '2024-05-06T09:00:00', offset: '+02:00' }
    await editing.changeDates({ ids: [second], change })
    const album = await albums.create({ name: 'Trips' })
    await albums.add({ id: album.id, ids: [third] })
    await duplicates.search()
    const { changeId } = await duplicates.merge({ choices: [{ keepId, ids: [second, third] }], chosen: [] })
    const kept = async () => {
      const { metadata } = await photos.get({ id: keepId })
      const { city, headline, credit, usageTerms, takenAt, offset, latitude, altitude } = metadata
      return { city, headline, credit, usageTerms, takenAt, offset, latitude, altitude }
    }
    expect(await kept()).toEqual({
      city: 'Wien', // its own stays
      headline: '', // as does the tag that the person removed
      credit: 'Agency',
      usageTerms: 'Ask me',
      takenAt: '2024-05-06T09:00:00',
      offset: '+02:00',
      latitude: 48.2,
      altitude: 171,
    })
    expect(await photos.ids({ filter: { albumId: album.id } })).toContain(keepId)
    await history.undo({ id: changeId! })
    expect(await kept()).toMatchObject({ credit: null, usageTerms: null, takenAt: null, latitude: null })
    expect(await photos.ids({ filter: { albumId: album.id } })).toEqual([third])
  },
)
