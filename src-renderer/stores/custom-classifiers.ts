import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CustomClassifier } from '../../src-main/contract/library/custom-classifiers.ts'
import { useClient } from '../client/use-client.ts'
import { ClassificationNotices } from './classification-notices.ts'
import { useToasts } from './toasts.ts'

/** Photos that have a tag, and photos that do not, to train a classifier with. */
export type TrainingExamples = { name: string; positives: number[]; negatives: number[] }

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
  const follow = (reply: CustomClassifier, show: () => void): void => {
    const known = list.value.find(({ id }) => id === reply.id)
    notices.expect(reply, show)
    const isOlder = known !== undefined && known.version === reply.version && known.updatedMs === reply.updatedMs
    accept(isOlder ? list.value : withClassifier(list.value, reply))
  }
  /** Trains a classifier for a tag, or adds the examples to the one that exists. */
  const train = (examples: TrainingExamples, show: () => void): Promise<boolean> =>
    toasts.attempt(`“${examples.name}” not learned`, async () => {
      const known = findByTag(examples.name)
      const reply = known
        ? await library.classifiers.addExamples({ id: known.id, ...examples })
        : await library.classifiers.train(examples)
      follow(reply, show)
    })
  const retrain = (id: string, show: () => void): Promise<boolean> =>
    toasts.attempt('Tag not learned again', async () => follow(await library.classifiers.retrain({ id }), show))
  const remove = (id: string): Promise<boolean> =>
    toasts.attempt('Learned tag not deleted', () => library.classifiers.remove({ id }))

  return { list, load, accept, findByTag, train, retrain, remove }
})

/** The list with one classifier added or replaced, in order of id. */
function withClassifier(list: readonly CustomClassifier[], one: CustomClassifier): CustomClassifier[] {
  return [...list.filter(({ id }) => id !== one.id), one].sort((a, b) => (a.id < b.id ? -1 : 1))
}
