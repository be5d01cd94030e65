import { hasLimit, whole } from './amounts.js'
import { byId } from './dom.js'

const STORED = 'lumafold.console'

/** Key and secret, in memory alone or, where the person says so, in the tab's storage until it is closed. */
export function createCredentials(onChange) {
  const [key, secret, keep] = ['key', 'secret', 'keep'].map(byId)
  const stored = read()
  if (stored) [key.value, secret.value, keep.checked] = [stored.key, stored.secret, true]
  const store = () =>
    keep.checked
      ? sessionStorage.setItem(STORED, JSON.stringify({ key: key.value, secret: secret.value }))
      : sessionStorage.removeItem(STORED)
  for (const input of [key, secret, keep]) {
    input.addEventListener('input', () => {
      store()
      byId('account-state').textContent = keep.checked
        ? 'Both stay in this tab until it is closed.'
        : "Both stay in this page's memory."
      onChange()
    })
  }
  return {
    key: () => key.value.trim(),
    isGiven: () => key.value.trim() !== '' && secret.value !== '',
    header: () => `Basic ${base64(`${key.value.trim()}:${secret.value}`)}`,
  }
}

/** Asks what the account has used, and says it. */
export async function checkAccount(credentials) {
  const state = byId('account-state')
  state.textContent = 'Asking…'
  try {
    const response = await fetch('/v2/usage', { headers: { authorization: credentials.header() }, credentials: 'omit' })
    const { result, status } = await response.json()
    state.textContent = response.ok ? describe(result) : status.text
  } catch {
    state.textContent = 'The service cannot be reached.'
  }
}

function describe({ monthly_processed: used, monthly_limit: limit, concurrency }) {
  const isLimited = hasLimit(limit)
  const analyses = `${whole(used)} ${isLimited ? `of ${whole(limit)} ` : ''}${used === 1 && !isLimited ? 'analysis' : 'analyses'} this month`
  return `Key and secret fit: ${analyses}${isLimited ? '' : ' (unlimited)'}, ${concurrency.max} at once.`
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED))
  } catch {
    return null
  }
}

/** Letters beyond ASCII are sent as UTF-8. */
const base64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
