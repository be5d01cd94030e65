import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type StackHandlersDependencies = {
  catalog: Pick<Catalog, 'photos' | 'stacks'>
  changes: Pick<PersonChanges, 'apply'>
  privacy: Pick<Privacy, 'shown' | 'requireShown'>
}

/** Handlers of `stacks.*`. Hidden photos stay unchanged, and are not returned. */
export function stackHandlers(os: LibraryImplementer, { catalog, changes, privacy }: StackHandlersDependencies) {
  const shown = (ids: readonly number[]) => privacy.shown(catalog.photos.tiles(ids)).map(({ id }) => id)
  const frames = (ids: readonly number[]) => {
    privacy.requireShown(ids)
    return shown(catalog.stacks.framesOf(ids))
  }
  const look = (stack: number) => catalog.stacks.look(stack, shown) ?? []
  const acceptSuggested = (ids: readonly number[]) => {
    privacy.requireShown(ids)
    const stacks = new Set(catalog.photos.tiles(ids).flatMap(({ stack }) => stack ?? []))
    const open = [...stacks].flatMap(look).filter(({ chosen }) => chosen === null)
    const wanted = open.flatMap(({ suggested }) => suggested?.id ?? [])
    if (wanted.length === 0) throw new AppError('bad-params', say('errors.noFrames'))
    return changes.apply({ kind: 'stack-top', ids: wanted, top: catalog.stacks.nextTop() })
  }
  const put = (ids: readonly number[], stack: number | null) => {
    privacy.requireShown(ids)
    return changes.apply({ kind: 'stack', ids, stack })
  }
  return {
    frames: os.stacks.frames.handler(({ input }) => frames(input.ids)),
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
    putOnTop: os.stacks.putOnTop.handler(({ input: { id } }) => {
      privacy.requireShown([id])
      return changes.apply({ kind: 'stack-top', ids: [id], top: catalog.stacks.nextTop() })
    }),
  }
}
