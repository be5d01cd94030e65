import { AppError } from '../../contract/errors.ts'
import type { PhotoTile } from '../../contract/library/photo.ts'
import type { PrivacyState } from '../../contract/library/privacy.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { PassphraseLock } from './passphrase-lock.ts'

type Dependencies = {
  catalog: Pick<Catalog, 'photos' | 'search' | 'settings'>
  hub: Pick<EventHub, 'publish' | 'everythingChanged'>
  lock: Pick<PassphraseLock, 'isSet' | 'check' | 'change'>
  /** False for short commands: whoever may run them may open the files as well. */
  hasWindows: boolean
}

/** Under this name the catalogue remembers client mode. */
const CLIENT_MODE = 'clientMode'

type Judged = Pick<PhotoTile, 'nsfw' | 'isPrivate'>

/**
 * What is hidden from windows: sensitive photos by the setting, and with private ones while the library is locked or in
 * client mode. It is decided here and not in a window: what a window is not given, no part of it can show.
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
    const { catalog, lock, hasWindows } = this.#dependencies
    const isHidden = this.isHiding()
    const isModeHide = hasWindows && catalog.settings.get().nsfwMode === 'hide'
    return {
      isClientMode: this.#isClientMode,
      hasPassphrase: lock.isSet(),
      isLocked: this.#isLocked,
      hidesSensitive: isHidden || isModeHide,
      hidesPrivate: isHidden,
    }
  }

  /** Whether it is locked or in client mode, and nothing may tell of what is hidden. */
  isHiding(): boolean {
    return this.#dependencies.hasWindows && (this.#isClientMode || this.#isLocked)
  }

  /** Whether any kind of photo is hidden from windows. */
  isHidingAny(): boolean {
    const { hidesSensitive, hidesPrivate } = this.state()
    return hidesSensitive || hidesPrivate
  }

  hides({ nsfw, isPrivate }: Judged): boolean {
    const { hidesSensitive, hidesPrivate } = this.state()
    return (hidesSensitive && nsfw !== 'safe') || (hidesPrivate && isPrivate)
  }

  /** The photos that windows may see. */
  shown<Photo extends Judged>(photos: readonly Photo[]): Photo[] {
    const { hidesSensitive, hidesPrivate } = this.state()
    return photos.filter(({ nsfw, isPrivate }) => !(hidesSensitive && nsfw !== 'safe') && !(hidesPrivate && isPrivate))
  }

  /** Throws `photo-not-found`, in the words for a photo that is not there, where one of these is hidden. */
  requireShown(ids: Iterable<number>): void {
    const { hidesSensitive, hidesPrivate } = this.state()
    if (!hidesSensitive && !hidesPrivate) return
    for (const id of ids) {
      const [tile] = this.#dependencies.catalog.photos.tiles([id])
      if (tile !== undefined && this.hides(tile))
        throw new AppError('photo-not-found', `There is no photo with the id ${id}.`)
    }
  }

  /** Turns client mode on at once, or off with the passphrase where one is set. */
  async setClientMode(isOn: boolean, passphrase?: string): Promise<PrivacyState> {
    if (!isOn && this.#isClientMode) await this.#dependencies.lock.check(passphrase)
    this.#isClientMode = isOn
    if (!isOn) this.#isLocked = false
    this.#tell()
    this.#dependencies.catalog.settings.setState(CLIENT_MODE, isOn ? '1' : null)
    return this.state()
  }

  /** Throws `bad-params` where there is no passphrase to unlock it with. */
  lock(): PrivacyState {
    if (!this.#dependencies.lock.isSet()) throw new AppError('bad-params', 'Set a passphrase first.')
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

  /** Sets a passphrase, or none (null). The library stays unlocked for whoever has just typed it. */
  async setPassphrase(next: string | null, present?: string): Promise<PrivacyState> {
    if (this.#isClientMode) throw new AppError('library-locked', 'Leave client mode first.')
    await this.#dependencies.lock.change(next, present)
    this.#isLocked = false
    this.#tell()
    return this.state()
  }

  /** After a change of the settings: the catalogue leaves out what is hidden now. */
  follow(): void {
    this.#tell()
  }

  #conceal(): void {
    const { hidesSensitive, hidesPrivate } = this.state()
    this.#dependencies.catalog.search.conceal({ sensitive: hidesSensitive, private: hidesPrivate })
  }

  #tell(): void {
    this.#conceal()
    const { hub } = this.#dependencies
    hub.publish({ type: 'privacy.changed', state: this.state() })
    hub.publish({ type: 'history.changed' })
    hub.publish({ type: 'questions.changed' })
    hub.everythingChanged()
  }
}
