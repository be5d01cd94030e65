import { setImmediate } from 'node:timers/promises'
import { stackOf } from '../../contract/errors.ts'
import { BackgroundTask } from '../../base/background/background-task.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { NamedPlace } from './rows/place-names.ts'
import type { PlacedPhoto, UnplacedPhoto } from './rows/place-store.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Log } from '../host/log.ts'
import { readBorders } from './read-borders.ts'
import { Gazetteer } from './gazetteer.ts'
import { readTowns, sizeOfTowns } from './towns.ts'
import { type FindWritten, writtenFinder } from './written-finder.ts'

export type PlaceFinderDependencies = {
  catalog: Pick<Catalog, 'places' | 'settings'>
  hub: Pick<EventHub, 'photosChanged'>
  log: Pick<Log, 'error'>
  resourcesDir: string
}

/** Photos at a time: some milliseconds, between which windows are served. */
const PIECE = 200
/** Increase it when a position is named differently than before. */
const RULES = 2
/** The rules and the gazetteer that found the places last. */
const FOUND_BY = 'places.gazetteer'

type Opened = { gazetteer: Gazetteer; findWritten: FindWritten }

/**
 * Finds the places of photos with a new position, a few at a time. The gazetteer is read on demand and freed
 * afterwards.
 */
export class PlaceFinder {
  readonly #dependencies: PlaceFinderDependencies
  readonly #task: BackgroundTask

  constructor(dependencies: PlaceFinderDependencies) {
    this.#dependencies = dependencies
    this.#task = new BackgroundTask({
      work: (signal) => this.#findAll(signal),
      onError: (error) =>
        dependencies.log.error('The places of photos could not be found; it is tried again', { error: stackOf(error) }),
    })
  }

  /** Finds the places of all waiting photos; running work checks for photos once more. */
  schedule(): void {
    this.#task.schedule()
  }

  /** Resolves when no photo waits. */
  idle(): Promise<void> {
    return this.#task.idle()
  }

  /** Unfinished work continues at the next start. */
  close(): Promise<void> {
    return this.#task.close()
  }

  async #findAll(signal: AbortSignal): Promise<void> {
    const { catalog, hub, resourcesDir } = this.#dependencies
    await this.#noteGazetteer()
    if (catalog.places.unplaced(1).length === 0) return
    const gazetteer = new Gazetteer(await readTowns(resourcesDir), await readBorders())
    const opened = { gazetteer, findWritten: writtenFinder(gazetteer) }
    for (;;) {
      const batch = catalog.places.unplaced(PIECE)
      if (batch.length === 0 || signal.aborted) return
      const changed = catalog.places.save(batch.map((photo) => placePhoto(opened, photo)))
      if (changed.length > 0) hub.photosChanged(changed)
      await setImmediate()
    }
  }

  /** A different gazetteer, recognised by its size, makes every place be found again. */
  async #noteGazetteer(): Promise<void> {
    const { catalog, resourcesDir } = this.#dependencies
    const present = `${RULES} ${await sizeOfTowns(resourcesDir)}`
    const before = catalog.settings.getState(FOUND_BY)
    if (before === present) return
    if (before !== null) catalog.places.findAgain()
    catalog.settings.setState(FOUND_BY, present)
  }
}

/** The position decides where a photo was taken; without one, or far from everything, the file's texts do. */
function placePhoto({ gazetteer, findWritten }: Opened, photo: UnplacedPhoto): PlacedPhoto {
  const { id, latitude, longitude, city, country } = photo
  const found: NamedPlace | null =
    latitude === null || longitude === null ? null : gazetteer.placeAt(latitude, longitude)
  return { id, place: found ?? findWritten(city ?? '', country ?? '') }
}
