import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { PrivacyState } from '../../contract/library/privacy.ts'
import type { Catalog, Concealment } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { PassphraseLock } from './passphrase-lock.ts'

type Dependencies = {
  catalog: Pick<Catalog, 'photos' | 'search' | 'settings'>
  hub: Pick<EventHub, 'publish' | 'everythingChanged'>
  lock: Pick<PassphraseLock, 'isSet' | 'check' | 'change'>
  /** False for short commands: whoever may run them may open the files as well. */
  hasWindows: boolean
}

/** The catalogue stores client mode under this name. */
const CLIENT_MODE = 'clientMode'

type Judged = Pick<PhotoTile, 'isSensitive' | 'isPrivate' | 'hasVerdict'>

/**
 * Photos hidden from windows: sensitive ones if the setting is Hide, and while the library is locked or in client mode
 * also private ones and those without a verdict. The library decides it, not a window: what a window does not get, no
 * part of it can show.
 */
export class Privacy {
  readonly #dependencies: Dependencies
  #isClientMode: boolean
  #isLocked: boolean

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#isClientMode = dependencies.catalog.settings.getState(CLIENT_MODE) === '1'
    this.#isLocked = dependencies.lock.isSet()
    this.#conceal()
  }

  state(): PrivacyState {
    const { catalog, lock } = this.#dependencies
    const kinds = this.#kinds()
    return {
      isClientMode: this.#isClientMode,
      hasPassphrase: lock.isSet(),
      isLocked: this.#isLocked,
      hidesSensitive: kinds.sensitive,
      hidesPrivate: kinds.private,
      hidesWithoutVerdict: kinds.withoutVerdict,
      withoutVerdict: kinds.withoutVerdict ? catalog.search.countWithoutVerdict() : 0,
    }
  }

  /** Whether it is locked or in client mode, and nothing may reveal hidden photos. */
  isHiding(): boolean {
    return this.#dependencies.hasWindows && (this.#isClientMode || this.#isLocked)
  }

  /** Whether any kind of photo is hidden from windows. */
  isHidingAny(): boolean {
    return Object.values(this.#kinds()).some(Boolean)
  }

  hides(photo: Judged): boolean {
    return isOfKinds(photo, this.#kinds())
  }

  /** The photos that windows may see. */
  shown<Photo extends Judged>(photos: readonly Photo[]): Photo[] {
    const kinds = this.#kinds()
    return photos.filter((photo) => !isOfKinds(photo, kinds))
  }

  /** Throws `photo-not-found`, as for an unknown photo, if one of these is hidden. */
  requireShown(ids: Iterable<number>): void {
    if (!this.isHidingAny()) return
    const kinds = this.#kinds()
    const hidden = this.#dependencies.catalog.photos.tiles([...ids]).find((tile) => isOfKinds(tile, kinds))
    if (hidden !== undefined)
      throw new AppError('photo-not-found', say('unknown.thing', { thing: 'photo', id: hidden.id }))
  }

  /** Turns client mode on at once, or off with the passphrase if one is set. */
  async setClientMode(isOn: boolean, passphrase?: string): Promise<PrivacyState> {
    if (!isOn && this.#isClientMode) await this.#dependencies.lock.check(passphrase)
    this.#isClientMode = isOn
    if (!isOn) this.#isLocked = false
    this.#tell()
    this.#dependencies.catalog.settings.setState(CLIENT_MODE, isOn ? '1' : null)
    return this.state()
  }

  /** Throws `bad-params` if there is no passphrase to unlock it with. */
  lock(): PrivacyState {
    if (!this.#dependencies.lock.isSet()) throw new AppError('bad-params', say('errors.setPassphrase'))
    this.#isLocked = true
    this.#tell()
    return this.state()
  }

  async unlock(passphrase: string): Promise<PrivacyState> {
    await this.#dependencies.lock.check(passphrase)
    this.#isLocked = false
    this.#tell()
    return this.state()
  }

  /** Sets a passphrase, or none (null). The library stays unlocked for the person who has just typed it. */
  async setPassphrase(next: string | null, present?: string): Promise<PrivacyState> {
    if (this.#isClientMode) throw new AppError('library-locked', say('errors.leaveClientMode'))
    await this.#dependencies.lock.change(next, present)
    this.#isLocked = false
    this.#tell()
    return this.state()
  }

  /** After a change of the settings: the catalogue leaves out what is hidden now. */
  follow(): void {
    this.#tell()
  }

  #kinds(): Concealment {
    const isHidden = this.isHiding()
    return {
      sensitive: isHidden || this.#hidesBySetting(),
      private: isHidden,
      withoutVerdict: isHidden,
    }
  }

  #hidesBySetting(): boolean {
    return this.#dependencies.hasWindows && this.#dependencies.catalog.settings.get().nsfwMode === 'hide'
  }

  #conceal(): void {
    this.#dependencies.catalog.search.conceal(this.#kinds())
  }

  #tell(): void {
    this.#conceal()
    const { hub } = this.#dependencies
    hub.publish({ type: 'privacy.changed', state: this.state() })
    hub.publish({ type: 'history.changed' })
    hub.publish({ type: 'questions.changed' })
    hub.publish({ type: 'searches.changed' })
    hub.publish({ type: 'albums.changed' })
    hub.everythingChanged()
  }
}

const isOfKinds = ({ isSensitive, isPrivate, hasVerdict }: Judged, kinds: Concealment): boolean =>
  (kinds.sensitive && isSensitive) || (kinds.private && isPrivate) || (kinds.withoutVerdict && !hasVerdict)
