import { Figures, timed } from './figures.ts'
import { openLarge, warmUp, withLargeLibrary } from './open-library.ts'
import { withWindows } from './windows.ts'

/** A person's changes of many photos among a million, and their undo; windows send requests all the while. */
const SOME = 50_000

await withLargeLibrary(async (library) => {
  const figures = new Figures()
  const opened = await openLarge(library, false)
  await warmUp(opened)
  await figures.idleWaits(opened)
  const { photos: calls, history } = opened.calls
  const all = await calls.ids({})
  const step = Math.max(1, Math.floor(all.length / SOME))
  const spread = all.filter((_id, at) => at % step === 0).slice(0, SOME)
  const measure = async (name: string, limitMs: number, work: () => Promise<unknown>) => {
    const alone = await timed(work)
    figures.put(name, alone.ms, { limit: limitMs, unit: 'ms', note: `computing ${Math.round(alone.computingMs)} ms` })
  }
  const some = spread.length.toLocaleString('en')
  for (const [name, ids] of [
    [`rate ${some} photos from all over`, spread],
    [`rate the newest ${some}`, all.slice(0, SOME)],
  ] as const) {
    await measure(name, 2000, () => calls.rate({ ids, rating: 4 }))
    await measure('  its undo', 2000, () => history.undo({}))
  }
  await measure(`tag ${some} photos from all over`, 2000, () => calls.addTag({ ids: spread, name: 'Grandma' }))
  await measure('  its undo', 2000, () => history.undo({}))
  await measure('tag all photos', 15_000, () => calls.addTag({ ids: all, name: 'Holiday' }))
  await measure('  its undo', 15_000, () => history.undo({}))
  for (const [name, work] of [
    ['tag all photos', () => calls.addTag({ ids: all, name: 'Holiday' })],
    ['  its undo', () => history.undo({})],
    ['rate all photos', () => calls.rate({ ids: all, rating: 5 })],
    ['  its undo', () => history.undo({})],
  ] as const)
    figures.waits(name, (await withWindows(opened, work)).waits)
  await opened.close()
  figures.end()
})
