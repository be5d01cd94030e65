import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CustomClassifier } from '../../src-main/contract/library/custom-classifiers.ts'
import { useClient } from '../client/use-client.ts'
import { countPhotos } from '../words/wording.ts'
import { useToasts } from './toasts.ts'

/** The tags this library learned from a person's photos, and what they are doing. */
export const useCustomClassifiers = defineStore('learned-tags', () => {
  const { library } = useClient()
  const toasts = useToasts()
  const list = shallowRef<readonly CustomClassifier[]>([])
  /** What a person waits for: told once the tag was looked for in all photos. */
  const awaited = new Map<string, { name: string; show: () => void }>()

  const tell = ({ id, photos, classes }: CustomClassifier): void => {
    const wanted = awaited.get(id)
    if (!wanted) return
    awaited.delete(id)
    const examples = classes.reduce((sum, { positives }) => sum + positives, 0)
    toasts.show({
      kind: 'info',
      title: `“${wanted.name}”: ${countPhotos(photos)} found`,
      detail: `Learned from ${countPhotos(examples)}.`,
      action: { label: 'Show', run: wanted.show },
    })
  }
  const accept = (next: readonly CustomClassifier[]): void => {
    list.value = next
    for (const tagger of next) if (tagger.applying === null) tell(tagger)
  }
  const load = async (): Promise<void> => accept(await library.taggers.list())

  /** Its events may have come before the answer; then the answer is the older one. */
  const follow = (answer: CustomClassifier, show: () => void): void => {
    const known = list.value.find(({ id }) => id === answer.id)
    awaited.set(answer.id, { name: answer.classes[0]?.name ?? answer.id, show })
    const isOlder = known !== undefined && known.version === answer.version && known.updatedMs === answer.updatedMs
    if (isOlder) accept(list.value)
    else accept([...list.value.filter(({ id }) => id !== answer.id), answer].sort((a, b) => (a.id < b.id ? -1 : 1)))
  }
  const taughtBy = (name: string): CustomClassifier | undefined =>
    list.value.find(
      ({ kind, classes }) =>
        kind === 'tagger' && classes.some((taught) => taught.name.toLowerCase() === name.toLowerCase()),
    )

  /** Learns a tag, or adds the examples where it was learned before. */
  const learn = (
    lesson: { name: string; positives: number[]; negatives: number[] },
    show: () => void,
  ): Promise<boolean> =>
    toasts.attempt(`“${lesson.name}” not learned`, async () => {
      const known = taughtBy(lesson.name)
      follow(
        known ? await library.taggers.addExamples({ id: known.id, ...lesson }) : await library.taggers.learn(lesson),
        show,
      )
    })
  const retrain = (id: string, show: () => void): Promise<boolean> =>
    toasts.attempt('Tag not learned again', async () => follow(await library.taggers.retrain({ id }), show))
  const remove = (id: string): Promise<boolean> =>
    toasts.attempt('Learned tag not deleted', () => library.taggers.remove({ id }))

  return { list, load, accept, taughtBy, learn, retrain, remove }
})
