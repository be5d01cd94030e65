import type { App as VueApp } from 'vue'
import { faultEvent, isAborted, describeError } from '../client/describe-error.ts'
import type { Client } from '../client/connection.ts'
import type { useToasts } from '../client/use-toasts.ts'
import { t } from '../locales/messages.ts'

/** A fault that repeats with every frame is one line of the log. */
const MAX_NOTED = 100
/** Characters of a fault in the log. */
const MAX_LENGTH = 8000

/**
 * Shows the errors of the window that nothing caught, wherever they were thrown, and writes all of its faults to the
 * log of the program: also those that a view shows in its own place.
 */
export function followFaults(app: VueApp, { shell }: Client, toasts: ReturnType<typeof useToasts>): void {
  const noted = new Set<string>()
  const note = (error: Error): void => {
    const text = `${error.stack ?? error.message}`.slice(0, MAX_LENGTH)
    if (noted.has(text) || noted.size >= MAX_NOTED) return
    noted.add(text)
    // Without a connection there is no log either; reporting that would only fail again.
    shell.noteFault({ error: text }).catch(() => undefined)
  }
  /** Parts of another build, which `useFreshParts` reports. */
  const missingParts = new WeakSet<Error>()
  const show = (error: unknown): void => {
    if (isAborted(error)) return
    const detail = describeError(error)
    if (error instanceof Error && missingParts.has(error)) return
    toasts.show({ kind: 'error', about: 'fault', title: t('app.fault'), detail })
  }

  const listeners: Record<string, (event: Event) => void> = {
    [faultEvent]: (event) => note((event as CustomEvent<Error>).detail),
    // Browsers also report here, without an error, that a layout took a second round.
    error: (event) => event instanceof ErrorEvent && event.error instanceof Error && show(event.error),
    unhandledrejection: (event) => show((event as PromiseRejectionEvent).reason),
    'vite:preloadError': (event) => {
      const { payload } = event as Event & { payload?: unknown }
      if (payload instanceof Error) missingParts.add(payload)
    },
  }
  for (const [type, receive] of Object.entries(listeners)) window.addEventListener(type, receive)
  app.onUnmount(() => {
    for (const [type, receive] of Object.entries(listeners)) window.removeEventListener(type, receive)
  })
  // Vue would only write it to the console.
  app.config.errorHandler = (error) => reportError(error)
}
