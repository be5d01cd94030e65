import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import { Killed, type TortureLibrary } from './torture-library.ts'
import { pick } from './outside-operations.ts'
import { copyWork, type Picture, type Work, type WorkModel } from './work-model.ts'

const NAMES = ['Grandma', 'Lake', 'To print', 'Best of 2024']

type Edit = { area: string; name: string; input: Record<string, unknown>; change(work: Work): void }

/** One action of a person on some photos, sometimes undone at once. An answered one is stored permanently. */
export async function editPhotos(library: TortureLibrary, model: WorkModel, random: () => number): Promise<void> {
  const known = model.pictures.filter(({ photoId }) => photoId !== null)
  const chosen = new Set<Picture>()
  for (let count = 1 + Math.floor(random() * 20); count > 0 && known.length > 0; count--)
    chosen.add(pick(random, known)!)
  if (chosen.size === 0) return
  const edit = chooseEdit(random)
  const before = new Map([...chosen].map((picture) => [picture, copyWork(picture.work)]))
  const after = new Map([...before].map(([picture, work]) => [picture, changed(work, edit)]))
  const put = (works: Map<Picture, Work>, key: 'work' | 'alternative') => {
    for (const [picture, work] of works) picture[key] = work
  }
  const done = await attempt(library, edit, [...chosen], () => put(after, 'alternative'))
  if (done === null) return
  put(after, 'work')
  // A change without effect has no entry in the history.
  if (random() > 0.15 || done.changeId === null) return
  const undo = { area: 'history', name: 'undo', input: { id: done.changeId }, change: () => {} }
  if ((await attempt(library, undo, [], () => put(before, 'alternative'))) !== null) put(before, 'work')
}

function changed(work: Work, { change }: Edit): Work {
  const copy = copyWork(work)
  change(copy)
  return copy
}

function chooseEdit(random: () => number): Edit {
  const name = pick(random, NAMES)!
  if (random() < 0.5) {
    const rating = Math.floor(random() * 6)
    return { area: 'photos', name: 'rate', input: { rating }, change: (work) => void (work.rating = rating) }
  }
  if (random() < 0.7)
    return { area: 'photos', name: 'addTag', input: { name }, change: ({ tags }) => void tags.add(name) }
  return { area: 'photos', name: 'removeTag', input: { name }, change: ({ tags }) => void tags.delete(name) }
}

/**
 * Null if the library refused it, such as on a full disk: then nothing may have changed. If the library was killed
 * before it answered, `onKilled` records the possible result.
 */
async function attempt(
  library: TortureLibrary,
  { area, name, input }: Edit,
  chosen: readonly Picture[],
  onKilled: () => void,
): Promise<ChangeResult | null> {
  const ids = chosen.map(({ photoId }) => photoId!)
  try {
    return await library.call<ChangeResult>(area, name, ids.length > 0 ? { ...input, ids } : input)
  } catch (error) {
    if (error instanceof Killed) onKilled()
    else if (!/full|room/i.test(String(error))) throw error
    return null
  }
}
