import { t } from '../locales/messages.ts'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CustomClassifier } from '../../src-main/contract/library/custom-classifiers.ts'
import { useClient } from '../client/use-client.ts'
import { ClassificationNotices } from './classification-notices.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useToasts } from '../client/use-toasts.ts'

/** Photos that have a tag, and photos that do not, to train a classifier on. */
export type TrainingExamples = { name: string; positives: number[]; negatives: number[] }

/** Photos that show a category. */
export type CategoryExamples = { name: string; positives: number[] }

/** The classifiers trained from a person's photos, and their progress. */
export const useCustomClassifiers = defineStore('custom-classifiers', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const list = shallowRef<readonly CustomClassifier[]>([])
  const notices = new ClassificationNotices(toasts.show)

  const accept = (next: readonly CustomClassifier[]): void => {
    list.value = next
    notices.update(next)
  }
  const load = async (): Promise<void> => accept(await library.classifiers.list())
  const findByTag = (name: string): CustomClassifier | undefined =>
    list.value.find(
      ({ kind, classes }) => kind === 'tagger' && classes.some((one) => one.name.toLowerCase() === name.toLowerCase()),
    )

  /** Events about a classifier may arrive before the reply that names it; then the reply is the older of the two. */
  const follow = (reply: CustomClassifier, show: (() => void) | null): void => {
    const known = list.value.find(({ id }) => id === reply.id)
    if (show !== null) notices.expect(reply, show)
    const isOlder = known !== undefined && known.version === reply.version && known.updatedMs === reply.updatedMs
    accept(isOlder ? list.value : withClassifier(list.value, reply))
  }
  /** Trains a classifier for a tag, or adds the examples to an existing one. */
  const train = (examples: TrainingExamples, show: () => void): Promise<boolean> =>
    toasts.attempt(t('learned.notLearned', { name: examples.name }), async () => {
      const known = findByTag(examples.name)
      const reply = known
        ? await library.classifiers.addExamples({ id: known.id, ...examples })
        : await library.classifiers.train(examples)
      follow(reply, show)
    })
  /** Trains again; the caller follows the result. */
  const retrain = (id: string): Promise<boolean> =>
    toasts.attempt(t('learned.notLearnedAgain'), async () => follow(await library.classifiers.retrain({ id }), null))
  const trainCategorizer = (name: string, categories: CategoryExamples[]): Promise<boolean> =>
    toasts.attempt(t('learned.notLearned', { name }), async () =>
      follow(await library.classifiers.trainCategorizer({ name, categories }), null),
    )
  const remove = (id: string): Promise<boolean> =>
    toasts.attempt(t('learned.learnedNotDeleted'), () => library.classifiers.remove({ id }))

  const training = { train, trainCategorizer, retrain, remove }
  return { list, load, accept, findByTag, ...training, ...useSuggestionChanges() }
})

/** A person's decisions about all suggestions of a classifier. */
function useSuggestionChanges() {
  const { library } = useClient()
  const toasts = useToasts(),
    changes = usePersonChanges()
  const setCertainty = (id: string, certainty: number): Promise<boolean> =>
    toasts.attempt(t('learned.notSaved'), () => library.classifiers.setCertainty({ id, certainty }))
  const markSeen = (id: string): Promise<boolean> =>
    toasts.attempt(t('learned.notSaved'), () => library.classifiers.markSeen({ id }))
  /** Accepts all suggestions of at least this certainty, and shows a notice with Undo. */
  const acceptAbove = (id: string, certainty: number): Promise<boolean> =>
    toasts.attempt(t('learned.notAccepted'), async () =>
      changes.tellDone(await library.classifiers.acceptAbove({ id, certainty })),
    )
  return { setCertainty, markSeen, acceptAbove }
}

/** The list with one classifier added or replaced, ordered by id. */
function withClassifier(list: readonly CustomClassifier[], one: CustomClassifier): CustomClassifier[] {
  return [...list.filter(({ id }) => id !== one.id), one].sort((a, b) => (a.id < b.id ? -1 : 1))
}
