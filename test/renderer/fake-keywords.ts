import { foreign } from '../../src-main/contract/sentences/say.ts'
import type { implement } from '@orpc/server'
import type { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import {
  type Keyword,
  type KeywordSet,
  type KeywordSuggestion,
  plainKeyword,
} from '../../src-main/contract/library/keywords.ts'
import type { PhotoDetail, PhotoTag } from '../../src-main/contract/library/photo.ts'

type Change = (ids: readonly number[], sentence: string, edit: (photo: PhotoDetail) => PhotoDetail) => ChangeResult

export type FakeKeywords = {
  /** What is stored besides names. */
  records: Map<string, typeof plainKeyword>
  sets: KeywordSet[]
  suggestions: KeywordSuggestion[]
}

export const fakeKeywords = (): FakeKeywords => ({ records: new Map(), sets: [], suggestions: [] })

type Sources = {
  photos: () => readonly PhotoDetail[]
  state: () => FakeKeywords
  change: Change
  note(name: string, input?: unknown): void
  emit(event: LibraryEvent): void
}

const isOwn = ({ source }: PhotoTag) => source === 'person' || source === 'file'
const own = (photo: PhotoDetail): string[] => photo.tags.filter(isOwn).map(({ name }) => name)
const given = (name: string): PhotoTag => ({ name, label: name, confidence: 100, source: 'person' })
const without = (photo: PhotoDetail, name: string): PhotoDetail => ({
  ...photo,
  tags: photo.tags.filter((tag) => tag.name !== name),
})
const withTag = (photo: PhotoDetail, name: string): PhotoDetail => ({
  ...photo,
  tags: [...without(photo, name).tags, given(name)],
})

/** Keywords of the library in memory. */
export function createFakeKeywords(
  library: ReturnType<typeof implement<typeof libraryContract>>,
  { photos, state, change, note, emit }: Sources,
) {
  const { keywords: calls } = library
  const resultOf = (sentence: string): ChangeResult => {
    emit({ type: 'keywords.changed' })
    return { changeId: 1, count: 0, kept: 0, sentence: foreign(sentence) }
  }
  const idsWith = (name: string) =>
    photos()
      .filter((photo) => own(photo).some((each) => each === name || each.startsWith(`${name}/`)))
      .map(({ id }) => id)
  const rename = (from: string, to: string): ChangeResult => {
    const renamed = (name: string) =>
      name === from || name.startsWith(`${from}/`) ? to + name.slice(from.length) : name
    const result = change(idsWith(from), `Renamed the keyword “${from}” to “${to}”`, (photo) => ({
      ...photo,
      tags: [
        ...new Map(
          photo.tags.map((tag) => [renamed(tag.name), { ...tag, name: renamed(tag.name), label: renamed(tag.label) }]),
        ).values(),
      ],
    }))
    state().records = new Map([...state().records].map(([name, record]) => [renamed(name), record]))
    emit({ type: 'keywords.changed' })
    return result
  }
  const edit = (input: Partial<typeof plainKeyword> & { name: string }): ChangeResult => {
    const { name, ...record } = input
    state().records.set(name, { ...plainKeyword, ...state().records.get(name), ...record })
    return resultOf(`Changed the keyword “${name}”`)
  }
  return {
    list: calls.list.handler(() => treeOf(photos(), state().records)),
    create: calls.create.handler(({ input }) => edit(input)),
    edit: calls.edit.handler(({ input }) => {
      note('keywords.edit', input)
      return edit(input)
    }),
    move: calls.move.handler(({ input }) => {
      note('keywords.move', input)
      return rename(input.from, input.to)
    }),
    merge: calls.merge.handler(({ input }) => {
      note('keywords.merge', input)
      return input.names.map((name) => rename(name, input.into)).at(-1)!
    }),
    remove: calls.remove.handler(({ input }) =>
      change(idsWith(input.name), 'Removed', (photo) => without(photo, input.name)),
    ),
    import: calls.import.handler(() => ({ ...resultOf('Imported 0 keywords from a list'), added: 0, changed: 0 })),
    export: calls.export.handler(() => ({ text: '', count: 0 })),
    ofPhotos: calls.ofPhotos.handler(({ input }) => {
      const asked = photos().filter(({ id }) => input.ids.includes(id))
      const tags = new Map(asked.flatMap((photo) => photo.tags.map((tag) => [tag.name, tag.label] as const)))
      return [...tags]
        .map(([name, label]) => ({
          name,
          label,
          count: asked.filter((photo) => photo.tags.some((tag) => tag.name === name)).length,
          given: asked.filter((photo) => own(photo).includes(name)).length,
        }))
        .sort((a, b) => b.count - a.count)
    }),
    toggle: calls.toggle.handler(({ input: { ids, name } }) => {
      note('keywords.toggle', { ids, name })
      const isGiven = !photos()
        .filter(({ id }) => ids.includes(id))
        .every((photo) => own(photo).includes(name))
      const edited = change(ids, name, (photo) => (isGiven ? withTag(photo, name) : without(photo, name)))
      return { ...edited, isGiven }
    }),
    paint: calls.paint.handler(({ input: { ids, brush, isErasing } }) => {
      note('keywords.paint', { ids, brush, isErasing })
      return change(ids, 'Painted', (photo) =>
        brush.keywords.reduce((each, name) => (isErasing ? without(each, name) : withTag(each, name)), photo),
      )
    }),
    suggest: calls.suggest.handler(() => state().suggestions),
    judge: calls.judge.handler(({ input: { ids, name, verdict } }) => {
      note('keywords.judge', { ids, name, verdict })
      state().suggestions = state().suggestions.filter((each) => each.name !== name)
      return change(ids, `${verdict} ${name}`, (photo) => (verdict === 'accepted' ? withTag(photo, name) : photo))
    }),
    sets: calls.sets.handler(() => state().sets),
    saveSet: calls.saveSet.handler(({ input }) => {
      const set = { ...input, id: input.id ?? 1 + Math.max(0, ...state().sets.map(({ id }) => id)) }
      state().sets = [...state().sets.filter(({ id }) => id !== set.id), set]
      return { ...resultOf(`Saved the keyword set “${set.name}”`), set }
    }),
    removeSet: calls.removeSet.handler(({ input }) => {
      state().sets = state().sets.filter(({ id }) => id !== input.id)
      return resultOf('Removed the keyword set')
    }),
    recent: calls.recent.handler(() => [...new Set(photos().flatMap(own))].slice(0, 9)),
  }
}

function treeOf(photos: readonly PhotoDetail[], records: FakeKeywords['records']): Keyword[] {
  const used = [...photos.flatMap(own), ...records.keys()]
  const names = new Set(
    used.flatMap((name) => name.split('/').map((_, at, levels) => levels.slice(0, at + 1).join('/'))),
  )
  return [...names].toSorted().map((name) => ({
    ...(records.get(name) ?? plainKeyword),
    name,
    label: name.slice(name.lastIndexOf('/') + 1),
    count: photos.filter((photo) => own(photo).includes(name)).length,
    total: photos.filter((photo) => own(photo).some((each) => each === name || each.startsWith(`${name}/`))).length,
    isKept: records.has(name),
  }))
}
