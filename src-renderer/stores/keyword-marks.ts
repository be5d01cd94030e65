import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { Brush, SuggestionVerdict } from '../../src-main/contract/library/keywords.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { useExpectedMarks } from './expected-marks.ts'
import { usePhotoPages } from './photo-pages.ts'
import { useShowMarks } from './show-marks.ts'
import { useToasts } from './toasts.ts'

type Change = (title: string, run: () => Promise<ChangeResult>, mostUnsaid?: number) => Promise<boolean>

/** Keywords that photos get by key, by the painter, and from suggestions. */
export function useKeywordMarks(change: Change) {
  const { keywords } = useClient().library
  const toasts = useToasts()

  /** Gives photos a keyword, or takes it off where all of them carry it; says which. */
  const toggleKeyword = (ids: readonly PhotoId[], name: string) =>
    change(t('keywords.notGiven'), async () => {
      const result = await keywords.toggle({ ids: [...ids], name })
      toasts.say(t(result.isGiven ? 'keywords.given' : 'keywords.takenOff', { name }))
      return result
    })
  /** Accepts a suggestion, which photos then carry, or rejects it for good. */
  const judgeSuggestion = (ids: readonly PhotoId[], name: string, verdict: SuggestionVerdict) =>
    change(t('keywords.notJudged'), () => keywords.judge({ ids: [...ids], name, verdict }))
  return { toggleKeyword, judgeSuggestion, paint: usePaint(change) }
}

/** A stroke: its stars, flag and label are shown at once. */
function usePaint(change: Change) {
  const { keywords } = useClient().library
  const expected = useExpectedMarks(),
    show = useShowMarks(),
    pages = usePhotoPages()
  return (ids: readonly PhotoId[], brush: Brush, isErasing: boolean): Promise<boolean> => {
    const { keywords: _names, ...given } = brush
    const none = { rating: 0, label: '', pick: 0 as const }
    const marks = isErasing ? Object.fromEntries(Object.entries(none).filter(([mark]) => mark in given)) : given
    const changed = new Set(ids)
    show(changed, marks)
    return expected.during(changed, marks, async () => {
      const isDone = await change(t('keywords.notPainted'), () => keywords.paint({ ids: [...ids], brush, isErasing }))
      if (!isDone) void pages.refresh()
      return isDone
    })
  }
}
