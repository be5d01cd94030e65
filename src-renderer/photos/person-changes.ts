import { translateSentence } from '../locales/translate-sentence.ts'
import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { FinishedChoice } from '../../src-main/contract/library/finished-choice.ts'
import type { ChangeId, ChangeResult } from '../../src-main/contract/library/history.ts'
import type { Brush, SuggestionVerdict } from '../../src-main/contract/library/keywords.ts'
import type { PickFlag, SensitivityJudgement, RotateTurn } from '../../src-main/contract/library/photo.ts'
import type { PhotoCrop } from '../../src-main/contract/library/photo-crop.ts'
import type { OtherFrames } from '../../src-main/contract/library/stacks.ts'
import { MAX_IDS, type FolderId, type PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { type Marks, usePhotoPages } from './photo-pages.ts'
import { useQuery } from './query.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useStacks } from '../stacks/use-stacks.ts'
import { useToasts } from '../client/use-toasts.ts'

/** A change of more photos than this shows a notice, since not all of them are visible. */
const MAX_SILENT = 100

/** Calls that are not a person's change take a limited number of ids; more are sent in several calls. */
async function inBatches(ids: readonly PhotoId[], run: (batch: PhotoId[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += MAX_IDS) await run(ids.slice(from, from + MAX_IDS))
}

/** Everything that a person does to photos. Nothing is reloaded here: the library's event refreshes what is visible. */
export const usePersonChanges = defineStore('person-changes', () => {
  const { library, shell } = useClient()
  const { change, tellDone, made, undo, redo, goBack } = useReversible()

  const marks = useMarks(change)
  const addTag = (ids: readonly PhotoId[], name: string) =>
    change(t('photos.tagNotAdded'), () => library.photos.addTag({ ids: [...ids], name }), 1)
  const removeTag = (ids: readonly PhotoId[], name: string) =>
    change(t('photos.tagNotRemoved'), () => library.photos.removeTag({ ids: [...ids], name }))

  /** Rotates photos; their files do not change. */
  const rotate = (ids: readonly PhotoId[], turn: RotateTurn) =>
    change(t('photos.notTurned'), () => library.photos.rotate({ ids: [...ids], turn }))

  /** Shows a part of a photo, given on the upright photo; null shows all of it. The file does not change. */
  const crop = (id: PhotoId, part: PhotoCrop | null) =>
    change(t('photos.notCropped'), () => library.photos.crop({ id, crop: part }))

  /** Sets where a missing photo's file is, by dialog or by a path; rejects with the reason. */
  const setPhotoFile = async (photoId: PhotoId, path?: string): Promise<void> => {
    const result = await shell.setPhotoFile(path === undefined ? { photoId } : { photoId, path })
    if (result) tellDone(result)
  }
  /** Chooses the file of a photo; null if none of the candidates is. */
  const answer = (photoId: PhotoId, candidateId: PhotoId | null) =>
    change(t('decisions.notDecided'), () => library.questions.answer({ photoId, candidateId }), -1)
  const removeMissing = (ids: readonly PhotoId[]) =>
    change(t('photos.missingNotRemoved'), () => library.photos.removeMissing({ ids: [...ids] }), -1)
  /** Gives the photos of a finished choice albums, labels and stars: one change. */
  const finishChoice = (given: FinishedChoice['groups']) =>
    change(t('cull.notFinished'), () => library.albums.finishChoice({ groups: given }), 0)
  const removeFolder = (id: FolderId) => change(t('photos.folderNotRemoved'), () => library.folders.remove({ id }), -1)

  const ofPhotos = {
    ...marks,
    ...useHidingMarks(change),
    ...useStackChanges(change),
    ...useKeywordMarks(change),
    rotate,
    crop,
    addTag,
    removeTag,
    ...useAnalyses(),
    removeMissing,
  }
  return { ...ofPhotos, setPhotoFile, answer, finishChoice, removeFolder, made, undo, redo, goBack, tellDone }
})

/** Flags, stars and labels: shown at once, and restored if they could not be saved. */
function useMarks(change: (title: string, run: () => Promise<ChangeResult>) => Promise<boolean>) {
  const { library } = useClient()
  const pages = usePhotoPages()
  const mark = (ids: readonly PhotoId[], marks: Marks, title: string, run: () => Promise<ChangeResult>) => {
    const changed = new Set(ids)
    return pages.expected.during(changed, marks, () => change(title, run))
  }

  const rate = (ids: readonly PhotoId[], rating: number) =>
    mark(ids, { rating }, t('photos.ratingNotSaved'), () => library.photos.rate({ ids: [...ids], rating }))
  /** Picks photos (1), rejects them (-1), or removes their flag (0). */
  const flag = (ids: readonly PhotoId[], pick: PickFlag) =>
    mark(ids, { pick }, t('photos.flagNotSaved'), () => library.photos.setPick({ ids: [...ids], pick }))
  /** Gives photos a label, such as `Red`; the empty one removes it. */
  const setLabel = (ids: readonly PhotoId[], label: string) =>
    mark(ids, { label }, t('photos.labelNotSaved'), () => library.photos.setLabel({ ids: [...ids], label }))
  /** Sets when photos were taken, in wall-clock time; null restores what their files say. */
  const setTakenAt = (ids: readonly PhotoId[], takenAt: string | null) =>
    change(t('photos.dateNotSaved'), () => library.photos.setTakenAt({ ids: [...ids], takenAt }))
  return { rate, flag, setLabel, setTakenAt }
}

/**
 * Flags, stars and labels for photos of the list. Those of a folded stack are given to the photo that is shown or, as
 * the settings say, to all photos of the stack that the list contains. `isListed` is whether the list is that of the
 * search, the only one with folded stacks.
 */
export function useListMarks(isListed: () => boolean) {
  const changes = usePersonChanges()
  const settings = useSettings()
  const framesInList = useFramesInList(isListed)
  const rejectTops = useRejectTops(framesInList, isListed)

  const marksAll = (): boolean => settings.settings.stackMarks === 'all'
  const mark = async (ids: readonly PhotoId[], run: (ids: readonly PhotoId[]) => Promise<boolean>): Promise<boolean> =>
    marksAll() ? run(await framesInList(ids)) : run(ids)
  return {
    flag: (ids: readonly PhotoId[], pick: PickFlag): Promise<boolean> =>
      pick === -1 && !marksAll() ? rejectTops(ids) : mark(ids, (all) => changes.flag(all, pick)),
    rate: (ids: readonly PhotoId[], rating: number): Promise<boolean> => mark(ids, (all) => changes.rate(all, rating)),
    setLabel: (ids: readonly PhotoId[], label: string): Promise<boolean> =>
      mark(ids, (all) => changes.setLabel(all, label)),
  }
}

type FramesInList = (ids: readonly PhotoId[]) => Promise<readonly PhotoId[]>

/** These photos with those behind them in folded stacks, as far as the list contains them. */
function useFramesInList(isListed: () => boolean): FramesInList {
  const { library } = useClient()
  const stacks = useStacks(),
    query = useQuery()
  return async (ids) => {
    const { stacks: folded } = stacks.asked
    if (folded === undefined || !isListed()) return ids
    const list = { filter: query.effective.filter, stacks: folded }
    const found: PhotoId[] = []
    for (let from = 0; from < ids.length; from += MAX_IDS)
      found.push(...(await library.stacks.frames({ ids: ids.slice(from, from + MAX_IDS), list })))
    return found
  }
}

/** Rejects photos, and says so if another frame takes the place of one in a folded list. */
function useRejectTops(
  framesInList: FramesInList,
  isListed: () => boolean,
): (ids: readonly PhotoId[]) => Promise<boolean> {
  const changes = usePersonChanges()
  const pages = usePhotoPages(),
    stacks = useStacks(),
    toasts = useToasts()
  const foldedTiles = () => {
    if (!stacks.isFolded || !isListed()) return []
    return [...pages.pages.values()]
      .flat()
      .flatMap(({ id, stack, frames }) =>
        stack === undefined || frames === undefined || stacks.isOpen(stack) ? [] : [{ id, stack }],
      )
  }
  return async (ids) => {
    const rejected = new Set(ids)
    const tops = new Map(foldedTiles().flatMap(({ id, stack }) => (rejected.has(id) ? [[stack, id]] : [])))
    const isDone = await changes.flag(ids, -1)
    if (!isDone || tops.size === 0) return isDone
    await pages.refresh()
    const next = foldedTiles().flatMap(({ id, stack }) => (tops.has(stack) && tops.get(stack) !== id ? [id] : []))
    if (next.length > 0)
      toasts.show({
        kind: 'info',
        title: t('stacks.uncovered', { count: next.length }),
        detail: t('stacks.uncoveredDetail'),
        action: {
          label: t('stacks.rejectWhole'),
          run: () => void framesInList(next).then((all) => changes.flag(all, -1)),
        },
        about: 'stack',
      })
    return isDone
  }
}

/** Makes changes that can be undone, and undoes them. */
function useReversible() {
  const { history } = useClient().library
  const toasts = useToasts()
  /** Number of changes made in this window. */
  const made = ref(0)

  /** Shows what was done, with Undo beside it. */
  const tell = ({ changeId, sentence }: ChangeResult, label: string, back: (id: ChangeId) => unknown): void => {
    const action = changeId === null ? {} : { action: { label, run: () => void back(changeId) } }
    toasts.show({ kind: 'info', title: translateSentence(sentence), detail: '', ...action, about: 'change' })
  }
  const named = (id: ChangeId | undefined) => (id === undefined ? {} : { id })
  const undo = (id?: ChangeId): Promise<boolean> =>
    toasts.attempt(t('photos.notUndone'), async () => tell(await history.undo(named(id)), t('photos.redo'), redo))
  const redo = (id?: ChangeId): Promise<boolean> =>
    toasts.attempt(t('photos.notRedone'), async () => tell(await history.redo(named(id)), t('photos.undo'), undo))
  /** Undoes all that was done after a change; one undo takes it back. */
  const goBack = (id: ChangeId): Promise<boolean> =>
    toasts.attempt(t('history.notGoneBack'), async () => tellDone(await history.goBack({ id })))
  const tellDone = (result: ChangeResult): void => tell(result, t('photos.undo'), undo)

  /** Makes a change. A large one, or one of more photos than `maxSilent`, shows a notice with Undo. */
  const change = (title: string, run: () => Promise<ChangeResult>, maxSilent = MAX_SILENT): Promise<boolean> =>
    toasts.attempt(title, async () => {
      made.value += 1
      const result = await run()
      if (result.changeId !== null && result.count > maxSilent) tellDone(result)
    })

  return { change, tellDone, made, undo, redo, goBack }
}

/** Analyses photos again. */
function useAnalyses() {
  const { library } = useClient()
  const toasts = useToasts()
  const analyse = async (ids: readonly PhotoId[], how: { failedOnly: boolean; count: number }): Promise<void> => {
    const isDone = await toasts.attempt(t('photos.analysisNotStarted'), () =>
      inBatches(ids, (batch) => library.photos.reanalyse({ ids: batch, failedOnly: how.failedOnly })),
    )
    if (isDone) toasts.say(t('photos.willAnalyse', { count: how.count }))
  }
  const reanalyse = (ids: readonly PhotoId[]) => analyse(ids, { failedOnly: false, count: ids.length })
  /** Retries the failed steps of some photos; `count` is how many of the photos failed. */
  const retryAnalysis = (ids: readonly PhotoId[], count: number) => analyse(ids, { failedOnly: true, count })
  return { reanalyse, retryAnalysis }
}

type Change = (title: string, run: () => Promise<ChangeResult>, maxSilent?: number) => Promise<boolean>

/** Marks that may take photos out of the view; each shows a notice with Undo. */
function useHidingMarks(change: Change) {
  const { library } = useClient()
  /** Sets whether photos are sensitive; null leaves it to the analysis. */
  const judge = (ids: readonly PhotoId[], judgement: SensitivityJudgement | null) =>
    change(t('photos.notMarked'), () => library.photos.setSensitivity({ ids: [...ids], judgement }), 0)
  const setPrivate = (ids: readonly PhotoId[], isPrivate: boolean) =>
    change(t('photos.notMarked'), () => library.photos.setPrivate({ ids: [...ids], isPrivate }), 0)
  /** Marks photos as private, or removes the mark if all of them have it. */
  const togglePrivate = (ids: readonly PhotoId[]) =>
    change(
      t('photos.notMarked'),
      async () => {
        const tiles = await library.photos.tiles({ ids: ids.slice(0, MAX_IDS) })
        return library.photos.setPrivate({ ids: [...ids], isPrivate: !tiles.every(({ isPrivate }) => isPrivate) })
      },
      0,
    )
  return { judge, setPrivate, togglePrivate }
}

/** Frames that a person chose, and all that they were shown. */
type Review = { answered: readonly PhotoId[]; reviewed: readonly PhotoId[] }

/** A person's changes of stacks. They move photos in the list, so each shows a notice with Undo. */
function useStackChanges(change: Change) {
  const { stacks } = useClient().library
  const join = (ids: readonly PhotoId[]) => change(t('stacks.notStacked'), () => stacks.join({ ids: [...ids] }), 0)
  const takeOut = (ids: readonly PhotoId[]) =>
    change(t('stacks.notTakenOut'), () => stacks.takeOut({ ids: [...ids] }), 0)
  const unstack = (ids: readonly PhotoId[]) =>
    change(t('stacks.notTakenApart'), () => stacks.unstack({ ids: [...ids] }), 0)
  const split = (id: PhotoId) => change(t('stacks.notSplit'), () => stacks.split({ id }), 0)
  const release = (ids: readonly PhotoId[]) =>
    change(t('stacks.notReleased'), () => stacks.release({ ids: [...ids] }), 0)
  const putOnTop = (id: PhotoId) => change(t('stacks.notOnTop'), () => stacks.putOnTop({ id }))
  const acceptSuggested = (ids: readonly PhotoId[]) =>
    change(t('stacks.notOnTop'), () => stacks.acceptSuggested({ ids: [...ids] }), 0)
  /** Decides the bursts of these frames, some of which a person answered; the others are rejected, or only folded. */
  const takeBest = (ids: readonly PhotoId[], rest: OtherFrames, { answered, reviewed }: Review) =>
    change(
      t('stacks.notTaken'),
      () => stacks.takeBest({ ids: [...ids], rest, answered: [...answered], reviewed: [...reviewed] }),
      0,
    )
  return { stack: { join, takeOut, unstack, split, release, putOnTop, acceptSuggested, takeBest } }
}

/** Keywords given by key, by the painter, and from suggestions. */
function useKeywordMarks(change: Change) {
  const { keywords } = useClient().library
  const toasts = useToasts()

  /** Gives photos a keyword, or removes it if all of them have it; returns which. */
  const toggleKeyword = (ids: readonly PhotoId[], name: string) =>
    change(t('keywords.notGiven'), async () => {
      const result = await keywords.toggle({ ids: [...ids], name })
      toasts.say(t(result.isGiven ? 'keywords.given' : 'keywords.takenOff', { name }))
      return result
    })
  /** Accepts a suggestion, which becomes a keyword, or rejects it permanently. */
  const judgeSuggestion = (ids: readonly PhotoId[], name: string, verdict: SuggestionVerdict) =>
    change(t('keywords.notJudged'), () => keywords.judge({ ids: [...ids], name, verdict }))
  return { toggleKeyword, judgeSuggestion, paint: usePaint(change) }
}

/** A stroke of the painter: its stars, flag and label are shown at once. */
function usePaint(change: Change) {
  const { keywords } = useClient().library
  const pages = usePhotoPages()
  return (ids: readonly PhotoId[], brush: Brush, isErasing: boolean): Promise<boolean> => {
    const { keywords: _names, ...given } = brush
    const none = { rating: 0, label: '', pick: 0 as const }
    const marks = isErasing ? Object.fromEntries(Object.entries(none).filter(([mark]) => mark in given)) : given
    const changed = new Set(ids)
    return pages.expected.during(changed, marks, () =>
      change(t('keywords.notPainted'), () => keywords.paint({ ids: [...ids], brush, isErasing })),
    )
  }
}
