import type { Link } from './connection.ts'

const KEPT_AS = 'first-calls'
/** What every opening of the window asks, by the names of the calls; none changes anything. */
const WITHOUT_INPUT = ['shell.info', 'library.settings.get', 'library.privacy.state', 'library.library.events']
/** What it asks about the photos that it shows, in this order: most likely those of the last time. */
const AS_LAST_TIME = ['library.search.days', 'library.photos.list', 'library.photos.thumbs']

type Ahead = { asked: string; answer: Promise<unknown>; controller: AbortController }

/**
 * Makes the calls of the first screen at once, while most of the program is still being loaded: its answers are there
 * when it starts. Only the first call of each name gets such an answer, if it asks the same. What the first list of
 * photos did not need is dropped with it: a later list would get days and pictures that are older than itself.
 * `storage` keeps what was asked for the next opening.
 */
export function callAhead(link: Link, storage: Pick<Storage, 'getItem' | 'setItem'>): Link {
  const kept = readKept(storage)
  const ahead = new Map<string, Ahead>()
  for (const name of WITHOUT_INPUT) ahead.set(name, start(undefined, name))
  for (const name of AS_LAST_TIME) if (Object.hasOwn(kept, name)) ahead.set(name, start(kept[name], name))
  /** The calls of the first list that may still be made. */
  let awaited: readonly string[] = AS_LAST_TIME

  function start(input: unknown, name: string): Ahead {
    const controller = new AbortController()
    const answer = link.call(name.split('.'), input, { context: {}, signal: controller.signal })
    answer.catch(() => undefined) // Whoever takes it makes the call again.
    return { asked: write(input), answer, controller }
  }

  /** The answer to this call; undefined if there is none. */
  function take(name: string, input: unknown): Ahead | undefined {
    const started = ahead.get(name)
    ahead.delete(name)
    const isSame = started?.asked === write(input)
    if (AS_LAST_TIME.includes(name)) goOn(name, input, isSame)
    if (isSame) return started
    started?.controller.abort()
    return undefined
  }

  /** The first list has come to one of its calls, or is over. */
  function goOn(name: string, input: unknown, isSame: boolean): void {
    const at = awaited.indexOf(name)
    if (at >= 0) kept[name] = input
    const skipped = at < 0 ? awaited : awaited.slice(0, at)
    for (const each of skipped) delete kept[each]
    awaited = at < 0 ? [] : awaited.slice(at + 1)
    for (const each of isSame ? skipped : AS_LAST_TIME) drop(each)
    if (at >= 0 || skipped.length > 0) keep()
  }

  function drop(name: string): void {
    ahead.get(name)?.controller.abort()
    ahead.delete(name)
  }

  function keep(): void {
    try {
      storage.setItem(KEPT_AS, JSON.stringify(kept))
    } catch {
      // There is no room, and the next opening takes longer.
    }
  }

  return {
    async call(path, input, options) {
      const { signal } = options
      const started = take(path.join('.'), input)
      if (started === undefined || signal?.aborted) {
        started?.controller.abort()
        return link.call(path, input, options)
      }
      signal?.addEventListener('abort', () => started.controller.abort(), { once: true })
      try {
        return await started.answer
      } catch (error) {
        // The connection may have been lost before there was a window to follow it.
        if (signal?.aborted) throw error
        return link.call(path, input, options)
      }
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
