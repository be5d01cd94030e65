import { onTestFinished } from 'vitest'
import { openServiceStore } from '../../../src-main/service/store/sqlite/open-service-store.ts'
import { ClassifierService } from '../../../src-main/service/classifiers/classifier-service.ts'
import type { PictureVector } from '../../../src-main/analysis/operations/ports.ts'
import { createClusters } from '../../fixtures/clusters.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'

const { member } = createClusters({ noise: 0.4 })

/** A picture of one of a few subjects, as described by a model without shipped statistics. */
export const picture = (subject: number, number: number, modelId = 'model'): PictureVector => ({
  modelId,
  vector: member(subject, number),
})
export const pictures = (subject: number, from: number, count: number): PictureVector[] =>
  Array.from({ length: count }, (_, n) => picture(subject, from + n))

/** The classifier service on a real store in a folder, with a clock that a test moves. */
export function openClassifiers(folder = tempFolder('classifiers')) {
  const store = openServiceStore(folder)
  const clock = { now: 1_000_000_000 }
  let isOpen = true
  const close = async () => {
    if (isOpen) await store.close()
    isOpen = false
  }
  onTestFinished(close)
  return {
    folder,
    clock,
    close,
    store: store.classifiers,
    classifiers: new ClassifierService({ store: store.classifiers, resourcesDir, now: () => clock.now }),
  }
}
