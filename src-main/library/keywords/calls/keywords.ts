import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import { importKeywords } from '../import-keywords.ts'
import { judgeSuggestion } from '../judge-suggestion.ts'
import { createKeyword, editKeyword, mergeKeywords, moveKeyword, removeKeyword } from '../keyword-changes.ts'
import { printKeywordList } from '../keyword-list.ts'
import { paintPhotos } from '../paint-photos.ts'
import { type SuggestDependencies, suggestKeywords } from '../suggest-keywords.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { LIBRARY_IDS } from '../../history/kinds/change-kind.ts'

export type KeywordHandlersDependencies = SuggestDependencies & {
  catalog: Pick<Catalog, 'classifiers' | 'keywords'>
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
}

/** Handlers of `keywords.*`. */
export function keywordHandlers(os: LibraryImplementer, dependencies: KeywordHandlersDependencies) {
  const { catalog } = dependencies
  return {
    list: os.keywords.list.handler(() => catalog.keywords.list()),
    create: os.keywords.create.handler(({ input }) => createKeyword(dependencies, input)),
    edit: os.keywords.edit.handler(({ input }) => editKeyword(dependencies, input)),
    move: os.keywords.move.handler(({ input }) => moveKeyword(dependencies, input)),
    merge: os.keywords.merge.handler(({ input }) => mergeKeywords(dependencies, input)),
    remove: os.keywords.remove.handler(({ input }) => removeKeyword(dependencies, input.name)),
    import: os.keywords.import.handler(({ input }) => importKeywords(dependencies, input.text)),
    export: os.keywords.export.handler(async () => {
      const keywords = await catalog.keywords.list()
      return { text: printKeywordList(keywords), count: keywords.length }
    }),
    ...photoHandlers(os, dependencies),
    ...setHandlers(os, dependencies),
  }
}

/** Keywords of photos. */
function photoHandlers(os: LibraryImplementer, dependencies: KeywordHandlersDependencies) {
  const { catalog, changes } = dependencies
  return {
    ofPhotos: os.keywords.ofPhotos.handler(({ input }) => catalog.keywords.ofPhotos(input.ids)),
    toggle: os.keywords.toggle.handler(async ({ input: { ids, name } }) => {
      const isOnAll = catalog.keywords.areAllGiven(ids, name)
      const result = await changes.apply({ kind: isOnAll ? 'remove-tag' : 'add-tag', ids, name })
      return { ...result, isGiven: !isOnAll }
    }),
    paint: os.keywords.paint.handler(({ input }) => paintPhotos(dependencies, input)),
    suggest: os.keywords.suggest.handler(({ input }) => suggestKeywords(dependencies, input.ids, input.limit)),
    judge: os.keywords.judge.handler(({ input }) => judgeSuggestion(dependencies, input)),
  }
}

function setHandlers(os: LibraryImplementer, { catalog: { keywords }, changes }: KeywordHandlersDependencies) {
  return {
    sets: os.keywords.sets.handler(() => keywords.sets()),
    saveSet: os.keywords.saveSet.handler(async ({ input: { id, name, keywords: names } }) => {
      const others = keywords.sets().filter((each) => each.id !== id)
      if (id !== undefined && others.length === keywords.sets().length) throw noSet(id)
      if (others.some((each) => each.name.toLowerCase() === name.toLowerCase()))
        throw new AppError('bad-params', say('errors.keywordSetTaken', { name }))
      const set = { id: id ?? keywords.newSetId(), name, keywords: [...new Set(names)] }
      return { ...(await changes.apply({ kind: 'keyword-set', ids: LIBRARY_IDS, id: set.id, name, set })), set }
    }),
    removeSet: os.keywords.removeSet.handler(({ input: { id } }) => {
      const found = keywords.sets().find((each) => each.id === id)
      if (found === undefined) throw noSet(id)
      return changes.apply({ kind: 'keyword-set', ids: LIBRARY_IDS, id, name: found.name, set: null })
    }),
    recent: os.keywords.recent.handler(({ input }) => keywords.recent(input.limit)),
  }
}

const noSet = (id: number) => new AppError('bad-params', say('unknown.thing', { thing: 'keywordSet', id }))
