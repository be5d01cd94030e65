import { showLanguage } from '../../src-renderer/locales/messages.ts'

/** Test files share a page: each begins with an empty one, in English, that remembers nothing. */
localStorage.clear()
sessionStorage.clear()
document.body.replaceChildren()
await showLanguage('en', 'en-GB')
