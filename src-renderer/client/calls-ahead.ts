import type { Link } from './connection.ts'

const KEPT_AS = 'first-calls'
/** What every opening of the window asks, by the names of the calls; none changes anything. */
const WITHOUT_INPUT = ['shell.info', 'library.settings.get', 'library.privacy.state', 'library.library.events']
/** What it asks about the photos that it shows: most likely those of the last time. */
const AS_LAST_TIME = ['library.search.days', 'library.photos.list', 'library.photos.thumbs']

type Ahead = { asked: string; answer: Promise<unknown>; controller: AbortController }

/**
 * Makes the calls of the first screen at once, while most of the program is still being loaded: its answers are there
 * when it starts. Only the first call of each name gets such an answer, if it asks the same, so that none is older than
 * the window. `storage` keeps what was asked for the next opening.
 */
export function callAhead(link: Link, storage: Pick<Storage, 'getItem' | 'setItem'>): Link {
  const kept = readKept(storage)
  const ahead = new Map<string, Ahead | null>()
  for (const name of WITHOUT_INPUT) ahead.set(name, start(undefined, name))
  for (const name of AS_LAST_TIME) ahead.set(name, Object.hasOwn(kept, name) ? start(kept[name], name) : null)

  function start(input: unknown, name: string): Ahead {
    const controller = new AbortController()
    const answer = link.call(name.split('.'), input, { context: {}, signal: controller.signal })
    answer.catch(() => undefined) // Whoever takes it sees the error.
    return { asked: write(input), answer, controller }
  }

  function keep(name: string, input: unknown): void {
    kept[name] = input
    try {
      storage.setItem(KEPT_AS, JSON.stringify(kept))
    } catch {
      // There is no room, and the next opening takes longer.
    }
  }

  return {
    async call(path, input, options) {
      const name = path.join('.')
      const started = ahead.get(name)
      if (!ahead.delete(name)) return link.call(path, input, options)
      if (AS_LAST_TIME.includes(name)) keep(name, input)
      if (started?.asked !== write(input)) {
        started?.controller.abort()
        return link.call(path, input, options)
      }
      options.signal?.addEventListener('abort', () => started.controller.abort(), { once: true })
      return started.answer
    },
  }
}

const write = (input: unknown): string => JSON.stringify(input) ?? ''

function readKept(storage: Pick<Storage, 'getItem'>): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEPT_AS) ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {} // Written by something else: nothing is lost but the time that it would have saved.
  }
}
