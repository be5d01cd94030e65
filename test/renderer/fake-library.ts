import { foreign } from '../../src-main/contract/sentences/say.ts'
import type { SavedSearch } from '../../src-main/contract/library/saved-search.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import { createRouterClient, implement, ORPCError } from '@orpc/server'
import { ref } from 'vue'
import type { Backups } from '../../src-main/contract/library/backups.ts'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { AnalysisStatus } from '../../src-main/contract/library/analysis-status.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { Folder } from '../../src-main/contract/library/folder.ts'
import type { LibraryHealth } from '../../src-main/contract/library/library-health.ts'
import type { CustomClassifier } from '../../src-main/contract/library/custom-classifiers.ts'
import type { EngineInfo, ModelInfo, PairState } from '../../src-main/contract/library/models.ts'
import { frameOfCrop, sizeOfFrame } from '../../src-main/contract/library/photo-crop.ts'
import type { PhotoDetail, FocusArea } from '../../src-main/contract/library/photo.ts'
import type { DuplicateGroup } from '../../src-main/contract/library/duplicates.ts'
import type { FileQuestion } from '../../src-main/contract/library/questions.ts'
import type { RemovedItem } from '../../src-main/contract/library/removed.ts'
import type { LearnedChoices } from '../../src-main/contract/library/stacks.ts'
import type { PhotoQuery } from '../../src-main/contract/library/query.ts'
import type { TileState } from '../../src-main/contract/library/map-tiles.ts'
import { Settings } from '../../src-main/contract/library/settings.ts'
import type { FolderAnswer } from '../../src-main/contract/shell/browsing.ts'
import type { Opening } from '../../src-main/contract/shell/opening.ts'
import { shellContract, type ShellInfo } from '../../src-main/contract/shell/contract.ts'
import type { Connection } from '../../src-renderer/client/connection.ts'
import { createFakeCards } from './fake-cards.ts'
import { createFakeClassifiers, type FakeSuggestion } from './fake-classifiers.ts'
import { createFakeEditing } from './fake-editing.ts'
import { createFakeFiles } from './fake-files.ts'
import { createFakeAlbums, type FakeAlbum, searchAlbums } from './fake-albums.ts'
import { createFakeFolders } from './fake-folders.ts'
import { createFakeHistory } from './fake-history.ts'
import { createFakeBackups } from './fake-backups.ts'
import { createFakeExports, noExports, type FakeExports } from './fake-exports.ts'
import { createFakeEvents } from './fake-events.ts'
import { createFakeKeywords, fakeKeywords, type FakeKeywords } from './fake-keywords.ts'
import { createFakeMetadataWriting, fakeMetadataWriting, type FakeMetadataWriting } from './fake-metadata-writing.ts'
import { createFakePrivacy, type FakePrivacy } from './fake-privacy.ts'
import { createFakeDuplicates } from './fake-duplicates.ts'
import { createFakeQuestions } from './fake-questions.ts'
import type { StackView } from '../../src-main/contract/library/stacks.ts'
import { createFakePeople, type FakePeople, fakePeople } from './fake-people.ts'
import { createFakeStacks, foldPhotos } from './fake-stacks.ts'
import { createFakeUpdates } from './fake-updates.ts'
import { createFakeTransfer, fakeTransfer, type FakeTransfer } from './fake-transfer.ts'
import { createFakeRemote, fakeRemote, type FakeRemote } from './fake-remote.ts'
import { listRowOf, tileOf } from './fake-photos.ts'
import { mapOf } from './fake-map.ts'
import { daysOf, descriptions, facetsOf, matches, placesOf, withoutOne } from './fake-search.ts'

export type FakeState = {
  photos: PhotoDetail[]
  /** Lists of photos are answered after it. */
  listsAnswerAfter: Promise<unknown>
  /** Flags are saved after it, or not if it rejects. */
  flagsAreSavedAfter: Promise<unknown>
  /** Details of a stack beyond its photos. */
  stackViews: StackView[]
  /** Thumbnails that are sent together, by photo; others are loaded one by one. */
  thumbs: ReadonlyMap<number, string>
  /** Focus points, by photo. */
  focus: ReadonlyMap<number, FocusArea[]>
  people: FakePeople
  folders: Folder[]
  shell: ShellInfo
  openings: Opening[]
  /** The answer on the machine when a window asks for a folder. */
  answerFolder: (path: string) => Promise<FolderAnswer>
  settings: Settings
  privacy: FakePrivacy
  status: AnalysisStatus
  /** Whether metadata of photos are still being read. */
  isReading: boolean
  models: ModelInfo[]
  pair: PairState
  classifiers: CustomClassifier[]
  suggestions: FakeSuggestion[]
  removed: RemovedItem[]
  learned: LearnedChoices
  searches: SavedSearch[]
  keywords: FakeKeywords
  albums: FakeAlbum[]
  remote: FakeRemote
  backups: Backups
  health: LibraryHealth
  writing: FakeMetadataWriting
  questions: FileQuestion[]
  duplicates: DuplicateGroup[]
  tileState: TileState
  tileBytes: number
  transfer: FakeTransfer
  exports: FakeExports
  engine: EngineInfo
  distance: (a: PhotoDetail, b: PhotoDetail, by: string) => number
  /** Calls that fail with an error, by name: `library.albums.list`. */
  failing: Map<string, Error>
}

const defaults = (): FakeState => ({
  photos: [],
  listsAnswerAfter: Promise.resolve(),
  flagsAreSavedAfter: Promise.resolve(),
  stackViews: [],
  thumbs: new Map(),
  focus: new Map(),
  people: fakePeople(),
  folders: [
    {
      id: 1,
      parentId: null,
      name: 'Photos',
      path: '/photos',
      photoCount: 0,
      isAvailable: true,
      problem: null,
      watching: 'auto',
    },
  ],
  openings: [],
  shell: {
    kind: 'browser',
    platform: 'linux',
    hasDialogs: false,
    roots: ['/home/ann'],
    canReveal: true,
    canShare: false,
    pictures: '',
  },
  answerFolder: async () => 'refused',
  settings: { ...Settings.parse({}), language: 'en' },
  privacy: { isClientMode: false, isLocked: false, passphrase: null },
  status: { state: 'idle', scanned: 0, total: 0, analysed: 0, failed: 0, pending: 0, perSecond: 0, secondsLeft: null },
  isReading: false,
  models: [],
  pair: { pair: null, offers: [], isInstalling: false, received: 0, total: 0, problem: null },
  classifiers: [],
  suggestions: [],
  removed: [],
  learned: { choices: 0, least: 20, agreement: null, isUsed: false, preferences: [], followsContent: false },
  searches: [],
  keywords: fakeKeywords(),
  albums: [],
  remote: fakeRemote(),
  backups: { folder: '/library/backups', backups: [], restoring: null },
  health: { condition: 'sound', message: null, backup: null, warning: null, recovered: 0 },
  writing: fakeMetadataWriting(),
  questions: [],
  duplicates: [],
  tileState: { problem: null, retryAt: null },
  tileBytes: 0,
  transfer: fakeTransfer(),
  exports: noExports(),
  engine: { name: 'local', tasks: [], isComplete: true },
  failing: new Map(),
  distance: (a, b) => Math.min(1, Math.abs(a.id - b.id) / 20),
})

/** As in the library: a folded stack is picked if one of its photos is, and rejected if all are. */
function verdictOf({ pick, frames, flagged }: PhotoDetail): 'picked' | 'rejected' | 'open' {
  const { picked, rejected } = flagged ?? { picked: 0, rejected: 0 }
  if (frames !== undefined) return picked > 0 ? 'picked' : rejected === frames ? 'rejected' : 'open'
  return pick === 1 ? 'picked' : pick === -1 ? 'rejected' : 'open'
}

/** The desktop program on Linux, which draws its own window. */
export const desktopShell: ShellInfo = {
  kind: 'electron',
  platform: 'linux',
  hasDialogs: true,
  roots: [],
  canReveal: true,
  canShare: false,
  pictures: '',
}

/** A library in memory that keeps the contract: a window cannot tell it from a real one. `calls` lists the calls. */
export function createFakeLibrary(given: Partial<FakeState> = {}) {
  const state: FakeState = { ...defaults(), ...given }
  const events = createFakeEvents<LibraryEvent>()
  const calls: { name: string; input: unknown }[] = []

  const privacy = createFakePrivacy({
    privacy: () => state.privacy,
    settings: () => state.settings,
    photos: () => state.photos,
    emit: events.emit,
  })
  const shown = (): PhotoDetail[] => state.photos.filter(privacy.isShown)

  const note = (name: string, input?: unknown): void => {
    calls.push({ name, input })
  }
  const editing = createFakeEditing(note)
  let held: { key: string; photos: readonly PhotoDetail[]; found: PhotoDetail[] } | undefined
  /** A list of a hundred thousand is sorted once, not for each page. */
  const searched = (query: PhotoQuery): PhotoDetail[] => {
    const key = JSON.stringify([query.filter, query.sort, state.privacy, state.settings.nsfwMode])
    if (held?.key !== key || held.photos !== state.photos)
      held = { key, photos: state.photos, found: searchAlbums(state.albums, shown(), query) }
    return held.found
  }
  const find = (id: number): PhotoDetail => {
    const photo = shown().find((candidate) => candidate.id === id)
    if (!photo) throw new ORPCError('photo-not-found', { message: `No photo has the id ${id}.` })
    return photo
  }
  const history = createFakeHistory(() => state.photos)
  const change = (
    ids: readonly number[],
    sentence: string,
    edit: (photo: PhotoDetail) => PhotoDetail,
  ): ChangeResult => {
    const { changeId } = history.begin(ids, sentence)
    const named = new Set(ids)
    state.photos = state.photos.map((photo) => (named.has(photo.id) ? edit(photo) : photo))
    events.emit({ type: 'photos.changed', ids: [...ids], isWholeLibrary: false })
    return { changeId, count: ids.length, kept: 0, sentence: foreign(sentence) }
  }
  const reverse = (direction: 'undo' | 'redo', id: number | undefined): ChangeResult => {
    const found = history.reverse(direction, id)
    if (found === null)
      return { changeId: null, count: 0, kept: 0, sentence: foreign(`There is nothing to ${direction}`) }
    const { changeId, ids, photos, sentence } = found
    state.photos = state.photos.map((photo) => photos.get(photo.id) ?? photo)
    events.emit({ type: 'photos.changed', ids: [...ids], isWholeLibrary: false })
    const done = `${direction === 'undo' ? 'Undone' : 'Redone'}: ${sentence}`
    return { changeId, count: ids.length, kept: 0, sentence: foreign(done) }
  }
  const suggest = (id: number, size: { width: number; height: number }) => {
    const photo = find(id)
    const ratio = size.width / size.height
    const width = Math.min(photo.width, photo.height * ratio)
    const x1 = Math.round((photo.width - width) * 0.4)
    const y1 = Math.round((photo.height - width / ratio) * 0.4)
    return {
      target_width: size.width,
      target_height: size.height,
      x1,
      y1,
      x2: Math.round(x1 + width),
      y2: Math.round(y1 + width / ratio),
    }
  }

  const stacks = createFakeStacks(shown, change, state)
  const people = createFakePeople({
    people: () => state.people,
    photos: shown,
    change: (ids, sentence) => change(ids, sentence, (photo) => photo),
    emit: events.emit,
  })
  const library = implement(libraryContract)
  const shell = implement(shellContract)
  const router = {
    library: {
      library: {
        info: library.library.info.handler(() => ({
          version: '0.1.0',
          photoCount: shown().length,
          engine: state.engine,
        })),
        health: library.library.health.handler(() => state.health),
        events: library.library.events.handler(({ signal }) => events.follow(signal)),
      },
      folders: {
        list: library.folders.list.handler(({ input }) => {
          note('folders.list', input)
          return state.folders
        }),
        remove: library.folders.remove.handler(({ input }) => {
          note('folders.remove', input)
          state.folders = state.folders.filter((folder) => folder.id !== input.id)
          events.emit({ type: 'folders.changed' })
          return { changeId: 1, count: 0, kept: 0, sentence: foreign('Removed the folder') }
        }),
        rescan: library.folders.rescan.handler(({ input }) => note('folders.rescan', input)),
        setWatching: library.folders.setWatching.handler(({ input }) => note('folders.setWatching', input)),
      },
      photos: {
        list: library.photos.list.handler(async ({ input }) => {
          note('photos.list', input)
          await state.listsAnswerAfter
          const found = foldPhotos(searched(input), input.stacks)
          const photos = input.stacks === undefined ? {} : { photos: searched(input).length }
          return {
            ...photos,
            total: found.length,
            tiles: found.slice(input.offset, input.offset + input.limit).map(tileOf),
          }
        }),
        ids: library.photos.ids.handler(({ input }) =>
          foldPhotos(searched(input), input.stacks).map((photo) => photo.id),
        ),
        tiles: library.photos.tiles.handler(({ input }) =>
          input.ids.flatMap((id) =>
            shown()
              .filter((photo) => photo.id === id)
              .map(tileOf),
          ),
        ),
        listRows: library.photos.listRows.handler(({ input }) => {
          note('photos.listRows', input)
          return input.ids.map((id) => listRowOf(find(id)))
        }),
        thumbs: library.photos.thumbs.handler(({ input }) => {
          note('photos.thumbs', input)
          return input.map(({ photoId }) => state.thumbs.get(photoId) ?? null)
        }),
        get: library.photos.get.handler(({ input }) => find(input.id)),
        focus: library.photos.focus.handler(({ input }) => state.focus.get(input.id) ?? []),
        fileTags: library.photos.fileTags.handler(({ input }) => {
          const tags = [{ name: 'ExposureTime', value: '1/250' }]
          return [{ path: find(input.id).path, groups: [{ name: 'ExifIFD', tags }], problem: null }]
        }),
        explainTag: library.photos.explainTag.handler(({ input }) => {
          note('photos.explainTag', input)
          const tag = find(input.id).tags.find(({ label }) => label === input.word)
          const first = { key: tag ? ('has' as const) : ('lacks' as const), values: { word: input.word } }
          const score = { key: 'score' as const, values: { by: 'detector', score: 12 } }
          return [{ name: input.word, label: input.word, isGiven: tag !== undefined, reasons: [first, score] }]
        }),
        rate: library.photos.rate.handler(({ input }) => {
          note('photos.rate', input)
          const sentence = `Rated ${input.ids.length} photos with ${input.rating} stars`
          return change(input.ids, sentence, (photo) => ({ ...photo, rating: input.rating }))
        }),
        removeMissing: library.photos.removeMissing.handler(({ input }) => {
          note('photos.removeMissing', input)
          state.photos = state.photos.filter((photo) => !input.ids.includes(photo.id))
          events.emit({ type: 'photos.changed', ids: [...input.ids], isWholeLibrary: false })
          return {
            changeId: 1,
            count: input.ids.length,
            kept: 0,
            sentence: foreign(`Removed ${input.ids.length} missing photos`),
          }
        }),
        setLabel: library.photos.setLabel.handler(({ input: { ids, label } }) =>
          change(ids, `Gave ${ids.length} photos the label “${label}”`, (photo) => ({ ...photo, label })),
        ),
        setTakenAt: library.photos.setTakenAt.handler(({ input: { ids, takenAt } }) =>
          change(ids, `Dated ${ids.length} photos`, (photo) => ({ ...photo, takenAt })),
        ),
        crop: library.photos.crop.handler(({ input: { id, crop } }) => {
          note('photos.crop', { id, crop })
          return change([id], 'Cropped 1 photo', ({ crop: former, ...photo }) => {
            const [fullWidth, fullHeight] = [former?.fullWidth ?? photo.width, former?.fullHeight ?? photo.height]
            if (crop === null || crop === 'as-file') return { ...photo, width: fullWidth, height: fullHeight }
            const { width, height } = sizeOfFrame(frameOfCrop(crop, { width: fullWidth, height: fullHeight })!)
            return { ...photo, width, height, crop: { ...crop, fullWidth, fullHeight } }
          })
        }),
        rotate: library.photos.rotate.handler(({ input: { ids } }) =>
          change(ids, `Turned ${ids.length} photos`, (photo) => ({
            ...photo,
            width: photo.height,
            height: photo.width,
          })),
        ),
        setPick: library.photos.setPick.handler(async ({ input: { ids, pick } }) => {
          await state.flagsAreSavedAfter
          return change(ids, `Flagged ${ids.length} photos`, (photo) => ({ ...photo, pick }))
        }),
        setSensitivity: library.photos.setSensitivity.handler(({ input: { ids, judgement } }) => {
          note('photos.setSensitivity', { ids, judgement })
          const isSensitive = judgement === 'sensitive'
          const nsfw = isSensitive ? 'nsfw' : 'safe'
          const judged = { nsfw, isSensitive, judgement } as const
          return change(ids, `Marked ${ids.length} photos as ${judgement}`, (photo) => ({ ...photo, ...judged }))
        }),
        setPrivate: library.photos.setPrivate.handler(({ input: { ids, isPrivate } }) => {
          note('photos.setPrivate', { ids, isPrivate })
          return change(ids, `Marked ${ids.length} photos`, (photo) => ({ ...photo, isPrivate }))
        }),
        setText: library.photos.setText.handler(({ input: { ids, field, text } }) =>
          change(ids, `Set the ${field} of ${ids.length} photos`, (photo) => ({
            ...photo,
            metadata: { ...photo.metadata, [field]: text },
          })),
        ),
        addTag: library.photos.addTag.handler(({ input }) => {
          note('photos.addTag', input)
          return change(input.ids, `Added the tag “${input.name}” to ${input.ids.length} photos`, (photo) => ({
            ...photo,
            tags: [...photo.tags, { name: input.name, label: input.name, confidence: 100, source: 'person' }],
          }))
        }),
        removeTag: library.photos.removeTag.handler(({ input }) => {
          note('photos.removeTag', input)
          return change(input.ids, `Took the tag “${input.name}” off ${input.ids.length} photos`, (photo) => ({
            ...photo,
            tags: photo.tags.filter((tag) => tag.name !== input.name),
          }))
        }),
        locate: library.photos.locate.handler(({ input }) => {
          note('photos.locate', input)
          return { changeId: 1, count: 1, kept: 0, sentence: foreign('Found the file of 1 photo') }
        }),
        reanalyse: library.photos.reanalyse.handler(({ input }) => note('photos.reanalyse', input)),
      },
      history: {
        list: library.history.list.handler(() => history.list()),
        pictures: library.history.pictures.handler(({ input }) =>
          input.ids.map((id) => ({
            id,
            photos: history
              .idsOf(id)
              .slice(0, 5)
              .map((photo) => tileOf(find(photo))),
          })),
        ),
        goBack: library.history.goBack.handler(({ input }) => {
          note('history.goBack', input)
          for (const { id, isUndone } of history.list()) if (id > input.id && !isUndone) reverse('undo', id)
          events.emit({ type: 'history.changed' })
          return { changeId: input.id, count: 0, kept: 0, sentence: foreign('Went back') }
        }),
        undo: library.history.undo.handler(({ input }) => {
          note('history.undo', input)
          return reverse('undo', input.id)
        }),
        redo: library.history.redo.handler(({ input }) => {
          note('history.redo', input)
          return reverse('redo', input.id)
        }),
      },
      albums: {
        ...createFakeAlbums(state, {
          note,
          changed: () => {
            held = undefined
            events.emit({ type: 'albums.changed' })
          },
          done: (count, sentence) => ({ changeId: 1, count, kept: 0, sentence: foreign(sentence) }),
        }),
        /** Stars alone: albums and labels are the library's affair. */
        finishChoice: library.albums.finishChoice.handler(({ input }) => {
          note('albums.finishChoice', input)
          const stars = new Map(
            input.groups.flatMap(({ ids, fate }) =>
              fate.kind === 'rating' ? ids.map((id) => [id, fate.rating] as const) : [],
            ),
          )
          const given = input.groups.flatMap(({ ids }) => ids)
          return change(given, 'Finished the choice', (photo) => ({
            ...photo,
            rating: stars.get(photo.id) ?? photo.rating,
          }))
        }),
      },
      searches: {
        list: library.searches.list.handler(() => state.searches),
        save: library.searches.save.handler(({ input }) => {
          note('searches.save', input)
          const { albumId: _albumId, ...search } = input
          const saved = { ...search, id: input.id ?? 1 + Math.max(0, ...state.searches.map(({ id }) => id)) }
          state.searches = [...state.searches.filter(({ id }) => id !== saved.id), saved]
          events.emit({ type: 'searches.changed' })
          events.emit({ type: 'albums.changed' })
          return {
            changeId: 1,
            count: 0,
            kept: 0,
            sentence: foreign(`Saved the search “${saved.name}”`),
            search: saved,
          }
        }),
        rename: library.searches.rename.handler(({ input }) => {
          note('searches.rename', input)
          state.searches = state.searches.map((each) => (each.id === input.id ? { ...each, name: input.name } : each))
          events.emit({ type: 'searches.changed' })
          events.emit({ type: 'albums.changed' })
          return { changeId: 1, count: 0, kept: 0, sentence: foreign(`Renamed the saved search to “${input.name}”`) }
        }),
        remove: library.searches.remove.handler(({ input }) => {
          note('searches.remove', input)
          const name = state.searches.find(({ id }) => id === input.id)?.name ?? ''
          state.searches = state.searches.filter(({ id }) => id !== input.id)
          events.emit({ type: 'searches.changed' })
          events.emit({ type: 'albums.changed' })
          return { changeId: 1, count: 0, kept: 0, sentence: foreign(`Removed the saved search “${name}”`) }
        }),
      },
      keywords: createFakeKeywords(library, {
        photos: shown,
        state: () => state.keywords,
        change,
        note,
        emit: events.emit,
      }),
      editing: editing.editing,
      templates: editing.templates,
      removed: {
        list: library.removed.list.handler(() => {
          note('removed.list', {})
          return state.removed
        }),
        restore: library.removed.restore.handler(({ input }) => {
          note('removed.restore', input)
          state.removed = state.removed.filter(({ changeId }) => changeId !== input.changeId)
          events.emit({ type: 'history.changed' })
          return { changeId: input.changeId, count: 1, kept: 0, sentence: foreign('Undone: Removed the folder') }
        }),
        purge: library.removed.purge.handler(({ input }) => {
          note('removed.purge', input)
          state.removed = state.removed.filter(
            ({ changeId }) => input.changeId !== undefined && changeId !== input.changeId,
          )
          events.emit({ type: 'history.changed' })
        }),
      },
      stacks: {
        frames: library.stacks.frames.handler(({ input: { ids, list } }) => {
          if (list === undefined) return stacks.framesOf(ids)
          const open = new Set(list.stacks.open)
          const isFolded = (id: number): boolean => !open.has(find(id).stack ?? 0)
          const wanted = new Set([...ids, ...stacks.framesOf(ids.filter(isFolded))])
          const found = searched({ filter: list.filter, sort: { by: 'takenAt', order: 'desc' } })
          return found.flatMap(({ id }) => (wanted.has(id) ? [id] : []))
        }),
        join: library.stacks.join.handler(({ input: { ids } }) => stacks.put(ids, `Stacked ${ids.length} photos`, 900)),
        takeOut: library.stacks.takeOut.handler(({ input: { ids } }) => stacks.put(ids, 'Took photos out')),
        split: library.stacks.split.handler(({ input: { id } }) => stacks.put([id], 'Split', 901)),
        unstack: library.stacks.unstack.handler(({ input: { ids } }) => stacks.put(stacks.framesOf(ids), 'Unstacked')),
        release: library.stacks.release.handler(({ input: { ids } }) => stacks.put(ids, 'Released')),
        look: library.stacks.look.handler(({ input }) => stacks.look(input.stacks)),
        acceptSuggested: library.stacks.acceptSuggested.handler(({ input }) => {
          note('stacks.acceptSuggested', input)
          return stacks.accept(input.ids)
        }),
        review: library.stacks.review.handler(({ input }) => stacks.review(input.ids)),
        takeBest: library.stacks.takeBest.handler(({ input }) => {
          note('stacks.takeBest', input)
          return stacks.takeBest(input.ids, input.rest)
        }),
        learned: library.stacks.learned.handler(() => state.learned),
        putOnTop: library.stacks.putOnTop.handler(({ input: { id } }) => {
          note('stacks.putOnTop', { id })
          return change([id], 'Put a photo on top of its stack', (photo) => photo)
        }),
      },
      people: {
        state: library.people.state.handler(() => people.state()),
        setOn: library.people.setOn.handler(({ input }) => {
          note('people.setOn', input)
          people.setOn(input.isOn)
          return people.state()
        }),
        setWriting: library.people.setWriting.handler(({ input }) => {
          state.people.writesNames = input.isOn
          return people.state()
        }),
        list: library.people.list.handler(() => people.list()),
        groups: library.people.groups.handler(() => people.groups()),
        suggestions: library.people.suggestions.handler(({ input }) => people.suggestions(input.name)),
        faces: library.people.faces.handler(({ input }) => people.faces(input.of)),
        name: library.people.name.handler(({ input: { faces, name } }) => {
          note('people.name', { faces, name })
          return people.edit(faces, `Named ${faces.length} faces “${name}”`, (face) => ({ ...face, name }))
        }),
        nameGroup: library.people.nameGroup.handler(({ input: { id, name } }) => {
          note('people.nameGroup', { id, name })
          return people.edit(people.inGroup(id), `Named a group “${name}”`, (face) => ({ ...face, name }))
        }),
        refuse: library.people.refuse.handler(({ input: { faces, name } }) => {
          note('people.refuse', { faces, name })
          return people.edit(faces, `Not “${name}”`, (face) => ({ ...face, suggestion: null, not: [name] }))
        }),
        release: library.people.release.handler(({ input: { faces, name } }) => {
          note('people.release', { faces, name })
          return people.edit(faces, `Took out of “${name}”`, (face) => ({ ...face, name: null, not: [name] }))
        }),
        ignore: library.people.ignore.handler(({ input: { faces, isIgnored } }) => {
          note('people.ignore', { faces, isIgnored })
          return people.edit(faces, 'Left faces alone', (face) => ({ ...face, isIgnored }))
        }),
        ignoreGroup: library.people.ignoreGroup.handler(({ input: { id } }) =>
          people.edit(people.inGroup(id), 'Left faces alone', (face) => ({ ...face, isIgnored: true })),
        ),
        merge: library.people.merge.handler(({ input: { names, into } }) => {
          note('people.merge', { names, into })
          return people.rename(names, into)
        }),
        remove: library.people.remove.handler(({ input: { name } }) => people.remove(name)),
        rename: library.people.rename.handler(({ input: { name, next } }) => people.rename([name], next)),
        set: library.people.set.handler(({ input: { name, neverSuggest, isPrivate } }) => {
          note('people.set', { name, neverSuggest, isPrivate })
          const put = (list: string[], isIn: boolean | undefined) =>
            isIn === undefined ? list : [...list.filter((each) => each !== name), ...(isIn ? [name] : [])]
          state.people.neverSuggest = put(state.people.neverSuggest, neverSuggest)
          state.people.private = put(state.people.private, isPrivate)
          events.emit({ type: 'people.changed' })
          return change([], `Set “${name}”`, (photo) => photo)
        }),
      },
      search: {
        places: library.search.places.handler(({ input: { filter, sections } }) =>
          placesOf(
            shown().filter((photo) => matches(photo, filter)),
            sections,
          ),
        ),
        nearness: library.search.nearness.handler(() => []),
        progress: library.search.progress.handler(({ input: { filter, stacks: folds } }) => {
          note('search.progress', { filter })
          const listed = foldPhotos(searched({ filter, sort: { by: 'takenAt', order: 'asc' } }), folds)
          const verdicts = listed.map(verdictOf)
          const count = (verdict: string) => verdicts.filter((each) => each === verdict).length
          const folded = listed.filter(({ frames }) => frames !== undefined).length
          const counts = { picked: count('picked'), rejected: count('rejected'), open: count('open') }
          const found = state.photos.filter((photo) => matches(photo, filter))
          const marked = (flag: number) => found.filter(({ pick }) => pick === flag).length
          const photos = { pickedPhotos: marked(1), rejectedPhotos: marked(-1) }
          return { stacks: folded, photos: listed.length - folded, ...counts, ...photos }
        }),
        nextOpen: library.search.nextOpen.handler(({ input }) => {
          const { filter, sort, stacks: folds, after, from } = input
          note('search.nextOpen', input)
          const listed = foldPhotos(searched({ filter, sort }), folds)
          const at = listed.findIndex(({ id }) => id === after)
          const order = listed.map((_, step) => ((at < 0 ? from : at + 1) + step) % listed.length)
          const index = order.find((place) => verdictOf(listed[place]!) === 'open')
          return index === undefined ? null : { id: listed[index]!.id, index }
        }),
        days: library.search.days.handler(({ input: { filter, order, stacks, known } }) => {
          const days = daysOf(foldPhotos(searched({ filter, sort: { by: 'takenAt', order } }), stacks))
          const key = JSON.stringify(days)
          note('search.days', { known })
          return { key, days: key === known ? null : days, isReading: state.isReading }
        }),
        facets: library.search.facets.handler(({ input }) =>
          facetsOf(shown().filter((photo) => matches(photo, input.filter))),
        ),
        complete: library.search.complete.handler(({ input }) =>
          facetsOf(state.photos)
            .tags.filter(({ name }) => (input.field ?? 'tag') === 'tag' && name.startsWith(input.text.toLowerCase()))
            .slice(0, input.limit)
            .map(({ name, label, count }) => ({ field: 'tag', isField: false, value: name, label, count })),
        ),
        explain: library.search.explain.handler(({ input }) => ({
          total: state.photos.filter((photo) => matches(photo, input.filter)).length,
          terms: [],
          problems: [...parse(input.filter.text ?? '').problems],
          withoutOne: withoutOne(state.photos, input.filter),
        })),
        read: library.search.read.handler(({ input }) => descriptions[input.text] ?? null),
        suggest: library.search.suggest.handler(({ input }) =>
          facetsOf(state.photos)
            .tags.filter((tag) => tag.name.startsWith(input.text.toLowerCase()))
            .slice(0, input.limit)
            .map(({ name, label, count }) => ({ name, label, count })),
        ),
      },
      map: {
        tileState: library.map.tileState.handler(() => state.tileState),
        retryTiles: library.map.retryTiles.handler(() => note('map.retryTiles', null)),
        keptTiles: library.map.keptTiles.handler(() => ({ bytes: state.tileBytes })),
        deleteTiles: library.map.deleteTiles.handler(() => {
          state.tileBytes = 0
        }),
        clusters: library.map.clusters.handler(({ input: { filter } }) =>
          mapOf(shown().filter((photo) => matches(photo, filter))),
        ),
      },
      similar: {
        find: library.similar.find.handler(({ input }) => {
          const { to } = input
          const own = 'photoIds' in to ? to.photoIds.map(find) : 'photoId' in to ? [find(to.photoId)] : []
          if (own.some(({ status }) => status !== 'ready'))
            throw new ORPCError('not-analysed', { message: 'This photo is not analysed yet.' })
          const images = state.photos
            .filter((photo) => !own.includes(photo) && matches(photo, input.filter))
            .map((photo) => {
              const distances = own.map((query) => state.distance(query, photo, input.by))
              const distance = Math.min(...distances, own.length === 0 ? photo.id / 100 : 1)
              const word = (['same', 'very', 'alike'] as const)[Math.floor(distance * 5)] ?? null
              return { id: photo.id, distance, likeness: word }
            })
          return { images: images.sort((a, b) => a.distance - b.distance).slice(0, input.limit) }
        }),
        addPicture: library.similar.addPicture.handler(({ input: { name, bytes } }) => {
          note('similar.addPicture', { name, size: bytes.size })
          if (name.endsWith('.txt')) throw new ORPCError('file-unreadable', { message: 'This is no picture.' })
          const colors = [{ html: '#102030', percent: 60 }]
          return { id: '00112233445566aa', name, width: 40, height: 30, thumbnail: 'data:image/webp;base64,', colors }
        }),
      },
      crops: {
        suggest: library.crops.suggest.handler(({ input }) => input.sizes.map((size) => suggest(input.photoId, size))),
        plan: library.crops.plan.handler(({ input: { ids, sizes } }) =>
          ids.flatMap((photoId) =>
            sizes.map((size) => ({ photoId, size, crop: suggest(photoId, size), by: 'analysis' as const })),
          ),
        ),
        pin: library.crops.pin.handler(({ input }) => {
          note('crops.pin', input)
          return change(input.ids, `Pinned the crop of ${input.ids.length} photos`, (photo) => photo)
        }),
      },
      analysis: {
        status: library.analysis.status.handler(() => state.status),
        pause: library.analysis.pause.handler(() => note('analysis.pause')),
        resume: library.analysis.resume.handler(() => note('analysis.resume')),
        cancel: library.analysis.cancel.handler(() => note('analysis.cancel')),
        retryFailed: library.analysis.retryFailed.handler(() => note('analysis.retryFailed')),
      },
      models: {
        list: library.models.list.handler(() => state.models),
        install: library.models.install.handler(({ input }) => note('models.install', input)),
        installFrom: library.models.installFrom.handler(({ input }) => {
          note('models.installFrom', input)
          return {
            installed: ['A model'],
            present: [],
            skipped: [{ file: 'notes.txt', reason: foreign('no known model') }],
          }
        }),
        remove: library.models.remove.handler(({ input }) => note('models.remove', input)),
        pair: library.models.pair.handler(() => state.pair),
        installPair: library.models.installPair.handler(({ input }) => note('models.installPair', input)),
        cancelPair: library.models.cancelPair.handler(() => note('models.cancelPair')),
        removePair: library.models.removePair.handler(() => note('models.removePair')),
        cancelInstall: library.models.cancelInstall.handler(() => note('models.cancelInstall')),
      },
      classifiers: createFakeClassifiers({
        state: () => state,
        set: (classifiers) => {
          state.classifiers = classifiers
        },
        note,
        accept: (ids, name) =>
          change(ids, `Accepted the suggestion “${name}” for ${ids.length} photos`, (photo) => ({
            ...photo,
            tags: [...photo.tags, { name, label: name, confidence: 100, source: 'person' }],
          })),
        isRejected: (photoId, name) =>
          calls.some(
            (call) =>
              call.name === 'keywords.judge' &&
              JSON.stringify(call.input) === JSON.stringify({ ids: [photoId], name, verdict: 'rejected' }),
          ),
        emit: events.emit,
      }),
      remote: createFakeRemote(state.remote, note, events.emit),
      backups: createFakeBackups(state.backups, note),
      metadata: createFakeMetadataWriting(state.writing, note),
      transfer: createFakeTransfer(state.transfer, note, events.emit),
      ...createFakeExports({ fake: state.exports, note, emit: events.emit }),
      questions: createFakeQuestions(state.questions, note, events.emit),
      duplicates: createFakeDuplicates(state.duplicates, note, events.emit),
      privacy: privacy.calls,
      settings: {
        get: library.settings.get.handler(() => state.settings),
        set: library.settings.set.handler(({ input }) => {
          note('settings.set', input)
          const before = state.settings
          state.settings = { ...before, ...input }
          if (state.settings.nsfwMode !== before.nsfwMode) privacy.tell()
          return state.settings
        }),
      },
      files: createFakeFiles(note),
      cards: createFakeCards(note),
    },
    shell: {
      info: shell.info.handler(() => state.shell),
      addFolder: shell.addFolder.handler(({ input }) => {
        note('shell.addFolder', input)
        if (input.path?.startsWith('/media') && !state.shell.roots.includes('/media'))
          throw new ORPCError('outside-roots', { message: `This window may only use folders in: /home/ann.` })
        if (input.path?.includes('missing'))
          throw new ORPCError('not-a-folder', { message: `${input.path} is not a folder. Choose one that exists.` })
        const folder: Folder = {
          id: state.folders.length + 1,
          parentId: null,
          name: input.path?.split('/').at(-1) ?? 'Photos',
          path: input.path ?? '/photos',
          photoCount: 0,
          isAvailable: true,
          problem: null,
          watching: 'auto',
        }
        state.folders = [...state.folders, folder]
        return folder
      }),
      locateFolder: shell.locateFolder.handler(({ input }) => {
        note('shell.locateFolder', input)
        if (input.path?.includes('other'))
          throw new ORPCError('not-a-folder', { message: `The photos are not in ${input.path}.` })
        const found = { isAvailable: true, problem: null, path: input.path ?? '/found' }
        state.folders = state.folders.map((folder) => (folder.id === input.id ? { ...folder, ...found } : folder))
        events.emit({ type: 'folders.changed' })
        return state.folders.find((folder) => folder.id === input.id) ?? null
      }),
      setPhotoFile: shell.setPhotoFile.handler(({ input }) => {
        note('shell.setPhotoFile', input)
        return { changeId: 1, count: 1, kept: 0, sentence: foreign('Found the file of 1 photo') }
      }),
      chooseTarget: shell.chooseTarget.handler(({ input }) => ({
        id: 'target-1',
        label: input.path ?? '/home/ann/crops',
      })),
      chooseSource: shell.chooseSource.handler(({ input }) => {
        note('shell.chooseSource', input)
        return { id: 'source-1', label: input.path ?? '/home/ann/old.lrcat' }
      }),
      listEntries: shell.listEntries.handler(({ input }) =>
        (input.path === '/home/ann' ? ['pictures', 'holidays', 'work', 'old.lrcat'] : [])
          .map((name) => ({ name, path: `${input.path}/${name}`, isFolder: !name.includes('.') }))
          .filter(({ isFolder }) => isFolder || input.withFiles),
      ),
      ...createFakeFolders(
        () => state.shell.roots,
        (path) => state.answerFolder(path),
      ),
      addDropped: shell.addDropped.handler(() => {
        throw new ORPCError('not-supported-here', { message: 'In a browser, a folder is added by its path.' })
      }),
      open: shell.open.handler(({ input }) => note('shell.open', input)),
      listPrograms: shell.listPrograms.handler(() => [{ id: 'gimp.desktop', name: 'GIMP', isChosen: false }]),
      chooseProgram: shell.chooseProgram.handler(() => null),
      listCards: shell.listCards.handler(() => [
        { name: 'EOS', path: '/media/ann/EOS/DCIM', isCard: true, sourceId: 'card-1' },
      ]),
      setTexts: shell.setTexts.handler(({ input }) => note('shell.setTexts', input)),
      openings: shell.openings.handler(async function* () {
        yield* state.openings
      }),
      setMenu: shell.setMenu.handler(({ input }) => note('shell.setMenu', input)),
      setPresence: shell.setPresence.handler(({ input }) => note('shell.setPresence', input)),
      tellEnd: shell.tellEnd.handler(({ input }) => note('shell.tellEnd', input)),
      noteFault: shell.noteFault.handler(({ input }) => note('shell.noteFault', input)),
      share: shell.share.handler(({ input }) => note('shell.share', input)),
      startDrag: shell.startDrag.handler(({ input }) => note('shell.startDrag', input)),
      reveal: shell.reveal.handler(({ input }) => note('shell.reveal', input)),
      updates: createFakeUpdates(),
      revealExport: shell.revealExport.handler(({ input }) => note('shell.revealExport', input)),
    },
  }
  const client = createRouterClient(router, {
    interceptors: [
      ({ path, next }) => {
        const error = state.failing.get(path.join('.'))
        if (error !== undefined) throw error
        return next()
      },
    ],
  })
  const connection: Connection = { client, state: ref('open') }
  return { connection, calls, state, editing: editing.state, emit: events.emit }
}
