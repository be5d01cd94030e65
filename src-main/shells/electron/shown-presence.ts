import { Notification, powerSaveBlocker, type BrowserWindow } from 'electron'
import type { Notice, Presence } from '../../contract/shell/presence.ts'

type Parts = {
  window(): BrowserWindow | null
  /** Brings the window to the front. */
  show(): void
}

/** Electron's number for a bar without a known end, and for none. */
const INDETERMINATE = 2
const NO_BAR = -1

/** What the system shows of the window's work: a bar in dock or task bar, its end as a notification, no sleep. */
export class ShownPresence {
  readonly #parts: Parts
  #blocker: number | null = null
  /** A notification that nothing holds is collected, and its click is lost. */
  readonly #notices = new Set<Notification>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  set({ isWorking, share, keepsAwake }: Omit<Presence, 'staysInTray'>): void {
    this.#parts.window()?.setProgressBar(isWorking ? (share ?? INDETERMINATE) : NO_BAR)
    this.#keepAwake(isWorking && keepsAwake)
  }

  /** Without its window nothing says any more when work ends. */
  clear(): void {
    this.#keepAwake(false)
  }

  /** Says that work has ended, unless a window of the program has the person's attention. */
  tell({ title, body }: Notice, isSeen: boolean): void {
    if (isSeen || !Notification.isSupported()) return
    const notice = new Notification({ title, body })
    this.#notices.add(notice)
    notice.on('click', () => {
      this.#notices.delete(notice)
      this.#parts.show()
    })
    notice.on('close', () => this.#notices.delete(notice))
    notice.show()
  }

  #keepAwake(isWanted: boolean): void {
    if (isWanted === (this.#blocker !== null)) return
    if (this.#blocker === null) this.#blocker = powerSaveBlocker.start('prevent-app-suspension')
    else {
      powerSaveBlocker.stop(this.#blocker)
      this.#blocker = null
    }
  }
}
