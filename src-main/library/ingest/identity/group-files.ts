/** Files to be paired. */
export type Group<Known, Found> = { known: Known[]; found: Found[] }

/** Groups known and found files by key; files without a key, or without a counterpart, are left out. */
export function groupFiles<File, Known extends File, Found extends File, Key>(
  known: Iterable<Known>,
  found: Iterable<Found>,
  keyOf: (file: File) => Key | null,
): Group<Known, Found>[] {
  const groups = new Map<Key, Group<Known, Found>>()
  for (const file of known) {
    const key = keyOf(file)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { known: [file], found: [] })
    else group.known.push(file)
  }
  for (const file of found) {
    const key = keyOf(file)
    if (key !== null) groups.get(key)?.found.push(file)
  }
  return [...groups.values()].filter((group) => group.found.length > 0)
}
