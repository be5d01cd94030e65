import type { NotCarriedOver } from '../../../contract/library/travel.ts'

/** What a program keeps and Lumafold does not take over, for one of them and for several. */
export type Loss = { one: string; many: string }

/** Losses that more than one program can have. */
export const losses = {
  pending: { one: 'flag "Pending" of digiKam', many: 'flags "Pending" of digiKam' },
  face: { one: 'place of a named face', many: 'places of named faces' },
  position: {
    one: 'position on the map (read where it stands in the file)',
    many: 'positions on the map (read where they stand in the files)',
  },
  iptc: {
    one: 'photo with further IPTC fields (read where they stand in the file)',
    many: 'photos with further IPTC fields (read where they stand in the files)',
  },
  rating: { one: 'rating that is no number from 0 to 5', many: 'ratings that are no numbers from 0 to 5' },
  text: { one: 'text that is none of its field', many: 'texts that are none of their fields' },
  flag: { one: 'flag that is not -1, 0 or 1', many: 'flags that are not -1, 0 or 1' },
} satisfies Record<string, Loss>

/** More names say no more. */
const MAX_NAMES = 1000

/** Gathers what a source holds that is not taken over, so that nothing a person gave goes without a word. */
export class LeftOut {
  readonly #found = new Map<Loss, { count: number; names: string[] }>()

  /** `name` says of which photo, or which one it is. */
  add(loss: Loss, name: string | null = null): void {
    const found = this.#found.get(loss) ?? { count: 0, names: [] }
    found.count++
    if (name !== null && found.names.length < MAX_NAMES) found.names.push(name)
    this.#found.set(loss, found)
  }

  /** Each kind once, in the order in which they were met. */
  list(): NotCarriedOver[] {
    return [...this.#found].map(([{ one, many }, { count, names }]) => ({
      what: count === 1 ? one : many,
      count,
      names,
    }))
  }
}
