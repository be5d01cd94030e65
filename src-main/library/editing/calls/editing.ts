import type { Catalog } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import { changeDates, previewDates } from '../change-dates.ts'
import { inBreaks } from '../in-breaks.ts'
import { pasteMetadata } from '../paste-metadata.ts'
import { applyTrack, previewTrack } from '../place-by-track.ts'
import type { Tracks } from '../tracks.ts'
import type { Privacy } from '../../privacy/privacy.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'

export type EditingHandlersDependencies = {
  catalog: Pick<Catalog, 'editing'>
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
  privacy: Pick<Privacy, 'requireShown'>
  tracks: Pick<Tracks, 'add' | 'points' | 'describe'>
}

/** Handlers of `editing.*`. Answers cover only photos that windows may see. */
export function editingHandlers(os: LibraryImplementer, dependencies: EditingHandlersDependencies) {
  const { catalog, changes, privacy, tracks } = dependencies
  return {
    summary: os.editing.summary.handler(({ input: { ids } }) => {
      privacy.requireShown(ids)
      return inBreaks(catalog.editing.summarise(ids))
    }),
    setTexts: os.editing.setTexts.handler(({ input: { ids, texts } }) =>
      changes.apply({ kind: 'fields', values: texts, ids }),
    ),
    setPosition: os.editing.setPosition.handler(({ input }) => changes.apply({ kind: 'position', ...input })),
    paste: os.editing.paste.handler(({ input: { ids, given } }) => pasteMetadata(dependencies, ids, given)),
    previewDates: os.editing.previewDates.handler(({ input }) => {
      privacy.requireShown(input.ids)
      return previewDates(dependencies, input)
    }),
    changeDates: os.editing.changeDates.handler(({ input }) => changeDates(dependencies, input)),
    addTrack: os.editing.addTrack.handler(async ({ input: { name, bytes } }) =>
      tracks.add(name, new Uint8Array(await bytes.arrayBuffer())),
    ),
    previewTrack: os.editing.previewTrack.handler(({ input }) => {
      privacy.requireShown(input.ids)
      return previewTrack(dependencies, input)
    }),
    applyTrack: os.editing.applyTrack.handler(({ input }) => applyTrack(dependencies, input)),
  }
}
