import { showLanguage } from '../../src-renderer/locales/messages.ts'

/** Test files share a page: each starts with an empty one of the usual size, in English, without any memory. */
localStorage.clear()
sessionStorage.clear()
document.body.replaceChildren()
for (const [name, value] of [
  ['innerWidth', 1024],
  ['innerHeight', 768],
] as const)
  Object.defineProperty(window, name, { configurable: true, writable: true, value })
// happy-dom lacks it: as in a browser, the error is one that nobody caught, and here it fails the test.
globalThis.reportError ??= (error: unknown) => void Promise.reject(error)
await showLanguage('en', 'en-GB')
