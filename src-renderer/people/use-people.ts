import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type {
  FaceGroup,
  FaceRef,
  FacesOf,
  PeopleState,
  Person,
  ShownFace,
  SuggestedFace,
} from '../../src-main/contract/library/people.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { t } from '../locales/messages.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useToasts } from '../client/use-toasts.ts'

const GROUPS = 12
const FACES = 60
/** Suggestions loaded at a time. */
const ASKED = 40

const unknown: PeopleState = {
  isOn: false,
  hasModel: true,
  faces: 0,
  toAnalyse: 0,
  toGroup: 0,
  isGrouping: false,
  grouped: 0,
  writesNames: false,
}

/** The people on photos, as far as they are loaded, and a person's changes of faces. */
export const usePeople = defineStore('people', () => {
  const { library } = useClient()
  const loads = useLoads()
  const state = shallowRef(unknown)
  const people = shallowRef<readonly Person[]>([])
  const lists = useLists()
  const opened = useOpenedFaces()
  const isOpen = ref(false)
  const isLoaded = ref(false)
  const problem = ref('')

  const load = async (): Promise<void> => {
    state.value = await library.people.state()
  }
  const reload = async (): Promise<void> => {
    try {
      await load()
      people.value = await library.people.list()
      await Promise.all([lists.reload(), opened.reload()])
      problem.value = ''
    } catch (error) {
      problem.value = describeError(error)
    }
    isLoaded.value = true
  }
  /** Something changed: what is on the screen is loaded again. */
  const follow = (): Promise<void> => (isOpen.value ? reload() : load().then(() => lists.countSuggestions(state.value)))
  const open = (): Promise<void> => {
    isOpen.value = true
    return reload()
  }
  const close = (): void => {
    isOpen.value = isLoaded.value = false
  }
  /** Names for completion, even if the page is not open. */
  const loadNames = async (): Promise<void> => {
    if (people.value.length === 0) people.value = (await loads.ask(() => library.people.list())) ?? []
  }
  const about = { state, people, isOpen, isLoaded, problem, load, reload, follow, open, close, loadNames }
  return { ...about, ...lists, ...opened, ...useFaceChanges(), setOn: useSwitch(state), setWriting: useWriting(state) }
})

/** Groups without a name, and faces with a suggested person. */
function useLists() {
  const { library } = useClient()
  const groups = shallowRef<readonly FaceGroup[]>([])
  const groupCount = ref(0)
  const suggestions = shallowRef<readonly SuggestedFace[]>([])
  const suggestionCount = ref(0)
  const readGroups = async (limit: number): Promise<void> => {
    const page = await library.people.groups({ limit })
    groups.value = page.groups
    groupCount.value = page.total
  }
  const reload = async (): Promise<void> => {
    await readGroups(Math.max(GROUPS, groups.value.length))
    const page = await library.people.suggestions({ limit: ASKED })
    suggestions.value = page.faces
    suggestionCount.value = page.total
  }
  /** The number of suggestions, without the faces: the side bar always shows it. */
  const countSuggestions = async ({ isGrouping }: PeopleState): Promise<void> => {
    if (isGrouping) return // The library reports it twice a second, and again at the end.
    suggestionCount.value = (await library.people.suggestions({ limit: 1 })).total
  }
  const moreGroups = (): Promise<void> => readGroups(groups.value.length + GROUPS)
  /** An answered face leaves the list before the library has reported it. */
  const takeOff = (answered: SuggestedFace): void => {
    suggestions.value = suggestions.value.filter((each) => each !== answered)
    suggestionCount.value = Math.max(0, suggestionCount.value - 1)
  }
  return { groups, groupCount, suggestions, suggestionCount, reload, countSuggestions, moreGroups, takeOff }
}

/** The faces of one person, or the ignored ones. */
function useOpenedFaces() {
  const { library } = useClient()
  const loads = useLoads()
  const faces = shallowRef<readonly ShownFace[]>([])
  const faceCount = ref(0)
  let of: FacesOf | null = null
  const read = async (limit: number): Promise<void> => {
    const wanted = of
    const page = wanted === null ? { total: 0, faces: [] } : await library.people.faces({ of: wanted, limit })
    if (of !== wanted) return
    faces.value = page.faces
    faceCount.value = page.total
  }
  const showFaces = async (next: FacesOf | null): Promise<void> => {
    of = next
    faces.value = []
    faceCount.value = 0
    await readOfKnown(FACES)
  }
  /** A person who was renamed or merged does not exist any more. */
  const readOfKnown = (limit: number): Promise<void> => loads.ask(() => read(limit), ['bad-params'])
  const reload = (): Promise<void> => readOfKnown(Math.max(FACES, faces.value.length))
  const moreFaces = (): Promise<void> => read(faces.value.length + FACES)
  return { faces, faceCount, showFaces, moreFaces, reload }
}

const refsOf = (faces: readonly FaceRef[]): FaceRef[] => faces.map(({ photoId, key }) => ({ photoId, key }))

/** A person's changes of faces and people; each can be undone. */
function useFaceChanges() {
  const { library } = useClient()
  const changes = usePersonChanges()
  const toasts = useToasts()
  const make = (run: () => Promise<ChangeResult>, showsNotice = true): Promise<boolean> =>
    toasts.attempt(t('people.notSaved'), async () => {
      const result = await run()
      if (showsNotice && result.changeId !== null) changes.tellDone(result)
    })
  return {
    nameFaces: (faces: readonly FaceRef[], name: string, showsNotice = true) =>
      make(() => library.people.name({ faces: refsOf(faces), name }), showsNotice),
    nameGroup: (id: number, name: string) => make(() => library.people.nameGroup({ id, name })),
    refuse: (faces: readonly FaceRef[], name: string) =>
      make(() => library.people.refuse({ faces: refsOf(faces), name }), false),
    release: (faces: readonly FaceRef[], name: string) =>
      make(() => library.people.release({ faces: refsOf(faces), name })),
    ignore: (faces: readonly FaceRef[], isIgnored: boolean, showsNotice = true) =>
      make(() => library.people.ignore({ faces: refsOf(faces), isIgnored }), showsNotice),
    ignoreGroup: (id: number) => make(() => library.people.ignoreGroup({ id })),
    merge: (names: readonly string[], into: string) => make(() => library.people.merge({ names: [...names], into })),
    rename: (name: string, next: string) => make(() => library.people.rename({ name, next })),
    remove: (name: string) => make(() => library.people.remove({ name })),
    setPerson: (name: string, wanted: { neverSuggest?: boolean; isPrivate?: boolean }) =>
      make(() => library.people.set({ name, ...wanted })),
  }
}

/** Whether people are recognised. */
function useSwitch(state: { value: PeopleState }) {
  const { library } = useClient()
  const toasts = useToasts()
  return (isOn: boolean): Promise<boolean> =>
    toasts.attempt(t('people.notSaved'), async () => {
      state.value = await library.people.setOn({ isOn })
    })
}

/** Whether names are written with other metadata. */
function useWriting(state: { value: PeopleState }) {
  const { library } = useClient()
  const toasts = useToasts()
  return (isOn: boolean): Promise<boolean> =>
    toasts.attempt(t('people.notSaved'), async () => {
      state.value = await library.people.setWriting({ isOn })
    })
}
