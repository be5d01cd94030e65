import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { SecondView } from '../navigation/use-second-window.ts'

/** What the main window says to the second one, complete each time: where it is, and what the second one shows. */
export type MainState = {
  view: SecondView
  isLocked: boolean
  /** The address of the list, without the photo that is open over it. */
  list: string
  openStacks: readonly number[]
  /** The photo that has the focus. */
  photoId: PhotoId | null
  selected: readonly PhotoId[]
  /** Nothing may be drawn until this is false again: other photos are hidden. */
  isCovered: boolean
  /** The number of the last choice of the second window that this state contains. */
  answered: number
}

export type ToSecond =
  | { kind: 'state'; state: MainState }
  | { kind: 'close' }
  /** A main window that was reloaded does not know whether there is a second one. */
  | { kind: 'who' }

export type ToMain =
  /** A reloaded main window is told what is shown; a reloaded second window does not know it. */
  | { kind: 'hello'; shows?: Pick<MainState, 'view' | 'isLocked'> | null }
  | { kind: 'gone' }
  | { kind: 'view'; view: SecondView }
  | { kind: 'lock'; isLocked: boolean }
  /** A person chose photos in the second window; `choice` counts up. */
  | { kind: 'choose'; photoId: PhotoId; selected: readonly PhotoId[]; choice: number }
  | { kind: 'client-mode' }

/**
 * The name of the second window of a page, and of the channel between the two. A tab keeps its name when it is reloaded
 * and does not pass it on when it is duplicated, so that each main window has a second one of its own.
 */
export function nameOfSecond(page: Window): string {
  page.name ||= `lumafold-${crypto.randomUUID()}`
  return `${page.name}-second`
}

const KEPT_AS = 'second-window-place'

/** Keeps where the second window is, for the next time; a browser may show it elsewhere. */
export function keepPlace({ screenX, screenY, innerWidth, innerHeight }: Window): void {
  const place = { left: screenX, top: screenY, width: innerWidth, height: innerHeight }
  localStorage.setItem(
    KEPT_AS,
    new URLSearchParams(Object.entries(place).map(([key, at]) => [key, String(at)])).toString(),
  )
}

/** The window as `window.open` takes it: without tabs and bars, where it was the last time. */
export const featuresOfSecond = (): string =>
  `popup,${(localStorage.getItem(KEPT_AS) ?? 'width=1100&height=760').replaceAll('&', ',')}`
