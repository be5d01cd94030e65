/** A room is a folder of `src-main/library`; an arrow leads from it to a room whose files it imports, `count` times. */
export type Arrow = { from: string; to: string; count: number }

const ROOM = /^src-main\/library\/(.+)\/[^/]+$/

/** All arrows between the rooms, of imports between files. */
export function findArrows(imports: readonly { from: string; to: string }[]): Arrow[] {
  const arrows = new Map<string, Arrow>()
  for (const each of imports) {
    const [from, to] = [ROOM.exec(each.from)?.[1], ROOM.exec(each.to)?.[1]]
    if (from === undefined || to === undefined || from === to) continue
    const arrow = arrows.get(`${from} ${to}`) ?? { from, to, count: 0 }
    arrow.count += 1
    arrows.set(`${from} ${to}`, arrow)
  }
  return [...arrows.values()]
}

/** Arrows to remove before the rooms can be put one above the other: in each circle the one with the fewest imports. */
export function findArrowsUp(arrows: readonly Arrow[]): Arrow[] {
  const left = new Set(arrows)
  const up: Arrow[] = []
  for (let circle = findCircle(left); circle.length > 0; circle = findCircle(left)) {
    const weakest = circle.reduce((least, each) => (each.count < least.count ? each : least))
    left.delete(weakest)
    up.push(weakest)
  }
  return up
}

/** Arrows that lead in a circle; none if there is no circle. */
function findCircle(arrows: ReadonlySet<Arrow>): Arrow[] {
  const byFrom = Map.groupBy(arrows, ({ from }) => from)
  const done = new Set<string>()
  const walk = (room: string, path: readonly Arrow[]): Arrow[] => {
    const begin = path.findIndex(({ from }) => from === room)
    if (begin >= 0) return path.slice(begin)
    if (done.has(room)) return []
    for (const arrow of byFrom.get(room) ?? []) {
      const circle = walk(arrow.to, [...path, arrow])
      if (circle.length > 0) return circle
    }
    done.add(room)
    return []
  }
  for (const room of byFrom.keys()) {
    const circle = walk(room, [])
    if (circle.length > 0) return circle
  }
  return []
}
