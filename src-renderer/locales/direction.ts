import { shownLanguage } from './messages.ts'
import { directionOf } from './window-languages.ts'

/** Whether the window's texts run from right to left; photos in rows then do, too. */
export const isRightToLeft = (): boolean => directionOf(shownLanguage()) === 'rtl'

const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/**
 * A key by its meaning for things in the direction of text: from right to left, `ArrowLeft` leads on and counts as
 * `ArrowRight`. Not for places on pictures and maps, which are never mirrored.
 */
export const keyByDirection = (key: string): string => (isRightToLeft() ? (mirrored[key] ?? key) : key)
