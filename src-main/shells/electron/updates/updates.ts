import { EventEmitter } from 'node:events'
import type { AppUpdater } from 'electron-updater'
import { AppError, messageOf } from '../../../contract/errors.ts'
import { say, foreign } from '../../../contract/sentences/say.ts'
import { noUpdates, UpdateChoice, type UpdateState } from '../../../contract/shell/updates.ts'
import type { SignedFeed } from './signed-provider.ts'
import { readFile } from 'node:fs/promises'
import { writePrivateFile } from '../../secrets/private-file.ts'
import type { Text } from '../../../contract/sentences/text.ts'
import type { SentenceKey } from '../../../contract/sentences/sentences.ts'

/** How often a running program checks for an update. */
const DAY_MS = 24 * 60 * 60 * 1000

/** The part of electron-updater that is used here. */
export type Updater = Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'setFeedURL' | 'checkForUpdates' | 'quitAndInstall' | 'on'
>

type Options = {
  /** Null if the program cannot replace itself because it runs from sources. */
  updater: Updater | null
  /** The publisher's key in PEM; empty in a build without one. */
  publicKey: string
  /** File with the person's choice. */
  file: string
}

/**
 * Updates of the program: off until the person consents and names an address. Then it checks once a day, downloads an
 * update, and installs it when the program ends or on request.
 */
export class Updates {
  readonly #updater: Updater | null
  readonly #publicKey: string
  readonly #file: string
  readonly #changes = new EventEmitter()
  #state: UpdateState = noUpdates
  #timer: NodeJS.Timeout | undefined

  constructor({ updater, publicKey, file }: Options) {
    this.#updater = updater
    this.#publicKey = publicKey
    this.#file = file
    if (updater !== null) this.#follow(updater)
  }

  /** Reads the person's choice, and starts checking for updates if they consented. */
  async open(): Promise<void> {
    const support = this.#updater === null ? 'not-here' : this.#publicKey === '' ? 'unsigned' : 'ready'
    this.#change({ ...(await readUpdateChoice(this.#file)), support })
    this.#begin()
  }

  get state(): UpdateState {
    return this.#state
  }

  /** The state, now and after each change, until aborted. */
  async *follow(signal: AbortSignal): AsyncGenerator<UpdateState> {
    yield this.#state
    while (!signal.aborted) {
      const seen = this.#state
      await new Promise<void>((resolve) => {
        const done = () => resolve()
        this.#changes.once('change', done)
        signal.addEventListener('abort', done, { once: true })
      })
      if (this.#state !== seen) yield this.#state
    }
  }

  /** Throws `bad-params` if updates are switched on without an address. */
  async choose(choice: UpdateChoice): Promise<UpdateState> {
    if (choice.isOn && choice.feed === '') throw new AppError('bad-params', say('updates.addressNeeded'))
    await writeUpdateChoice(this.#file, choice)
    this.#change({ ...choice, step: 'idle', version: '', percent: 0, problem: null })
    this.#begin()
    return this.#state
  }

  /** Checks for an update now. Throws `not-supported-here` if that is not possible, or the person has not consented. */
  async check(): Promise<UpdateState> {
    if (this.#updater === null || this.#state.support !== 'ready' || !this.#state.isOn)
      throw new AppError('not-supported-here', say('updates.off'))
    this.#updater.autoDownload = true
    this.#updater.autoInstallOnAppQuit = true
    try {
      // Loaded on use, because it accesses Electron's network as soon as it is loaded.
      const { SignedProvider } = await import('./signed-provider.ts')
      const feed: SignedFeed = {
        provider: 'custom',
        updateProvider: SignedProvider,
        feed: this.#state.feed,
        publicKey: this.#publicKey,
      }
      this.#updater.setFeedURL(feed as never) // its type lacks the options of custom providers
      await this.#updater.checkForUpdates()
    } catch (error) {
      this.#change({ step: 'failed', problem: describeUpdateError(error) })
    }
    return this.#state
  }

  /** Ends the program and starts the new version. Throws `bad-params` if none has been downloaded. */
  install(): void {
    if (this.#state.step !== 'downloaded') throw new AppError('bad-params', say('updates.noneDownloaded'))
    this.#updater?.quitAndInstall()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #begin(): void {
    clearInterval(this.#timer)
    if (this.#state.support !== 'ready' || !this.#state.isOn) return
    this.#timer = setInterval(() => void this.check(), DAY_MS)
    this.#timer.unref()
    void this.check()
  }

  #follow(updater: Updater): void {
    updater.on('checking-for-update', () => this.#change({ step: 'checking', problem: null }))
    updater.on('update-not-available', () => this.#change({ step: 'current', version: '' }))
    updater.on('update-available', ({ version }) => this.#change({ step: 'downloading', version, percent: 0 }))
    updater.on('download-progress', ({ percent }) => this.#change({ percent: Math.round(percent) }))
    updater.on('update-downloaded', ({ version }) => this.#change({ step: 'downloaded', version, percent: 100 }))
    updater.on('error', (error) => this.#change({ step: 'failed', problem: describeUpdateError(error) }))
  }

  #change(change: Partial<UpdateState>): void {
    this.#state = { ...this.#state, ...change }
    this.#changes.emit('change')
  }
}

const off: UpdateChoice = { isOn: false, feed: '' }

/** The person's choice; off if they have not chosen yet, or the file is not valid. */
async function readUpdateChoice(file: string): Promise<UpdateChoice> {
  try {
    return UpdateChoice.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return off // missing or incomplete: nothing is downloaded without consent
  }
}

const writeUpdateChoice = (file: string, choice: UpdateChoice): Promise<void> =>
  writePrivateFile(file, `${JSON.stringify(choice, null, 2)}\n`)

/** Errors of Chromium's network, such as `net::ERR_NAME_NOT_RESOLVED`. */
const ofNetwork: Readonly<Record<string, SentenceKey>> = {
  ERR_INTERNET_DISCONNECTED: 'network.noNetwork',
  ERR_NAME_NOT_RESOLVED: 'network.noLookup',
  ERR_ADDRESS_UNREACHABLE: 'network.noWay',
  ERR_CONNECTION_REFUSED: 'network.refused',
  ERR_CONNECTION_TIMED_OUT: 'network.noConnection',
  ERR_TIMED_OUT: 'network.late',
  ERR_CONNECTION_RESET: 'network.cut',
  ERR_CONNECTION_CLOSED: 'network.cut',
  ERR_NETWORK_CHANGED: 'network.cut',
}

/** Why an update failed, as a sentence: electron-updater's own messages contain headers and stacks. */
function describeUpdateError(error: unknown): Text {
  if (error instanceof AppError) return error.text
  return say('updates.failed', { reason: reasonOf(error) })
}

function reasonOf(error: unknown): Text {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown }
  if (typeof statusCode === 'number') return say('network.answered', { status: statusCode })
  if (code === 'ERR_CHECKSUM_MISMATCH') return say('network.wrongFile')
  const [line = ''] = messageOf(error).split('\n')
  const [, failure = ''] = /net::(ERR_\w+)/.exec(line) ?? []
  if (failure.startsWith('ERR_CERT_')) return say('network.certificate', { code: failure })
  const known = ofNetwork[failure]
  return known === undefined ? foreign(line) : say(known)
}
