import { stackOf } from '../contract/errors.ts'
import type { PersonChanges } from './changes/person-changes.ts'
import type { Work } from './create-work.ts'
import type { Engines, OnClose, Storage } from './open-storage.ts'
import type { MetadataWriter } from './metadata-write/metadata-writer.ts'
import { People } from './people/people.ts'
import { PeopleKeeper } from './people/people-keeper.ts'

/** `idle` resolves when no face waits to be grouped. */
export type OpenPeople = { people: People; start(): void; idle(): Promise<void> }

/** Who is on photos, and what groups faces in the background. */
export function openPeople(
  { catalog, hub, log }: Storage,
  { local, engine }: Engines,
  { queue, steps }: Pick<Work, 'queue' | 'steps'>,
  { changes, written }: { changes: PersonChanges; written: Pick<MetadataWriter, 'schedule'> },
  onClose: OnClose,
): OpenPeople {
  const onError = (error: unknown) =>
    log.warn('Faces could not be grouped; it is tried again', { error: stackOf(error) })
  const keeper = new PeopleKeeper({ catalog, hub, onError })
  onClose(() => keeper.close())
  const onSwitched = async () => {
    if (steps.set(engine.steps()) > 0) hub.everythingChanged()
    queue.schedule()
  }
  catalog.people.vectors.whenLost(() => {
    log.warn('The file of face vectors was damaged and is made anew')
    keeper.forget().then(onSwitched, onError)
  })
  const hasModel = () => local.info().tasks.some(({ task, modelId }) => task === 'face-identity' && modelId !== null)
  const people = new People({
    catalog,
    changes,
    hub,
    keeper,
    hasModel,
    onSwitched,
    onWriting: () => written.schedule(),
  })
  return { people, start: () => keeper.start(), idle: () => keeper.idle() }
}
