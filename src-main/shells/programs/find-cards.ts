import type { CardPlace, FolderPlace } from '../../contract/shell/browsing.ts'
import type { HostCalls } from '../shell-dispatch.ts'

type Place = Pick<FolderPlace, 'name' | 'path'> & { kind: string; isAllowed?: boolean }

/** Cards, then drives; each is registered with the library if windows may use it. */
export async function findCards(
  places: readonly Place[],
  host: Pick<HostCalls, 'registerSource'>,
): Promise<CardPlace[]> {
  const plugged = places.filter(({ kind }) => kind === 'card' || kind === 'drive')
  const cards = await Promise.all(
    plugged.map(async ({ kind, name, path, isAllowed = true }): Promise<CardPlace> => {
      const source = isAllowed ? await host.registerSource({ path }).catch(() => null) : null // removed in the meantime
      return { name, path, isCard: kind === 'card', sourceId: source?.id ?? null }
    }),
  )
  return cards.sort((a, b) => Number(b.isCard) - Number(a.isCard))
}
