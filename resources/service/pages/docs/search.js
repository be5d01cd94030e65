const MOST = 12

/** The search of the documentation, in a dialog: `/` or Ctrl+K opens it, arrows choose, Enter goes there. */
export function offerSearch() {
  const [dialog, input, list, state, opener] = [
    'search',
    'search-text',
    'search-results',
    'search-state',
    'open-search',
  ].map((id) => document.getElementById(id))
  let entries = null
  let chosen = -1

  async function open() {
    if (dialog.open) return
    dialog.showModal()
    input.select()
    entries ??= await load(state)
    show()
  }

  function show() {
    const found = entries ? find(entries, input.value) : []
    list.replaceChildren(...found.map(resultOf))
    choose(found.length > 0 ? 0 : -1)
    input.setAttribute('aria-expanded', String(found.length > 0))
    if (entries) state.textContent = sayCount(input.value, found.length)
  }

  function choose(n) {
    const results = [...list.children]
    results[chosen]?.setAttribute('aria-selected', 'false')
    chosen = n
    const result = results[n]
    result?.setAttribute('aria-selected', 'true')
    result?.scrollIntoView({ block: 'nearest' })
    if (result) input.setAttribute('aria-activedescendant', result.id)
    else input.removeAttribute('aria-activedescendant')
  }

  function go(result) {
    dialog.close()
    location.assign(result.dataset.url)
  }

  input.addEventListener('input', show)
  input.addEventListener('keydown', (event) => {
    const count = list.children.length
    if (event.key === 'Escape') {
      // the first would only empty the field
      event.preventDefault()
      dialog.close()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (list.children[chosen]) go(list.children[chosen])
    } else if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      choose((chosen + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
    }
  })
  list.addEventListener('click', ({ target }) => {
    const result = target.closest('li')
    if (result) go(result)
  })
  // a click beside the dialog is one on its backdrop
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  document.getElementById('close-search').addEventListener('click', () => dialog.close())
  opener.addEventListener('click', open)
  addEventListener('keydown', (event) => {
    const isWriting = event.target.closest?.('input, textarea, select')
    const isAsked = (event.key === '/' && !isWriting) || (event.key === 'k' && (event.ctrlKey || event.metaKey))
    if (!isAsked) return
    event.preventDefault()
    void open()
  })
  opener.hidden = false
}

async function load(state) {
  state.textContent = 'Loading …'
  try {
    const response = await fetch('/pages/search.json', { credentials: 'omit' })
    if (!response.ok) throw new Error(String(response.status))
    const entries = await response.json()
    return entries.map((entry) => ({
      ...entry,
      low: [entry.title, entry.where, entry.text].map((text) => text.toLowerCase()),
    }))
  } catch {
    state.textContent = 'The search cannot be loaded; the service does not answer.'
    return null
  }
}

/** The best entries that hold every word: those that begin with it before those that have it somewhere. */
function find(entries, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => ({ entry, words }))
}

function scoreOf({ low: [title, where, text] }, words) {
  let score = 0
  for (const word of words) {
    const points =
      title === word
        ? 10
        : title.split(/[\s/_{}]+/).some((part) => part.startsWith(word)) || title.startsWith(word)
          ? 6
          : title.includes(word)
            ? 4
            : where.includes(word)
              ? 2
              : text.includes(word)
                ? 1
                : 0
    if (points === 0) return 0
    score += points
  }
  return score
}

function resultOf({ entry, words }, n) {
  const result = document.createElement('li')
  result.id = `result-${n}`
  result.role = 'option'
  result.setAttribute('aria-selected', 'false')
  result.dataset.url = entry.url
  const title = document.createElement('strong')
  title.append(...marked(entry.title, words))
  const where = document.createElement('small')
  where.textContent = entry.where
  const text = document.createElement('span')
  text.append(...marked(around(entry.text, words), words))
  result.append(title, where, text)
  return result
}

/** A part of a long text in which the first word stands. */
function around(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((n) => n >= 0)))
  const start = Number.isFinite(at) && at > 60 ? text.indexOf(' ', at - 50) + 1 : 0
  return `${start > 0 ? '… ' : ''}${text.slice(start, start + 140)}${text.length > start + 140 ? ' …' : ''}`
}

function marked(text, words) {
  const pattern = new RegExp(`(${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi')
  return text.split(pattern).map((part, n) => {
    if (n % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}

const sayCount = (text, count) =>
  text.trim() === ''
    ? 'Type to search; ↑ ↓ choose, Enter goes there.'
    : count === 0
      ? 'Nothing is called so, and no text says it.'
      : ''
