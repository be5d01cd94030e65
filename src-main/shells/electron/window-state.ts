import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { screen, type BrowserWindow } from 'electron'
import { z } from 'zod'

const WindowState = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(400),
  height: z.int().min(300),
  isMaximized: z.boolean(),
})
export type WindowState = z.infer<typeof WindowState>
const usual: WindowState = { width: 1280, height: 860, isMaximized: false }

/** The last position of a window, if that is still on a screen; `first` if it was never open. */
export function readWindowState(file: string, first: WindowState = usual): WindowState {
  const state = parse(file) ?? first
  if (state.x === undefined || state.y === undefined) return state
  const { x, y, width, height } = screen.getDisplayMatching({
    x: state.x,
    y: state.y,
    width: state.width,
    height: state.height,
  }).workArea
  const isVisible =
    state.x < x + width - 50 && state.x + state.width > x + 50 && state.y >= y - 10 && state.y < y + height - 50
  return isVisible ? state : { width: state.width, height: state.height, isMaximized: state.isMaximized }
}

/** Saves the position of the window when it closes. */
export function keepWindowState(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const state: WindowState = { ...window.getNormalBounds(), isMaximized: window.isMaximized() }
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
  })
}

/** If the file is missing or incomplete, the window opens in the default place. */
function parse(file: string): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
