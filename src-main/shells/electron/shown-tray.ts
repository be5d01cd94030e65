import { Menu, nativeImage, Tray } from 'electron'
import type { DesktopTexts } from '../../contract/shell/desktop-texts.ts'

type Parts = {
  /** A PNG, larger than any tray. */
  icon: string
  texts(): DesktopTexts
  /** Brings the window to the front; opens it if it is closed. */
  show(): void
  quit(): void
}

/** Pixels of the icon's side: what a tray shows on a screen of two pixels per point. */
const ICON_SIDE = 32

/** The icon in the system's tray, by which a program without a window is found; there while the person wants it. */
export class ShownTray {
  readonly #parts: Parts
  /** An icon that nothing holds is collected, and vanishes. */
  #tray: Tray | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get isShown(): boolean {
    return this.#tray !== null
  }

  /** Shows or removes the icon. A Mac has the dock for this. */
  set(isWanted: boolean, platform: NodeJS.Platform = process.platform): void {
    if (isWanted === this.isShown || platform === 'darwin') return
    if (this.#tray !== null) {
      this.#tray.destroy()
      this.#tray = null
      return
    }
    const icon = nativeImage.createFromPath(this.#parts.icon).resize({ width: ICON_SIDE, height: ICON_SIDE })
    this.#tray = new Tray(icon)
    this.#tray.setToolTip('Lumafold')
    // Many desktops of Linux report no click, and offer the menu alone.
    this.#tray.on('click', () => this.#parts.show())
    this.translate()
  }

  /** Gives the menu the texts of the window's language. */
  translate(): void {
    const { openWindow, quit } = this.#parts.texts()
    this.#tray?.setContextMenu(
      Menu.buildFromTemplate([
        { label: openWindow, click: () => this.#parts.show() },
        { type: 'separator' },
        { label: quit, click: () => this.#parts.quit() },
      ]),
    )
  }
}
