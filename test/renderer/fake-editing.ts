import { foreign } from '../../src-main/contract/sentences/say.ts'
import { implement } from '@orpc/server'
import { emptyMetadata } from '../../src-main/contract/library/empty-metadata.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import { libraryContract } from '../../src-main/contract/library/library-contract.ts'
import type { MetadataTemplate } from '../../src-main/contract/library/metadata-template.ts'
import type { SelectionSummary } from '../../src-main/contract/library/selection-summary.ts'
import { textFields } from '../../src-main/contract/library/text-fields.ts'

const library = implement(libraryContract)
const done = (sentence: string, count: number): ChangeResult => ({
  changeId: 1,
  count,
  kept: 0,
  sentence: foreign(sentence),
})
const none = { value: null, values: 1, filled: 0, given: 0 }

/** A selection of photos without metadata. */
export const fakeSummary = (count: number): SelectionSummary => ({
  count,
  texts: Object.fromEntries(textFields.map((field) => [field, none])) as SelectionSummary['texts'],
  position: none,
  ratings: [{ value: 0, count }],
  labels: [{ value: '', count }],
  picks: [{ value: 0, count }],
  dates: { earliest: null, latest: null, days: 0, undated: count, given: 0, offsets: [] },
  bytes: 0,
  cameras: [],
  lenses: [],
  failed: 0,
})

/** The calls of `editing.*` and `templates.*` of the library in memory; changes are recorded and change nothing. */
export function createFakeEditing(note: (method: string, input: unknown) => void) {
  const state = {
    templates: [] as MetadataTemplate[],
    /** Their list is read at once, and sent after this. */
    templatesSent: Promise.resolve(),
    summary: fakeSummary,
    metadata: emptyMetadata(),
  }
  const { editing, templates } = library
  return {
    state,
    editing: {
      summary: editing.summary.handler(({ input }) => state.summary(input.ids.length)),
      setTexts: editing.setTexts.handler(({ input }) => {
        note('editing.setTexts', input)
        return done('Set the fields', input.ids.length)
      }),
      setPosition: editing.setPosition.handler(({ input }) => {
        note('editing.setPosition', input)
        return done('Placed photos on the map', input.ids.length)
      }),
      paste: editing.paste.handler(({ input }) => {
        note('editing.paste', input)
        return done('Pasted metadata', input.ids.length)
      }),
      previewDates: editing.previewDates.handler(() => ({ photos: [], changed: 0, left: 0 })),
      changeDates: editing.changeDates.handler(({ input }) => {
        note('editing.changeDates', input)
        return done('Moved the dates', input.ids.length)
      }),
      addTrack: editing.addTrack.handler(({ input }) => ({
        id: 'track-1',
        name: input.name,
        points: 2,
        fromMs: 0,
        toMs: 60_000,
      })),
      previewTrack: editing.previewTrack.handler(() => ({ matched: 0, outside: 0, undated: 0, kept: 0, photos: [] })),
      applyTrack: editing.applyTrack.handler(({ input }) => {
        note('editing.applyTrack', input)
        return done('Placed photos by the track', input.ids.length)
      }),
    },
    templates: {
      list: templates.list.handler(async () => {
        note('templates.list', {})
        const listed = state.templates
        await state.templatesSent
        return listed
      }),
      save: templates.save.handler(({ input }) => {
        note('templates.save', input)
        const template = { ...input, id: input.id ?? state.templates.length + 1 }
        state.templates = [...state.templates.filter(({ id }) => id !== template.id), template]
        return { ...done(`Saved the template “${template.name}”`, 0), template }
      }),
      remove: templates.remove.handler(({ input }) => {
        note('templates.remove', input)
        state.templates = state.templates.filter(({ id }) => id !== input.id)
        return done('Removed the template', 0)
      }),
      apply: templates.apply.handler(({ input }) => {
        note('templates.apply', input)
        return done('Applied the template', input.ids.length)
      }),
    },
  }
}
