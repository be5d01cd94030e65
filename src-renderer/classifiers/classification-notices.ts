import { t } from '../locales/messages.ts'
import type { CustomClassifier } from '../../src-main/contract/library/custom-classifiers.ts'
import { countPhotos } from '../words/wording.ts'
import type { NewToast } from '../client/use-toasts.ts'

type Awaited = { name: string; show: () => void }

/** Tells a person once that a classifier which they trained has suggestions, after it was applied to all photos. */
export class ClassificationNotices {
  readonly #awaited = new Map<string, Awaited>()
  readonly #show: (notice: NewToast) => void

  constructor(show: (notice: NewToast) => void) {
    this.#show = show
  }

  /** Expects the result of a classifier; `show` displays what it suggests. */
  expect({ id, classes }: CustomClassifier, show: () => void): void {
    this.#awaited.set(id, { name: classes[0]?.name ?? id, show })
  }

  /** Shows a notice for each expected classifier that has been applied. */
  update(classifiers: readonly CustomClassifier[]): void {
    for (const classifier of classifiers) if (classifier.applying === null) this.#tell(classifier)
  }

  #tell({ id, classes }: CustomClassifier): void {
    const awaited = this.#awaited.get(id)
    if (!awaited) return
    this.#awaited.delete(id)
    const examples = classes.reduce((sum, { positives }) => sum + positives, 0)
    this.#show({
      kind: 'info',
      title: t('learned.ready', { name: awaited.name }),
      detail: t('learned.readyText', { photos: countPhotos(examples) }),
      action: { label: t('learned.review'), run: awaited.show },
    })
  }
}
