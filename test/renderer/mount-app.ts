import { createPinia, setActivePinia } from 'pinia'
import { createApp, nextTick, type Component } from 'vue'
import { createMemoryHistory } from 'vue-router'
import { createLumafold } from '../../src-renderer/app/create-lumafold.ts'
import { connectionKey } from '../../src-renderer/client/use-client.ts'
import { createFakeLibrary, type FakeState } from './fake-library.ts'

/** Waits until a condition is true; fails with its last error or with `what` after a minute. */
export async function until(condition: () => unknown, what = 'the condition'): Promise<void> {
  const end = Date.now() + 60_000
  for (;;) {
    try {
      if (condition()) return
      if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`)
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
    await nextTick()
  }
}

/** happy-dom has no layout: every element is as large as a usual window, so that lists have something to draw. */
export function giveElementsSize(width = 1000, height = 700): void {
  class FixedSize implements ResizeObserver {
    readonly #report: ResizeObserverCallback
    constructor(report: ResizeObserverCallback) {
      this.#report = report
    }
    observe(target: Element): void {
      const size = [{ inlineSize: width, blockSize: height }]
      const entry = {
        target,
        contentRect: { width, height } as DOMRectReadOnly,
        borderBoxSize: size,
        contentBoxSize: size,
        devicePixelContentBoxSize: size,
      }
      queueMicrotask(() => this.#report([entry], this))
    }
    unobserve(): void {
      /* nothing is kept */
    }
    disconnect(): void {
      /* nothing is kept */
    }
  }
  globalThis.ResizeObserver = FixedSize
  for (const [name, value] of [
    ['offsetWidth', width],
    ['offsetHeight', height],
    ['clientHeight', height],
    ['clientWidth', width],
  ] as const) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => value })
  }
}

/** `root` is the page: the main window by default. `width` is that of every element, in pixels. */
type MountOptions = { isRestart?: boolean; root?: Component; width?: number }

/** The complete window on an in-memory library; a restarted one finds what an earlier window remembered. */
export async function mountApp(
  state: Partial<FakeState> = {},
  address = '/',
  { isRestart = false, root, width }: MountOptions = {},
) {
  giveElementsSize(width)
  if (!isRestart) localStorage.clear()
  document.body.innerHTML = '<div id="app"></div>'
  Object.defineProperty(navigator, 'languages', { configurable: true, value: ['en-GB', 'en'] })
  const library = createFakeLibrary(state)
  const { app, router } = createLumafold(library.connection, createMemoryHistory(), root)
  await router.push(address)
  app.mount('#app')
  const isLoaded = () => document.querySelector('#app > *') && !document.querySelector('.app[aria-busy="true"]')
  await until(isLoaded, 'the window to have loaded')
  // An earlier window may have got a late answer, and its stores are the active ones since then.
  setActivePinia(app.config.globalProperties.$pinia)
  const byRole = (role: string, name: string | RegExp): HTMLElement => {
    const tag: Record<string, string> = { button: 'button, [role="button"]', combobox: '[role="combobox"]' }
    const all = [...document.querySelectorAll<HTMLElement>(tag[role] ?? `[role="${role}"]`)]
    const found = all.find((element) => {
      const label = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      return typeof name === 'string' ? label === name : name.test(label)
    })
    if (!found)
      throw new Error(
        `No ${role} named ${name} among: ${all.map((element) => element.getAttribute('aria-label') ?? element.textContent?.trim()).join(' | ')}`,
      )
    return found
  }
  const tiles = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role="gridcell"]')]
  const press = (target: Element, key: string, options: KeyboardEventInit = {}): void => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }))
  }
  /** Some controls react when the button goes down. */
  const choose = (target: Element): void => {
    target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0 }))
  }
  const type = (input: Element, text: string): void => {
    ;(input as HTMLInputElement).value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return { app, router, library, byRole, tiles, press, choose, type, close: () => app.unmount() }
}

/** Runs stores on an in-memory library without a window. */
export function withStores<T>(
  state: Partial<FakeState>,
  use: () => T,
): { library: ReturnType<typeof createFakeLibrary>; result: T } {
  const library = createFakeLibrary(state)
  const app = createApp({ render: () => null })
  const pinia = createPinia()
  app.provide(connectionKey, library.connection)
  app.use(pinia)
  setActivePinia(pinia)
  return { library, result: app.runWithContext(use) }
}
