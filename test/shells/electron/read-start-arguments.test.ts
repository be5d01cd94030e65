import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readStartArguments } from '../../../src-main/shells/electron/read-start-arguments.ts'
import { app } from './electron-stand-in.ts'

vi.mock('electron', () => import('./electron-stand-in.ts'))

afterEach(() => {
  app.isPackaged = false
})

describe('the arguments of a start', () => {
  const opened = (...args: string[]) => readStartArguments(['.', ...args], resolve('/photos')).open

  test('name folders to add and items to open, by links or paths relative to the start folder', () => {
    expect(
      readStartArguments(['.', '--add', 'one', '--add=/two', 'x.jpg', 'lumafold:album/3'], resolve('/photos')),
    ).toEqual({
      library: undefined,
      add: [resolve('/photos/one'), resolve('/two')],
      open: [resolve('/photos/x.jpg'), 'lumafold:album/3'],
    })
    app.isPackaged = true
    expect(readStartArguments(['x.jpg'], resolve('/photos')).open).toEqual([resolve('/photos/x.jpg')])
  })

  test('of Linux name files by their addresses', () => {
    const file = resolve('/photos/é 100%.jpg')
    expect(opened(pathToFileURL(file).href)).toEqual([file])
    expect(opened('file:two.jpg')).toEqual([resolve('/photos/file:two.jpg')])
    expect(opened('file:///a%2Fb.jpg')).toEqual([resolve('/photos', 'file:///a%2Fb.jpg')])
  })

  test('of Windows have no switches after "--", whatever a link contains', () => {
    const asked = readStartArguments(['.', '--', 'lumafold:photo/7', '--library=x'], resolve('/photos'))
    expect(asked).toEqual({ library: undefined, add: [], open: ['lumafold:photo/7', resolve('/photos/--library=x')] })
  })

  test('meant for Electron itself are ignored', () => {
    expect(opened('--no-sandbox', '--remote-debugging-port=0', '--enable-logging')).toEqual([])
  })
})
