import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { AlbumId } from '../../src-main/contract/library/albums.ts'
import type { FolderId } from '../../src-main/contract/library/ids.ts'
import type { PhotoFilter, PhotoQuery, PhotoSort } from '../../src-main/contract/library/query.ts'
import {
  addTerm,
  findTerm,
  isSameNode,
  removeTerm,
  setField,
  toggleValue,
  type ValueChoice,
} from '../../src-main/contract/library/search/edit.ts'
import { type FieldNode, field, leavesOf, type SearchNode } from '../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../src-main/contract/library/search/parse.ts'
import { print } from '../../src-main/contract/library/search/print.ts'
import { type Asked, everything, writeAddress } from './query-address.ts'
import { orderFor, withOrder } from './query-order.ts'
import { useSettings } from '../settings/use-settings.ts'

/** Whether a search shows photos in this state and no others. */
export function isStateAlone(text: string, state: string): boolean {
  const { terms } = parse(text)
  return terms.length === 1 && isSameNode(terms[0]!, field('is', [state]))
}

/** The text that finds photos with this tag. */
export const textOfTag = (name: string): string => print([tagTerm(name)])
/** The text that finds photos with any of these tags. */
export const textOfTags = (names: readonly string[]): string => print([field('tag', [...names])])
export const tagTerm = (name: string): FieldNode => field('tag', [name])

/**
 * What the person asked to see: one text, a folder and an order. Every edit of the search edits the text. `effective`
 * adds what the settings require for doubtful tags.
 */
export const useQuery = defineStore('query', () => {
  const steps = useSteps()
  const { asked, change } = steps
  const text = computed(() => asked.value.text)
  const filter = computed<PhotoFilter>(() => filterOf(asked.value))
  const withSettings = useWithSettings()
  const effective = computed<PhotoQuery>(() => ({ filter: withSettings(filter.value), sort: asked.value.sort }))

  return {
    ...steps,
    ...useTextEdits(asked, change),
    text,
    folderId: computed(() => asked.value.folderId),
    albumId: computed(() => asked.value.albumId ?? null),
    sort: computed(() => asked.value.sort),
    terms: computed(() => parse(text.value).terms),
    address: computed(() => writeAddress(asked.value)),
    filter,
    effective,
    withSettings,
    isFiltered: computed(() => text.value !== '' || asked.value.folderId !== null || isAlbum(asked.value)),
    setSort: (part: Partial<PhotoSort>): void => change({ sort: { ...asked.value.sort, ...part } }),
    /** Sorts by a field in its usual order, or in reverse if it is already sorted by it. */
    sortBy: (by: PhotoSort['by'], usual: PhotoSort['order']): void => {
      const { sort } = asked.value
      const order = sort.by !== by ? usual : sort.order === 'asc' ? 'desc' : 'asc'
      change({ sort: { by, order } })
    },
    clear: (): void => change({ text: '', folderId: null, albumId: null }),
    /** Replaces the query in one step. */
    ask: ({ text: next, folderId, sort }: Asked): void => change({ text: next, folderId, albumId: null, sort }),
  }
})

const isAlbum = ({ albumId = null }: Asked): boolean => albumId !== null

function filterOf({ text, folderId, albumId = null }: Asked): PhotoFilter {
  return {
    ...(text === '' ? {} : { text }),
    ...(folderId === null ? {} : { folderId }),
    ...(albumId === null ? {} : { albumId }),
  }
}

/**
 * The state with its steps: changes that Back undoes together have the same number. Typing continues the step that it
 * began.
 */
function useSteps() {
  const asked = shallowRef<Asked>(everything)
  const step = ref(0)
  const isTyping = ref(false)

  const orderOf = (text = asked.value.text) => ({ sort: orderFor(asked.value, text) })
  const change = (part: Partial<Asked>): void => {
    isTyping.value = false
    step.value += 1
    asked.value = withOrder({ ...asked.value, ...orderOf(part.text), ...part })
  }
  /** Takes the text typed so far. */
  const type = (text: string): void => {
    if (!isTyping.value) step.value += 1
    isTyping.value = true
    asked.value = { ...asked.value, ...orderOf(text), text }
  }
  const endTyping = (): void => {
    isTyping.value = false
  }
  /** Goes to the state of an address; no new step, since the address has it already. */
  const restore = (next: Asked): void => {
    isTyping.value = false
    asked.value = next
  }
  return { asked, step, isTyping, change, type, endTyping, restore }
}

/** Changes of the text by terms. */
function useTextEdits(asked: { readonly value: Asked }, change: (part: Partial<Asked>) => void) {
  const text = () => asked.value.text
  const edit = (next: string): void => change({ text: next })
  const hasTerm = (term: SearchNode): boolean => parse(text()).terms.some((each) => isSameNode(each, term))
  return {
    edit,
    /** Shows what a text finds in the entire library. */
    show: (next: string): void => change({ text: next, folderId: null, albumId: null }),
    /** Shows a folder; the searched text stays. */
    chooseFolder: (folderId: FolderId | null, next = text()): void => change({ folderId, albumId: null, text: next }),
    /** Shows an album in its own order; the searched text stays. */
    chooseAlbum: (albumId: AlbumId | null, next = text()): void =>
      change({
        albumId,
        folderId: null,
        text: next,
        ...(albumId === null ? {} : { sort: { by: 'album', order: 'asc' } }),
      }),
    hasTerm,
    /** Narrows the search by a term, unless it has the term already. */
    addTerm: (term: SearchNode): void => edit(addTerm(text(), term)),
    toggleTerm: (term: SearchNode): void => edit(hasTerm(term) ? removeTerm(text(), term) : addTerm(text(), term)),
    /** Whether one value is among those of its field. */
    hasValue: (name: string, value: string, among?: readonly string[]): boolean =>
      findTerm(text(), name, among)?.values.includes(value) ?? false,
    toggleValue: (name: string, value: string, choice?: ValueChoice): void =>
      edit(toggleValue(text(), name, value, choice)),
    /** Makes a term the only one of its field, or removes it if it already is. */
    toggleField: (term: FieldNode): void => edit(setField(text(), term.field, hasTerm(term) ? null : term)),
    setField: (name: string, term: FieldNode | null): void => edit(setField(text(), name, term)),
  }
}

function useWithSettings() {
  const settings = useSettings()
  const namesTag = ({ text = '' }: PhotoFilter) =>
    leavesOf(parse(text).terms).some((leaf) => leaf.type === 'field' && leaf.field === 'tag')
  return (part: PhotoFilter): PhotoFilter => ({
    ...part,
    ...(namesTag(part) ? { minConfidence: settings.settings.minConfidence } : {}),
  })
}
