import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Catalog, SearchableCatalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { normalView } from '../../../contract/library/normal-view.ts'
import type { PhotoFilter, Stacks } from '../../../contract/library/query.ts'
import type { ChoiceLearner } from '../choice-learner.ts'
import { reviewStacks, takeBestFrames } from '../take-best-frames.ts'

export type StackHandlersDependencies = {
  catalog: Pick<Catalog, 'photos' | 'stacks'> & SearchableCatalog
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
  choices: Pick<ChoiceLearner, 'catchUp' | 'learned'>
  privacy: Pick<Privacy, 'shown' | 'requireShown'>
}

/** Handlers of `stacks.*`. Hidden photos stay unchanged, and are not returned. */
export function stackHandlers(os: LibraryImplementer, dependencies: StackHandlersDependencies) {
  const { catalog, changes, choices, privacy } = dependencies
  const shown = (ids: readonly number[]) => privacy.shown(catalog.photos.tiles(ids)).map(({ id }) => id)
  const frames = (ids: readonly number[]) => {
    privacy.requireShown(ids)
    return shown(catalog.stacks.framesOf(ids))
  }
  const framesInList = async (ids: readonly number[], { filter, stacks }: { filter: PhotoFilter; stacks: Stacks }) => {
    privacy.requireShown(ids)
    const folded = catalog.photos.tiles(ids).filter(({ stack }) => stack !== undefined && !stacks.open.includes(stack))
    const all = [...new Set([...ids, ...catalog.stacks.framesOf(folded.map(({ id }) => id))])]
    const wanted = new Set(all)
    const search = await catalog.search.load({ filter: normalView(filter) })
    const found = new Set(search.ids().filter((id) => wanted.has(id)))
    return all.filter((id) => found.has(id))
  }
  const look = (stack: number) => catalog.stacks.look(stack, shown) ?? []
  const acceptSuggested = (ids: readonly number[]) => {
    privacy.requireShown(ids)
    const stacks = new Set(catalog.photos.tiles(ids).flatMap(({ stack }) => stack ?? []))
    const open = [...stacks].flatMap(look).filter(({ chosen }) => chosen === null)
    const wanted = open.flatMap(({ suggested }) => suggested?.id ?? [])
    if (wanted.length === 0) throw new AppError('bad-params', say('errors.noFrames'))
    return changes.apply({ kind: 'stack-top', ids: wanted, top: catalog.stacks.nextTop(), isSuggested: true })
  }
  const put = (ids: readonly number[], stack: number | null) => {
    privacy.requireShown(ids)
    return changes.apply({ kind: 'stack', ids, stack })
  }
  return {
    frames: os.stacks.frames.handler(({ input: { ids, list } }) =>
      list === undefined ? frames(ids) : framesInList(ids, list),
    ),
    join: os.stacks.join.handler(({ input }) => put(input.ids, catalog.stacks.newNumber())),
    takeOut: os.stacks.takeOut.handler(({ input }) => put(input.ids, 0)),
    split: os.stacks.split.handler(({ input: { id } }) => {
      privacy.requireShown([id])
      const rest = shown(catalog.stacks.framesFrom(id))
      if (rest.length === frames([id]).length) throw new AppError('bad-params', say('errors.firstOfStack'))
      return put(rest, rest.length === 1 ? 0 : catalog.stacks.newNumber())
    }),
    unstack: os.stacks.unstack.handler(({ input }) => put(frames(input.ids), 0)),
    release: os.stacks.release.handler(({ input }) => put(input.ids, null)),
    look: os.stacks.look.handler(({ input }) => input.stacks.flatMap(look)),
    acceptSuggested: os.stacks.acceptSuggested.handler(({ input }) => acceptSuggested(input.ids)),
    review: os.stacks.review.handler(({ input }) => reviewStacks(dependencies, input.ids)),
    takeBest: os.stacks.takeBest.handler(({ input }) => takeBestFrames(dependencies, input)),
    learned: os.stacks.learned.handler(async () => {
      await choices.catchUp()
      return choices.learned()
    }),
    putOnTop: os.stacks.putOnTop.handler(({ input: { id } }) => {
      privacy.requireShown([id])
      return changes.apply({ kind: 'stack-top', ids: [id], top: catalog.stacks.nextTop() })
    }),
  }
}
