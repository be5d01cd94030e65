import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'

type Dependencies = { catalog: Pick<Catalog, 'questions'>; hub: Pick<EventHub, 'publish'> }

/** Windows hear of it where the work raises or settles questions about whose a file is. */
export async function noteQuestions<T>({ catalog, hub }: Dependencies, work: () => Promise<T>): Promise<T> {
  const before = catalog.questions.count()
  const result = await work()
  if (catalog.questions.count() !== before) hub.publish({ type: 'questions.changed' })
  return result
}
