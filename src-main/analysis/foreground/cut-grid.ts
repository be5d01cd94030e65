/** Steps to the neighbours of a pixel as [columns, rows]; each odd one reverses the even one before it. */
const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
] as const
/** Values of `parent` beside the directions 0 to 7: joined to its terminal directly, or not connected to one. */
const ROOT = 8
const NONE = 9
const NOWHERE = -1

/** A flow over the pixels of a grid with an empty frame around it, so that every pixel has eight neighbours. */
type Flow = {
  /** Offset from a pixel to its neighbour in each direction. */
  offsets: Int32Array
  /** Residual capacity of each arc, eight per pixel. */
  capacity: Int32Array
  /** Residual capacity of the arc from the source (above 0) or to the sink (below 0). */
  spare: Int32Array
  /** 1 in the tree of the source, -1 in that of the sink, 0 in neither. */
  tree: Int8Array
  /** Direction to the parent in the tree, or ROOT or NONE. */
  parent: Uint8Array
  /** Steps to the terminal, as known at the time in `stamp`. */
  depth: Int32Array
  stamp: Int32Array
  time: number
  /** Pixels from which a tree may still grow, each at most once, in a ring buffer. */
  active: Int32Array
  isActive: Uint8Array
  head: number
  tail: number
  orphans: number[]
}

/**
 * Splits a grid in two at the minimum cost, exactly. Deciding against the preference of a pixel (`wishes`, above 0 for
 * the inside) costs its size. Separating two neighbours costs the `links` between them, four a pixel: to the right,
 * below, below right and below left, 0 beyond the border. All values are whole numbers. Returns 255 inside and 0
 * outside. The max-flow of Boykov and Kolmogorov, "An Experimental Comparison of Min-Cut/Max-Flow Algorithms for Energy
 * Minimization in Vision" (PAMI 2004).
 */
export function cutGrid(width: number, height: number, wishes: Int32Array, links: Int32Array): Uint8Array {
  const flow = openFlow(width, height, wishes, links)
  for (let meeting = grow(flow); meeting !== NOWHERE; meeting = grow(flow)) {
    flow.time++
    augment(flow, meeting)
    while (flow.orphans.length > 0) adopt(flow, flow.orphans.pop()!)
  }
  const inside = new Uint8Array(wishes.length)
  for (let y = 0, i = 0, at = width + 3; y < height; y++, at += 2)
    for (let x = 0; x < width; x++, i++, at++) inside[i] = flow.tree[at] === 1 ? 255 : 0
  return inside
}

function openFlow(width: number, height: number, wishes: Int32Array, links: Int32Array): Flow {
  const size = (width + 2) * (height + 2)
  const flow: Flow = {
    offsets: Int32Array.from(STEPS, ([x, y]) => y * (width + 2) + x),
    capacity: new Int32Array(8 * size),
    spare: new Int32Array(size),
    tree: new Int8Array(size),
    parent: new Uint8Array(size).fill(NONE),
    depth: new Int32Array(size),
    stamp: new Int32Array(size),
    time: 0,
    active: new Int32Array(size + 1),
    isActive: new Uint8Array(size),
    head: 0,
    tail: 0,
    orphans: [],
  }
  const { capacity, offsets } = flow
  // A row ends two pixels of the frame before the next one begins.
  for (let y = 0, i = 0, at = width + 3; y < height; y++, at += 2) {
    for (let x = 0; x < width; x++, i++, at++) {
      for (let k = 0; k < 8; k += 2)
        capacity[8 * at + k] = capacity[8 * (at + offsets[k]!) + k + 1] = links[4 * i + (k >> 1)]!
      if (wishes[i] !== 0) plant(flow, at, wishes[i]!)
    }
  }
  return flow
}

function plant(flow: Flow, at: number, wish: number): void {
  flow.spare[at] = wish
  flow.tree[at] = Math.sign(wish)
  flow.parent[at] = ROOT
  flow.depth[at] = 1
  activate(flow, at)
}

function activate(flow: Flow, i: number): void {
  if (flow.isActive[i]) return
  flow.isActive[i] = 1
  flow.active[flow.tail] = i
  flow.tail = (flow.tail + 1) % flow.active.length
}

/** Grows both trees until they meet; returns the arc from the source's to the sink's, as its index in `capacity`. */
function grow(flow: Flow): number {
  while (flow.head !== flow.tail) {
    const i = flow.active[flow.head]!
    const meeting = flow.tree[i] === 0 ? NOWHERE : growFrom(flow, i)
    if (meeting !== NOWHERE) return meeting
    flow.isActive[i] = 0
    flow.head = (flow.head + 1) % flow.active.length
  }
  return NOWHERE
}

function growFrom(flow: Flow, i: number): number {
  const { offsets, capacity, tree, parent, depth, stamp } = flow
  const side = tree[i]!
  for (let k = 0; k < 8; k++) {
    const j = i + offsets[k]!
    const arc = side > 0 ? 8 * i + k : 8 * j + (k ^ 1)
    if (capacity[arc] === 0) continue
    if (tree[j] === -side) return arc
    if (tree[j] === 0) activate(flow, j)
    else if (stamp[j]! > stamp[i]! || depth[j]! <= depth[i]!) continue
    tree[j] = side
    parent[j] = k ^ 1
    stamp[j] = stamp[i]!
    depth[j] = depth[i]! + 1
  }
  return NOWHERE
}

/**
 * Sends the maximum flow along the path through this arc from the source to the sink; pixels that it disconnects become
 * orphans.
 */
function augment(flow: Flow, meeting: number): void {
  const { capacity, offsets } = flow
  const from = meeting >> 3
  const to = from + offsets[meeting & 7]!
  const amount = Math.min(capacity[meeting]!, leastCapacity(flow, from, 1), leastCapacity(flow, to, -1))
  capacity[meeting]! -= amount
  capacity[8 * to + ((meeting & 7) ^ 1)]! += amount
  send(flow, from, 1, amount)
  send(flow, to, -1, amount)
}

function leastCapacity({ offsets, capacity, spare, parent }: Flow, from: number, side: 1 | -1): number {
  let min = Infinity
  let i = from
  for (let k = parent[i]!; k !== ROOT; k = parent[i]!) {
    const next = i + offsets[k]!
    min = Math.min(min, capacity[side > 0 ? 8 * next + (k ^ 1) : 8 * i + k]!)
    i = next
  }
  return Math.min(min, Math.abs(spare[i]!))
}

function send({ offsets, capacity, spare, parent, orphans }: Flow, from: number, side: 1 | -1, amount: number): void {
  let i = from
  for (let k = parent[i]!; k !== ROOT; k = parent[i]!) {
    const next = i + offsets[k]!
    const down = 8 * next + (k ^ 1)
    const up = 8 * i + k
    capacity[down]! -= side * amount
    capacity[up]! += side * amount
    if (capacity[side > 0 ? down : up] === 0) orphan(parent, orphans, i)
    i = next
  }
  spare[i]! -= side * amount
  if (spare[i] === 0) orphan(parent, orphans, i)
}

function orphan(parent: Uint8Array, orphans: number[], i: number): void {
  parent[i] = NONE
  orphans.push(i)
}

/**
 * Joins an orphan to the nearest neighbour that still reaches its terminal, or frees it; its children become orphans.
 */
function adopt(flow: Flow, i: number): void {
  const { offsets, capacity, tree, parent, depth, stamp } = flow
  const side = tree[i]!
  let nearest = Infinity
  let direction = NONE
  for (let k = 0; k < 8; k++) {
    const j = i + offsets[k]!
    if (tree[j] !== side || capacity[side > 0 ? 8 * j + (k ^ 1) : 8 * i + k] === 0) continue
    const far = depthOf(flow, j)
    if (far < nearest) [nearest, direction] = [far, k]
  }
  if (direction === NONE) return release(flow, i)
  parent[i] = direction
  stamp[i] = flow.time
  depth[i] = nearest + 1
}

/** Steps to the terminal, Infinity if the path ends at an orphan; cached along the path. */
function depthOf({ offsets, parent, depth, stamp, time }: Flow, from: number): number {
  let i = from
  let steps = 0
  while (stamp[i] !== time && parent[i]! < ROOT) {
    i += offsets[parent[i]!]!
    steps++
  }
  if (stamp[i] !== time) {
    if (parent[i] === NONE) return Infinity
    stamp[i] = time
    depth[i] = 1
  } else if (parent[i] === NONE) return Infinity
  const all = steps + depth[i]!
  let left = all
  for (let j = from; stamp[j] !== time; j += offsets[parent[j]!]!, left--) {
    stamp[j] = time
    depth[j] = left
  }
  return all
}

function release(flow: Flow, i: number): void {
  const { offsets, capacity, tree, parent, orphans } = flow
  const side = tree[i]!
  for (let k = 0; k < 8; k++) {
    const j = i + offsets[k]!
    if (tree[j] !== side) continue
    if (capacity[side > 0 ? 8 * j + (k ^ 1) : 8 * i + k] !== 0) activate(flow, j)
    if (parent[j]! < ROOT && j + offsets[parent[j]!]! === i) orphan(parent, orphans, j)
  }
  tree[i] = 0
}
